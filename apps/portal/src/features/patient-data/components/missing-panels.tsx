import Link from '@mui/material/Link';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayDecimals, displayUnit, displayValue, type Units } from '@vigil/domain/units/unit-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { writeNumber } from '#charts/write-value.ts';
import type { Latest } from '#lib/member-readings.ts';
import { metricBehind } from '../panels/metric-behind.ts';
import type { Panel } from '../panels/panel.ts';
import styles from './missing-panels.module.css';

interface MissingPanelsProps {
  readonly panels: readonly Panel[];
  readonly latest: Latest | undefined;
  readonly zone: string;
  readonly locale: string;
  readonly units: Units;
  readonly onGo: (seconds: number) => void;
}

/** In place of empty charts: what has no data in this range, what there was last, and the way there; what was never measured in one line. */
export function MissingPanels({ panels, latest, zone, locale, units, onGo }: MissingPanelsProps): ReactNode {
  const { t } = useTranslation('patientData');
  if (panels.length === 0) return null;
  const last = (panel: Panel) => {
    const metric = metricBehind(panel.id);
    return metric === null ? undefined : latest?.latest[metric];
  };
  const unlogged = panels.filter((panel) => metricBehind(panel.id) === null);
  const measured = panels.filter((panel) => !unlogged.includes(panel));
  const never = latest === undefined ? [] : measured.filter((panel) => last(panel) === undefined);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone });
  return (
    <section className={styles.missing} aria-labelledby="missing-panels">
      <h2 id="missing-panels" className={styles.title}>
        {t('missing.title')}
      </h2>
      <ul className={styles.list}>
        {measured
          .filter((panel) => !never.includes(panel))
          .map((panel) => {
            const value = last(panel);
            return (
              <li key={panel.id}>
                <span className={styles.name}>{panel.title}</span>
                {value && (
                  <span>
                    {t('missing.last', {
                      value: valueText(panel, latest, units, locale),
                      date: format.format(value.timestamp * 1000),
                    })}
                  </span>
                )}
                {value && (
                  <Link component="button" className={styles.go ?? ''} onClick={() => onGo(value.timestamp)}>
                    {t('missing.go', { date: format.format(value.timestamp * 1000) })}
                  </Link>
                )}
              </li>
            );
          })}
        {unlogged.length > 0 && (
          <li>
            <span className={styles.name}>{t('missing.unlogged')}</span>
            <span>{unlogged.map((panel) => panel.title).join(', ')}</span>
          </li>
        )}
        {never.length > 0 && (
          <li>
            <span className={styles.name}>{t('missing.never')}</span>
            <span>{never.map((panel) => panel.title).join(', ')}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

/** The last value with its unit, both of a blood pressure; nothing for states, whose codes say nothing to people. */
export function valueText(panel: Pick<Panel, 'id'>, latest: Pick<Latest, 'latest'> | undefined, units: Units, locale: string): string {
  const lead = metricBehind(panel.id);
  if (lead === null || catalogue[lead].kind !== 'level') return '';
  const metrics: readonly MetricId[] = panel.id === 'blood_pressure' ? ['systolic', 'diastolic'] : [lead];
  const written = metrics.map((metric) => {
    const known = latest?.latest[metric];
    // Two values of different moments are no blood pressure.
    if (known === undefined || known.timestamp !== latest?.latest[lead]?.timestamp) return '–';
    return writeNumber(displayValue(catalogue[metric], known.value, units), displayDecimals(catalogue[metric], units), locale);
  });
  return `${written.join('/')} ${displayUnit(catalogue[lead], units)}`;
}
