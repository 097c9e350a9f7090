import Link from '@mui/material/Link';
import { catalogue, isMetricId } from '@vigil/domain/metrics/catalogue';
import { displayUnit, displayValue, type UnitSystem } from '@vigil/domain/units/unit-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { writeNumber } from '#charts/write-value.ts';
import type { Panel } from '../panels/panel.ts';
import type { Latest } from './latest-strip.tsx';
import styles from './missing-row.module.css';

interface MissingRowProps {
  readonly panel: Panel;
  readonly latest: Latest | undefined;
  readonly zone: string;
  readonly locale: string;
  readonly units: UnitSystem;
  readonly onGo: (seconds: number) => void;
}

/** The metric whose last reading stands for a panel; states have no value to write. */
const metricOf: Partial<Record<Panel['id'], string>> = { histogram: 'heart_rate', blood_pressure: 'systolic', sleep: 'sleep_depth' };
const worded = new Set(['sleep_depth', 'band_removed']);

/** In place of an empty chart: that there is nothing in this range, what there was last, and the way there. */
export function MissingRow({ panel, latest, zone, locale, units, onGo }: MissingRowProps): ReactNode {
  const { t } = useTranslation('patientData');
  const metric = metricOf[panel.id] ?? panel.id;
  const last = latest?.latest[metric];
  const date = last && new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone }).format(last.timestamp * 1000);
  const value = last && isMetricId(metric) && !worded.has(metric) ? valueText(metric, last.value) : '';
  function valueText(id: keyof typeof catalogue, kept: number): string {
    const entry = catalogue[id];
    return `${writeNumber(displayValue(entry, kept, units), entry.decimals, locale)} ${displayUnit(entry, units)}`;
  }
  return (
    <p className={styles.row}>
      <span className={styles.title}>{panel.title}</span>
      <span className={styles.text}>
        {t('missing.none')}
        {latest === undefined ? '' : last === undefined ? ` · ${t('missing.never')}` : ` · ${t('missing.last', { value, date })}`}
      </span>
      {last && (
        <Link component="button" className={styles.go ?? ''} onClick={() => onGo(last.timestamp)}>
          {t('missing.go')}
        </Link>
      )}
    </p>
  );
}
