import type { AnsweredQuestion } from '@vigil/contract/factuary-surveys.contract';
import { inOrder, type SurveyAnswer } from '@vigil/domain/surveys/survey';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { inLanguage } from '../survey-texts.ts';
import styles from '../surveys.module.css';

interface QuestionFieldProps {
  readonly question: AnsweredQuestion;
  readonly value: SurveyAnswer | null;
  /** What is wrong with it. */
  readonly error: string | undefined;
  /** The id of the heading that asks it. */
  readonly labelId: string;
  readonly onChange: (value: SurveyAnswer) => void;
  /** Small, for those who work with many at a time. */
  readonly dense?: boolean;
}

/** The control of one question, by its kind. */
export function QuestionField({ error, ...props }: QuestionFieldProps) {
  const { t } = useTranslation('surveys');
  const errorId = useId();
  const { type } = props.question;
  const aria = { 'aria-invalid': error !== undefined, 'aria-describedby': error === undefined ? undefined : errorId };
  return (
    <div className={styles.answerField} data-dense={props.dense}>
      {(type === 'single-choice' || type === 'multi-choice') && <Choices {...props} describedBy={aria['aria-describedby']} />}
      {(type === 'text' || type === 'long-text') && <Written {...props} aria={aria} />}
      {!['single-choice', 'multi-choice', 'text', 'long-text'].includes(type) && <p>{t('fault.unexpected_question_type')}</p>}
      <p id={errorId} role="alert" className={styles.error}>
        {error}
      </p>
    </div>
  );
}

type ChoicesProps = Omit<QuestionFieldProps, 'error'> & { readonly describedBy: string | undefined };

function Choices({ question, value, labelId, onChange, describedBy }: ChoicesProps) {
  const { t, i18n } = useTranslation('surveys');
  const name = useId();
  const many = question.type === 'multi-choice';
  const chosen = value?.answerIndices ?? [];
  const choose = (index: number) => {
    const others = chosen.filter((one) => one !== index);
    const next = many ? (others.length < chosen.length ? others : [...others, index]) : [index];
    onChange({ answerIndices: next, answerText: null });
  };
  return (
    <fieldset className={styles.options} aria-labelledby={labelId} aria-describedby={describedBy}>
      {many && <p className={styles.hint}>{t('hint.many')}</p>}
      {inOrder(question.options).map(({ index, text, textEs }) => (
        <label key={index} className={styles.option}>
          <input type={many ? 'checkbox' : 'radio'} name={name} checked={chosen.includes(index)} onChange={() => choose(index)} />
          <span>{inLanguage(i18n.language, text, textEs)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface WrittenProps extends Omit<QuestionFieldProps, 'error'> {
  readonly aria: { readonly 'aria-invalid': boolean; readonly 'aria-describedby': string | undefined };
}

function Written({ question, value, labelId, onChange, aria }: WrittenProps) {
  const { t } = useTranslation('surveys');
  const { input, type } = question;
  const shared = {
    ...aria,
    'aria-labelledby': labelId,
    className: styles.input ?? '',
    value: value?.answerText ?? '',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange({ answerIndices: null, answerText: target.value }),
  };
  if (type === 'long-text') return <textarea {...shared} rows={5} />;
  const { min = null, max = null, unit = null } = input ?? {};
  const range = min !== null && max !== null ? t('hint.range', { min, max }) : undefined;
  switch (input?.kind) {
    case 'picker':
      return (
        <span className={styles.withUnit}>
          <select {...shared}>
            <option value="">{t('choose')}</option>
            {Array.from({ length: (max ?? 0) - (min ?? 0) + 1 }, (_, place) => String((min ?? 0) + place)).map((number) => (
              <option key={number} value={number}>
                {number}
              </option>
            ))}
          </select>
          {unit}
        </span>
      );
    case 'keypad':
      return (
        <>
          <span className={styles.withUnit}>
            <input {...shared} type="text" inputMode="decimal" autoComplete="off" maxLength={20} />
            {unit}
          </span>
          {range && <p className={styles.hint}>{range}</p>}
        </>
      );
    case 'time':
      return (
        <>
          <input {...shared} type="time" />
          <p className={styles.hint}>{t(input.is24Hr ? 'hint.time24' : 'hint.time12')}</p>
        </>
      );
    case 'date':
      return <input {...shared} type="date" />;
    default:
      return <input {...shared} type="text" />;
  }
}
