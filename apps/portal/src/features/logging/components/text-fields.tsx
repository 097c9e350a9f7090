import { mealTypes, medicationFrequencies } from '@vigil/contract/activities.values';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import type { LogDraft } from '../log-drafts.ts';
import styles from '../logging.module.css';
import { PhotoField } from './photo-field.tsx';

export interface TextFieldsProps {
  readonly memberId: string;
  readonly draft: LogDraft;
  /** The member looks at the own page. */
  readonly own: boolean;
  readonly errors: Readonly<Partial<Record<string, string>>>;
  /** Names of medications that were logged before. */
  readonly knownTitles: readonly string[];
  readonly onType: (field: string, text: string) => void;
}

/** What was eaten, and when in the day; the words and the photo may be left out. */
export function MealFields({ memberId, draft, errors, onType }: TextFieldsProps) {
  const { t } = useTranslation('logging');
  const { values } = draft;
  return (
    <>
      <Field label={t('field.mealType')} error={undefined}>
        {(field) => (
          <select {...field} value={values.mealType ?? 'LUNCH'} onChange={(event) => onType('mealType', event.target.value)}>
            {mealTypes.map((type) => (
              <option key={type} value={type}>
                {t(`meal.${type}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('field.note')} error={errors.note}>
        {(field) => (
          <textarea
            {...field}
            placeholder={t('hint.note')}
            value={values.note ?? ''}
            onChange={(event) => onType('note', event.target.value)}
          />
        )}
      </Field>
      <PhotoField memberId={memberId} address={values.imageUrl ?? ''} onChange={(url) => onType('imageUrl', url)} />
    </>
  );
}

/** Which medication, and whether it was taken. Names that were logged before are offered. */
export function MedicationFields({ draft, own, errors, knownTitles, onType }: TextFieldsProps) {
  const { t } = useTranslation('logging');
  const { values } = draft;
  const listId = useId();
  const statusId = useId();
  return (
    <>
      <Field label={t('field.title')} error={errors.title}>
        {(field) => (
          <input
            {...field}
            type="text"
            autoComplete="off"
            list={listId}
            placeholder={t('hint.title')}
            value={values.title ?? ''}
            onChange={(event) => onType('title', event.target.value)}
          />
        )}
      </Field>
      <datalist id={listId}>
        {knownTitles.map((title) => (
          <option key={title} value={title} />
        ))}
      </datalist>
      <fieldset className={styles.choices} aria-labelledby={statusId}>
        <legend id={statusId}>{t(own ? 'field.status' : 'staffField.status')}</legend>
        {(['DONE', 'SKIPPED'] as const).map((status) => (
          <label key={status} className={styles.choice}>
            <input type="radio" name={statusId} checked={(values.status ?? 'DONE') === status} onChange={() => onType('status', status)} />
            {t(`status.${status}`)}
          </label>
        ))}
      </fieldset>
      <Field label={t(own ? 'field.frequency' : 'staffField.frequency')} error={undefined}>
        {(field) => (
          <select {...field} value={values.frequency ?? ''} onChange={(event) => onType('frequency', event.target.value)}>
            <option value="">{t('frequency.none')}</option>
            {medicationFrequencies.map((frequency) => (
              <option key={frequency} value={frequency}>
                {t(`frequency.${frequency}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

/** What was done, and for how long. */
export function WorkoutFields({ draft, own, errors, onType }: TextFieldsProps) {
  const { t } = useTranslation('logging');
  const { values } = draft;
  return (
    <>
      <Field label={t(own ? 'field.activity' : 'staffField.activity')} error={errors.title}>
        {(field) => (
          <input
            {...field}
            type="text"
            autoComplete="off"
            placeholder={t('hint.activity')}
            value={values.title ?? ''}
            onChange={(event) => onType('title', event.target.value)}
          />
        )}
      </Field>
      <Field label={t('field.minutes')} error={errors.minutes}>
        {(field) => (
          <input
            {...field}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={values.minutes ?? ''}
            onChange={(event) => onType('minutes', event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
