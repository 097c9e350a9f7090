import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { liveSurveysQuery } from '../api/programs.ts';
import type { StepDraft } from '../program-draft.ts';
import styles from '../programs.module.css';

export interface MoveProps {
  /** What it is called in the names of its buttons. */
  readonly name: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

interface StepEditorProps extends MoveProps {
  readonly step: StepDraft;
  /** Of its field by name, where something is wrong with it. */
  readonly fault: (field: string) => string | undefined;
  readonly onChange: (part: Partial<StepDraft>) => void;
}

/** One step of a program as it is written. */
export function StepEditor({ step, fault, onChange, ...move }: StepEditorProps) {
  const { t } = useTranslation('programs');
  const { type } = step;
  return (
    <li className={styles.step}>
      <div className={styles.stepHead}>
        <strong>{t(`type.${type}`)}</strong>
        <Moves {...move} />
      </div>
      <div className={styles.stepFields}>
        <Typed label={t('stepTitle')} value={step.title} error={fault('title')} onChange={(title) => onChange({ title })} />
        <Typed narrow label={t('day')} value={step.day} error={fault('day')} onChange={(day) => onChange({ day })} />
        {type === 'pledge' && (
          <Typed narrow label={t('times')} value={step.times} error={fault('times')} onChange={(times) => onChange({ times })} />
        )}
        <Typed
          narrow
          label={t('expires')}
          hint={t(type === 'survey' ? 'expiresNever' : 'expiresHint')}
          value={step.expires}
          error={fault('expires_after_days')}
          onChange={(expires) => onChange({ expires })}
        />
      </div>
      {type === 'survey' ? (
        <SurveyPicker value={step.surveyId} error={fault('survey_id')} onChange={(surveyId) => onChange({ surveyId })} />
      ) : (
        <Field label={t('text')} error={fault('text')}>
          {(control) => <textarea {...control} value={step.text} rows={3} onChange={({ target }) => onChange({ text: target.value })} />}
        </Field>
      )}
    </li>
  );
}

/** One of the surveys that are live; one that no longer is stays chosen and says so. */
function SurveyPicker({ value, error, onChange }: Pick<TypedProps, 'value' | 'error' | 'onChange'>) {
  const { t } = useTranslation('programs');
  const { data: surveys, error: failure } = useQuery(liveSurveysQuery());
  const isGone = value !== '' && surveys !== undefined && surveys.every(({ id }) => id !== value);
  return (
    <Field label={t('survey')} error={error ?? failure?.message ?? (isGone ? t('surveyGone') : undefined)}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t('surveyNone')}</option>
          {value !== '' && (surveys === undefined || isGone) && <option value={value}>{t('surveyChosen')}</option>}
          {surveys?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TypedProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  /** A number of days. */
  readonly narrow?: boolean;
  /** What holds where it is left empty. */
  readonly hint?: string;
}

/** A field of one line. */
export function Typed({ label, value, error, onChange, narrow = false, hint }: TypedProps) {
  return (
    <div className={narrow ? styles.narrow : styles.broad}>
      <Field label={label} error={error}>
        {(control) => (
          <input
            {...control}
            value={value}
            placeholder={hint}
            inputMode={narrow ? 'numeric' : 'text'}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </div>
  );
}

/** Up, down and away, by keyboard as by mouse. */
export function Moves({ name, first, last, onMove, onRemove }: MoveProps) {
  const { t } = useTranslation('programs');
  return (
    <span className={styles.moves}>
      <Button color="inherit" disabled={first} aria-label={t('up', { name })} onClick={() => onMove(-1)}>
        <Icon name="arrowUp" />
      </Button>
      <Button color="inherit" disabled={last} aria-label={t('down', { name })} onClick={() => onMove(1)}>
        <Icon name="arrowDown" />
      </Button>
      <Button color="inherit" aria-label={t('removeStep', { name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </span>
  );
}
