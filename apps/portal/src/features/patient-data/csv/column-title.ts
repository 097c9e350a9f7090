import type { Write } from '../messages.ts';
import type { TimePanel } from '../panels/panel.ts';

/** What a column is headed with: whoever reads the file apart from the page has to see that depths are not smoothed stages. */
export function columnTitle(
  { series, title, isRawData = false }: Pick<TimePanel, 'series' | 'title' | 'isRawData'>,
  label: string,
  t: Write,
): string {
  const whole = series.length === 1 ? title : `${title}, ${label}`;
  return isRawData ? t('csv.raw', { title: whole }) : whole;
}
