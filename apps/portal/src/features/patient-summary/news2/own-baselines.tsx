import type { News2 } from '@vigil/contract/triage.contract';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { roundTo } from '@vigil/domain/units/rounding';
import { displayDecimals, displayUnit, displayValue } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { writeNumber } from '#charts/write-value.ts';
import { useUnits } from '#lib/units.ts';
import summary from '../summary.module.css';
import styles from './news2.module.css';

/** From so many robust standard deviations on it is said to be unusual (Iglewicz and Hoaglin, 1993). */
const unusual = 3.5;

/** Each metric against the member's own 28 days, and the anomaly score: what a table made for hospitals cannot know. */
export function OwnBaselines({ news2: { baselines, anomaly } }: { readonly news2: News2 }) {
  const { t, i18n } = useTranslation('patientSummary');
  const units = useUnits();
  const write = (metric: keyof typeof catalogue, value: number) =>
    writeNumber(displayValue(catalogue[metric], value, units), displayDecimals(catalogue[metric], units), i18n.language);
  /** The difference of the two numbers that stand beside it. */
  const change = (metric: keyof typeof catalogue, value: number, usual: number) => {
    const decimals = displayDecimals(catalogue[metric], units);
    const shown = (one: number) => roundTo(displayValue(catalogue[metric], one, units), decimals);
    const by = roundTo(shown(value) - shown(usual), decimals);
    return `${by > 0 ? '+' : by < 0 ? '−' : ''}${writeNumber(Math.abs(by), decimals, i18n.language)}`;
  };
  const known = baselines.filter(({ value }) => value !== null);
  const unknown = baselines.filter(({ value }) => value === null).map(({ metric }) => catalogue[metric].label);
  return (
    <div className={styles.own}>
      <h3 className={summary.subtitle}>{t('own.title')}</h3>
      {known.length === 0 && <p className={summary.muted}>{t('own.none')}</p>}
      {known.length > 0 && (
        <table className={styles.inputs}>
          <thead>
            <tr>
              <th scope="col">{t('own.metric')}</th>
              <th scope="col">{t('own.newest')}</th>
              <th scope="col">{t('own.usual')}</th>
              <th scope="col" className={styles.points}>
                {t('own.change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {known.map(({ metric, value, usual, deviations, days }) => (
              <tr key={metric}>
                <th scope="row">{catalogue[metric].label}</th>
                <td className={styles.value}>
                  {value !== null && write(metric, value)} <span className={summary.unit}>{displayUnit(catalogue[metric], units)}</span>
                </td>
                <td>{usual === null ? <span className={summary.muted}>{t('own.tooFew', { count: days })}</span> : write(metric, usual)}</td>
                <td
                  className={styles.points}
                  data-side={deviations === null || Math.abs(deviations) < unusual ? undefined : deviations > 0 ? 'high' : 'low'}
                >
                  {value === null || usual === null ? '–' : change(metric, value, usual)}
                  {deviations !== null && (
                    <>
                      {' '}
                      <small>{t('own.deviations', { by: writeNumber(Math.abs(deviations), 1, i18n.language) })}</small>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {known.length > 0 && <p className={summary.muted}>{t('own.deviationsHelp')}</p>}
      {unknown.length > 0 && <p className={summary.muted}>{t('own.unknown', { metrics: unknown.join(', ') })}</p>}
      <p className={styles.anomaly}>
        {anomaly ? t('own.anomaly', { score: writeNumber(anomaly.score, 1, i18n.language) }) : t('own.noAnomaly')}
      </p>
    </div>
  );
}
