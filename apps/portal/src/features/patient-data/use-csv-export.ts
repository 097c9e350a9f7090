import type { SleepRecord } from '@vigil/contract/events-processor.contract';
import { useTranslation } from 'react-i18next';
import type { TimeSpan } from '#charts/series.ts';
import { saveCsv } from '#lib/csv.ts';
import { unitSystem } from '#lib/units.ts';
import { columnTitle } from './csv/column-title.ts';
import { csvFileName } from './csv/csv-file-name.ts';
import { csvTable } from './csv/csv-rows.ts';
import { heightColumn } from './csv/height-column.ts';
import { sleepColumns } from './csv/sleep-columns.ts';
import type { Panel } from './panels/panel.ts';
import { dayAt } from './time-window.ts';

interface Exported {
  readonly memberId: string;
  readonly panels: readonly Panel[];
  readonly span: TimeSpan;
  readonly days: number;
  readonly zone: string;
  /** The newer page, whose file has the sleeps and the height as well. */
  readonly newer: boolean;
  readonly sleeps: readonly SleepRecord[];
  readonly heightM: number | null;
}

/** Saves exactly what is on screen, charts and dates, as CSV. */
export function useCsvExport({ memberId, panels, span, days, zone, newer, sleeps, heightM }: Exported): () => void {
  const { t } = useTranslation('patientData');
  return () => {
    const columns = panels.flatMap((panel) =>
      panel.kind === 'time' ? panel.series.map((series) => ({ title: columnTitle(panel, series.label, t), series })) : [],
    );
    const table = csvTable({
      series: columns,
      span,
      byMinute: days === 1,
      zone,
      timeTitle: t('csv.timestamp'),
      lowestTitle: (label) => t('series.lowest', { label }),
      highestTitle: (label) => t('series.highest', { label }),
      thinnedTitle: (title) => t('csv.thinned', { title }),
      noteTitle: (label) => t('series.note', { label }),
      ...(newer && {
        more: sleepColumns(shown(sleeps, span), zone, days === 1, t),
        everywhere: heightColumn(heightM, unitSystem.get(), t),
      }),
    });
    saveCsv(table, csvFileName(memberId, days, dayAt(span.from, zone), dayAt(span.to - 1, zone)));
  };
}

/** Those that begin within what is on screen. */
const shown = (sleeps: readonly SleepRecord[], { from, to }: TimeSpan) => sleeps.filter(({ start }) => start >= from && start < to);
