import { anomalyPanel } from './anomaly-panel.ts';
import { bandPanel } from './band-panel.ts';
import { pressurePanel, weightPanel } from './body-panels.ts';
import { countPanel } from './count-panel.ts';
import { describedOnce } from './described-once.ts';
import { heartRatePanel, histogramPanel } from './heart-rate-panel.ts';
import { levelPanel } from './level-panel.ts';
import { loggedPanels } from './logged-panels.ts';
import type { Panel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';
import { sleepPanel } from './sleep-panel.ts';
import { sleepTotalPanel } from './sleep-total-panel.ts';

/** All charts of the page, in the order they are stacked. Resting heart rate has its own trend from a week on; a day has one value of it. */
export function buildPanels(input: PanelInput): readonly Panel[] {
  const panels: readonly Panel[] = [
    heartRatePanel(input),
    ...(input.days === 1 ? [] : [levelPanel({ metric: 'rhr', group: 'heart', height: 76, meanOnly: true }, input)]),
    levelPanel({ metric: 'rmssd', group: 'heart', height: 76 }, input),
    histogramPanel(input),
    levelPanel({ metric: 'spo2', group: 'breathing', height: 152 }, input),
    levelPanel({ metric: 'resp_rate', group: 'breathing', height: 76 }, input),
    levelPanel({ metric: 'skin_temp', group: 'breathing', height: 76 }, input),
    levelPanel({ metric: 'body_temp', group: 'breathing', height: 76 }, input),
    levelPanel({ metric: 'gsr', group: 'breathing', height: 68 }, input),
    // A score is of a whole day against seven before it: where there is none there is nothing to miss.
    ...(input.anomalies.length > 0 || input.anomaliesFailed ? [anomalyPanel(input)] : []),
    sleepPanel(input),
    ...(input.days === 1 ? [] : [sleepTotalPanel(input)]),
    countPanel('steps', input),
    countPanel('calories', input),
    pressurePanel(input),
    weightPanel(input),
    levelPanel({ metric: 'glucose', group: 'body', height: 76 }, input),
    ...(input.newer ? loggedPanels(input) : []),
    bandPanel(input),
    levelPanel({ metric: 'battery', group: 'band', height: 64 }, input),
  ];
  return panels.map((panel) => describedOnce(panel, input.write));
}
