import { Link } from '@tanstack/react-router';
import type { ApiError } from '@vigil/contract/client';
import { previewRows } from '@vigil/contract/factuary-cohorts.values';
import { measureText, measureUnit } from '@vigil/domain/facts/measure-text';
import { type Measure, measureOf } from '@vigil/domain/facts/measures';
import type { Units } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import type { Preview } from '../api/cohorts.ts';
import styles from '../cohorts.module.css';
import { wordOf } from '../condition-words.ts';

interface CohortPreviewProps {
  readonly preview: Preview | undefined;
  readonly failure: ApiError | null;
  /** What is shown answers an earlier question. */
  readonly late: boolean;
  /** Something was typed that cannot be: it is counted without it. */
  readonly partly: boolean;
  /** Facts of each member, in order. */
  readonly facts: readonly string[];
  readonly units: Units;
  /** The person reads members' data. */
  readonly mayCount: boolean;
}

/** Who belongs now: how many, of how many it is not known, and the first of them. */
export function CohortPreview({ preview, failure, late, partly, facts, units, mayCount }: CohortPreviewProps) {
  const { t } = useTranslation('cohorts');
  return (
    <section className={styles.preview} aria-labelledby="cohort-preview" aria-busy={late} data-late={late || undefined}>
      <h2 id="cohort-preview" className={styles.heading}>
        {t('preview')}
      </h2>
      {!mayCount && <p className={styles.hint}>{t('countsForClinical')}</p>}
      {failure && (
        <p role="alert" className={styles.failed}>
          {failure.fields?.[0]?.message ?? failure.message}
        </p>
      )}
      {preview && !failure && partly && <p className={styles.unknownNote}>{t('countedWithout')}</p>}
      {preview && !failure && <Counted meta={preview.meta} facts={facts} units={units} />}
      {!preview && !failure && mayCount && <p className={styles.hint}>{t('counting')}</p>}
    </section>
  );
}

function Counted({ meta, facts, units }: { readonly meta: Preview['meta'] } & Pick<CohortPreviewProps, 'facts' | 'units'>) {
  const { t } = useTranslation(['cohorts', 'ui']);
  const { count, unknown, population, rows } = meta;
  const measures = facts.flatMap((fact) => measureOf(fact) ?? []);
  return (
    <>
      <p role="status" className={styles.counted}>
        <strong className={styles.big}>{count.toLocaleString()}</strong> {t('ofPopulation', { number: population.toLocaleString() })}
      </p>
      {unknown > 0 && <p className={styles.unknownNote}>{t('unknownNote', { number: unknown.toLocaleString(), count: unknown })}</p>}
      {rows.length === 0 ? (
        <p className={styles.hint}>{t('nobodyNow')}</p>
      ) : (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.user_id}>
              <Link to="/patient/$memberId/summary" params={{ memberId: row.user_id }} className={styles.rowLink}>
                {row.data.firstName} {row.data.lastName}
              </Link>
              <span className={styles.values}>
                {measures.map((measure) => {
                  const value = row.data[measure.id];
                  return value === undefined || value === null || row.readings[measure.id]?.stale ? null : (
                    <span key={measure.id} title={measure.label}>
                      {shown(measure, value, units, (word) => wordOf(measure.id, word, t))}
                    </span>
                  );
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {count > previewRows && <p className={styles.hint}>{t('firstOf', { shown: rows.length })}</p>}
    </>
  );
}

function shown(measure: Measure, value: number | string, units: Units, worded: (word: string) => string): string {
  if (measure.type === 'value')
    return measure.values.length === 1 ? (measure.label.split(': ').at(-1) ?? measure.label) : worded(String(value));
  return `${measureText(measure, value, units)} ${measureUnit(measure, units)}`.trim();
}
