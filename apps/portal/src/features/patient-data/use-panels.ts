import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { useStore } from '#lib/store.ts';
import { unitSystem } from '#lib/unit-system.ts';
import type { PanelData } from './data/use-panel-data.ts';
import { buildPanels } from './panels/build-panels.ts';
import type { Panel } from './panels/panel.ts';

/** The charts of what the calls have answered; made anew only when something they show has changed. */
export function usePanels(data: PanelData, zone: string, now: number, fit: boolean): readonly Panel[] {
  const { t: write, i18n } = useTranslation('patientData');
  const units = useStore(unitSystem);
  const { normalRanges } = useConfiguration();
  const locale = i18n.language;
  const { span, days, granularity, ticks, bodyTicks, bandTicks, facts, averages, sleeps, depths, histogram, before } = data;
  return useMemo(
    () =>
      buildPanels({
        span,
        days,
        granularity,
        ticks,
        bodyTicks,
        bandTicks,
        facts,
        averages,
        sleeps,
        depths,
        histogram,
        before,
        zone,
        now,
        fit,
        units,
        normalRanges,
        locale,
        write,
      }),
    [
      span,
      days,
      granularity,
      ticks,
      bodyTicks,
      bandTicks,
      facts,
      averages,
      sleeps,
      depths,
      histogram,
      before,
      zone,
      now,
      fit,
      units,
      normalRanges,
      locale,
      write,
    ],
  );
}
