import Button from '@mui/material/Button';
import type { TypedMetric } from '@vigil/domain/activities/measures';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { displayUnit } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import type { LogDraft } from '../log-drafts.ts';
import styles from '../logging.module.css';
import { boundsOf, type Meant } from '../to-activity.ts';

interface MeasureFieldProps {
  readonly metric: TypedMetric;
  readonly draft: LogDraft;
  readonly error: string | undefined;
  /** What was probably meant by a number that cannot be. */
  readonly meant: Meant | null;
  readonly onTake: (meant: Meant) => void;
  readonly autoFocus: boolean;
  readonly onType: (text: string) => void;
}

/** One measured value: large, with its unit in the label and its bounds beside it. What is typed is kept as it is. */
export function MeasureField({ metric, draft, error, meant, onTake, autoFocus, onType }: MeasureFieldProps) {
  const { t, i18n } = useTranslation('logging');
  const unit = displayUnit(catalogue[metric], draft.units);
  const [low, high] = boundsOf(metric, draft.units).map((end) => new Intl.NumberFormat(i18n.language).format(end));
  return (
    <div className={styles.measure}>
      <Field
        label={t(`field.${metric}`, { unit })}
        error={error && meant ? `${error}. ${t('doubt.meant', { meant: meant.words })}` : error}
      >
        {(field) => (
          <input
            {...field}
            className={`${field.className} ${styles.value}`}
            // biome-ignore lint/a11y/noAutofocus: the field is what the person has just asked for.
            autoFocus={autoFocus}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            value={draft.values[metric] ?? ''}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </Field>
      {meant && (
        <Button variant="outlined" className={styles.use ?? ''} onClick={() => onTake(meant)}>
          {t('doubt.use', { meant: meant.words })}
        </Button>
      )}
      {error === undefined && <p className={styles.hint}>{t('hint.bounds', { low, high, unit })}</p>}
    </div>
  );
}
