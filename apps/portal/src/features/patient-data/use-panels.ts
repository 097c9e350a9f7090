import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { useUnits } from '#lib/units.ts';
import type { PanelData } from './data/use-panel-data.ts';
import { buildPanels } from './panels/build-panels.ts';
import type { Panel } from './panels/panel.ts';
import type { PanelInput } from './panels/panel-input.ts';

type Read = Pick<PanelInput, 'zone' | 'now' | 'axes' | 'newer'>;

/** The charts of what the calls have answered; made anew only when something they show has changed. */
export function usePanels(data: PanelData, { zone, now, axes, newer }: Read): readonly Panel[] {
  const { t: write, i18n } = useTranslation('patientData');
  const units = useUnits();
  const { normalRanges } = useConfiguration();
  const locale = i18n.language;
  const { answers, span, days, granularity } = data;
  const anomaliesFailed = data.failed.has('anomalies');
  return useMemo(
    () => buildPanels({ ...answers, anomaliesFailed, span, days, granularity, zone, now, axes, newer, units, normalRanges, locale, write }),
    [answers, anomaliesFailed, span, days, granularity, zone, now, axes, newer, units, normalRanges, locale, write],
  );
}
