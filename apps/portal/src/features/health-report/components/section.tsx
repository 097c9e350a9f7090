import { catalogue } from '@vigil/domain/metrics/catalogue';
import { displayDecimals } from '@vigil/domain/units/unit-system';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '#charts/chart.tsx';
import { askedOf } from '#charts/member/asked.ts';
import type { ChartedId } from '#charts/member/charted.ts';
import { drawnOf } from '#charts/member/drawn.ts';
import type { TickLike } from '#charts/readings.ts';
import type { TimeSpan } from '#charts/series.ts';
import { writeNumber } from '#charts/write-value.ts';
import { useConfiguration } from '#lib/configuration.ts';
import { useUnits } from '#lib/units.ts';
import styles from '../report.module.css';
import { figuresOf, type ReportRow, type ReportSection, tellsOnlyLast } from '../sections.ts';

interface SectionProps {
  readonly section: ReportSection;
  readonly readings: readonly TickLike[];
  readonly steps: readonly TickLike[];
  readonly days: number;
  readonly span: TimeSpan;
  readonly zone: string;
  readonly now: number;
}

/** One section: what it is, its figures in a sentence, the chart, and the numbers behind it. */
export function Section({ section, readings, steps, days, span, zone, now }: SectionProps) {
  const { t, i18n } = useTranslation('healthReport');
  const { t: write } = useTranslation('memberCharts');
  const units = useUnits();
  const { normalRanges } = useConfiguration();
  const { id, rows } = section;
  const charted: ChartedId = id === 'pressure' ? 'blood_pressure' : id;
  const drawn = useMemo(() => {
    const asked = askedOf(charted, { days, granularity: 'DAILY', evidence: true });
    const answered = { ticks: readings, facts: steps, sleeps: [], meals: [] };
    return asked && drawnOf(charted, asked, answered, { days, zone, now, units, normalRanges, write });
  }, [charted, readings, steps, days, zone, now, units, normalRanges, write]);
  const frame = useMemo(() => ({ span, zone, now }), [span, zone, now]);
  const day = new Intl.DateTimeFormat(i18n.language, { timeZone: zone, dateStyle: 'medium' });
  const title = t(`section.${id}`);
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.sectionTitle}>{title}</h3>
      <p className={styles.means}>{t(`means.${id}`)}</p>
      {rows.length === 0 || drawn === null ? (
        <p className={styles.none}>{t('none', { from: day.format(span.from * 1000), to: day.format((span.to - 1) * 1000) })}</p>
      ) : (
        <>
          <Figures section={section} day={day} />
          <div className={styles.chart}>
            <Chart title={title} {...drawn} frame={frame} level={4} height={140} />
          </div>
          <Numbers section={section} zone={zone} />
        </>
      )}
    </section>
  );
}

/** A value as the member reads it; a blood pressure with both of its numbers. */
function useWritten({ id, metric, unit }: ReportSection) {
  const { t, i18n } = useTranslation('healthReport');
  const decimals = displayDecimals(catalogue[metric], useUnits());
  const number = (value: number) => writeNumber(value, decimals, i18n.language);
  const unitText = unit === 'bpm' || unit === 'br/min' ? t(`unit.${unit}`) : unit;
  const row = ({ value, lower }: ReportRow) => `${number(value)}${id === 'pressure' && lower !== undefined ? `/${number(lower)}` : ''}`;
  return { number, row, unitText };
}

/** Average, lowest and highest, and the last one: of a blood pressure only the last, because its two numbers belong together. */
function Figures({ section, day }: { readonly section: ReportSection; readonly day: Intl.DateTimeFormat }) {
  const { t } = useTranslation('healthReport');
  const { number, row, unitText } = useWritten(section);
  const figures = figuresOf(section.rows);
  if (figures === null) return null;
  const { mean, low, high, last } = figures;
  const onlyLast = tellsOnlyLast(section);
  const single = section.id === 'weight' || section.id === 'pressure' || section.id === 'glucose';
  // Of very many readings the lowest and the highest stand for those between them.
  const count = single ? section.rows.reduce((sum, row) => sum + (row.count ?? 1), 0) : section.rows.length;
  return (
    <p className={styles.figures}>
      {!onlyLast && (
        <>
          <strong>{t('average', { value: `${number(mean)} ${unitText}` })}</strong>,{' '}
          {t('between', { low: number(low), high: number(high) })};{' '}
        </>
      )}
      {t(onlyLast ? 'onlyLast' : 'last', { value: `${row(last)} ${unitText}`, when: day.format(last.at * 1000) })}.{' '}
      <span className={styles.muted}>{t(single ? 'readings' : 'days_measured', { count })}</span>
    </p>
  );
}

/** The numbers behind the chart, the last first. */
function Numbers({ section, zone }: { readonly section: ReportSection; readonly zone: string }) {
  const { t, i18n } = useTranslation('healthReport');
  const { number, row, unitText } = useWritten(section);
  const ofDays = section.rows.some(({ low }) => low !== undefined);
  const when = new Intl.DateTimeFormat(i18n.language, {
    timeZone: zone,
    dateStyle: 'medium',
    ...(ofDays ? {} : { timeStyle: 'short' as const }),
  });
  return (
    <details className={styles.numbers}>
      <summary>{t('table')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(ofDays ? 'column.day' : 'column.when')}</th>
            <th scope="col">{`${t(ofDays ? 'column.average' : 'column.value')} (${unitText})`}</th>
            {ofDays && <th scope="col">{t('column.low')}</th>}
            {ofDays && <th scope="col">{t('column.high')}</th>}
          </tr>
        </thead>
        <tbody>
          {section.rows.toReversed().map((one) => (
            <tr key={one.at}>
              <th scope="row">{when.format(one.at * 1000)}</th>
              <td>{row(one)}</td>
              {ofDays && <td>{one.low === undefined ? '–' : number(one.low)}</td>}
              {ofDays && <td>{one.high === undefined ? '–' : number(one.high)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
