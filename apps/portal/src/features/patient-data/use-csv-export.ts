import { useTranslation } from 'react-i18next';
import type { TimeSpan } from '#charts/series.ts';
import { saveCsv } from '#lib/csv.ts';
import { csvFileName } from './csv/csv-file-name.ts';
import { csvTable } from './csv/csv-rows.ts';
import type { Panel } from './panels/panel.ts';
import { dayAt } from './time-window.ts';

interface Exported {
  readonly memberId: string;
  readonly panels: readonly Panel[];
  readonly span: TimeSpan;
  readonly days: number;
  readonly zone: string;
}

/** Saves exactly what is on screen, charts and dates, as CSV. */
export function useCsvExport({ memberId, panels, span, days, zone }: Exported): () => void {
  const { t } = useTranslation('patientData');
  return () => {
    const columns = panels.flatMap((panel) =>
      panel.kind === 'time'
        ? panel.series.map((series) => ({ title: panel.series.length === 1 ? panel.title : `${panel.title}, ${series.label}`, series }))
        : [],
    );
    const table = csvTable({
      series: columns,
      span,
      byMinute: days === 1,
      zone,
      timeTitle: t('csv.timestamp'),
      lowestTitle: (label) => t('series.lowest', { label }),
      highestTitle: (label) => t('series.highest', { label }),
      noteTitle: (label) => t('series.note', { label }),
    });
    void saveCsv(table, csvFileName(memberId, days, dayAt(span.from, zone), dayAt(span.to - 1, zone)));
  };
}
