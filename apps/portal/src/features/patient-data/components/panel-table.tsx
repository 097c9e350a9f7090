import Box from '@mui/material/Box';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeSpan } from '#charts/series.ts';
import { writeNumber } from '#charts/write-value.ts';
import type { Panel } from '../panels/panel.ts';
import { type TableModel, tableModel } from '../table-rows.ts';
import styles from './panel-table.module.css';

interface PanelTableProps {
  readonly panel: Panel;
  readonly span: TimeSpan;
  readonly zone: string;
  readonly locale: string;
}

/** A chart as a table, for screen readers and for everyone who wants the numbers. */
export function PanelTable({ panel, span, zone, locale }: PanelTableProps): ReactNode {
  const { t } = useTranslation('patientData');
  const table = useMemo((): TableModel => {
    if (panel.kind === 'time') return tableModel({ series: panel.series, span, zone, locale, write: t });
    const total = panel.buckets.reduce((sum, bucket) => sum + bucket.count, 0);
    const rows = panel.buckets.map((bucket) => [
      `${bucket.from}–${bucket.to}`,
      `${writeNumber((bucket.count / Math.max(1, total)) * 100, 1, locale)} %`,
    ]);
    return { header: [`${t('table.bucket')}, ${panel.unit}`, t('table.share')], rows, hourly: false };
  }, [panel, span, zone, locale, t]);
  const caption = panel.unit === '' ? 'table.captionPlain' : table.hourly ? 'table.hourly' : 'table.caption';
  return (
    // A scrolling region takes the focus, so that it can be scrolled without a mouse.
    <Box
      component="section"
      className={styles.frame}
      style={{ maxHeight: Math.max(panel.height, 220) }}
      tabIndex={0}
      aria-label={`${panel.title}: ${t('table.name')}`}
    >
      <table className={styles.table}>
        <caption>{t(caption, { title: panel.title, unit: panel.unit })}</caption>
        <thead>
          <tr>
            {table.header.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([moment, ...values]) => (
            <tr key={moment}>
              <th scope="row">{moment}</th>
              {values.map((value, column) => (
                <td key={table.header[column + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
