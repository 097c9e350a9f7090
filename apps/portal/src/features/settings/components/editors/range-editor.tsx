import { catalogue } from '@vigil/domain/metrics/catalogue';
import { useTranslation } from 'react-i18next';
import { metricOf } from '../../words.ts';
import type { EditorProps } from './editor.ts';
import styles from './editors.module.css';
import { NumberField } from './number-field.tsx';

interface Range {
  readonly low: unknown;
  readonly high: unknown;
}

/** Two ends in the unit in which the metric is kept; an empty end is open. */
export function RangeEditor({ id, label, value, onChange, disabled, describedBy, faultOf, path }: EditorProps & { readonly path: string }) {
  const { t } = useTranslation('settings');
  const range = value as Range;
  const metric = metricOf(path);
  const all = faultOf('') !== undefined;
  return (
    <span className={styles.withUnit}>
      <NumberField
        id={id}
        label={t('rangeOf', { end: t('low'), metric: label })}
        value={range.low}
        disabled={disabled}
        invalid={all || faultOf('low') !== undefined}
        describedBy={describedBy}
        onChange={(low) => onChange({ ...range, low })}
      />
      <span className={styles.unit}>{t('to')}</span>
      <NumberField
        label={t('rangeOf', { end: t('high'), metric: label })}
        value={range.high}
        disabled={disabled}
        invalid={all || faultOf('high') !== undefined}
        describedBy={describedBy}
        onChange={(high) => onChange({ ...range, high })}
      />
      <span className={styles.unit}>{metric && catalogue[metric].unit}</span>
    </span>
  );
}
