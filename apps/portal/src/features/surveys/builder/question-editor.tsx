import Button from '@mui/material/Button';
import { questionTypes, textInputs } from '@vigil/domain/surveys/survey';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import styles from './builder.module.css';
import { newOption, type Option, ofKind, type Question } from './draft.ts';

interface QuestionEditorProps {
  readonly question: Question;
  /** Those that are asked before: a condition can name their answers. */
  readonly before: readonly Question[];
  readonly disabled: boolean;
  readonly onChange: (question: Question) => void;
}

const orNull = (text: string) => (text === '' ? null : text);
const numberOrNull = (text: string) => (text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text));

/** One question: its words in both languages, its kind, its answers, and when it stands. */
export function QuestionEditor({ question, before, disabled, onChange }: QuestionEditorProps) {
  const { t } = useTranslation('surveys');
  const isChoice = question.type === 'single-choice' || question.type === 'multi-choice';
  return (
    <fieldset className={styles.question} disabled={disabled}>
      <Field label={t('builder.text')} error={undefined}>
        {(field) => (
          <textarea {...field} rows={2} value={question.text} onChange={({ target }) => onChange({ ...question, text: target.value })} />
        )}
      </Field>
      <Field label={t('builder.textEs')} error={undefined}>
        {(field) => (
          <textarea
            {...field}
            rows={2}
            value={question.textEs ?? ''}
            onChange={({ target }) => onChange({ ...question, textEs: orNull(target.value) })}
          />
        )}
      </Field>
      <Field label={t('builder.type')} error={undefined}>
        {(field) => (
          <select {...field} value={question.type} onChange={({ target }) => onChange(ofKind(question, target.value as Question['type']))}>
            {questionTypes.map((type) => (
              <option key={type} value={type}>
                {t(`builder.kind.${type}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isChoice && <Options question={question} onChange={onChange} />}
      {question.type === 'text' && <InputOf question={question} onChange={onChange} />}
      <Condition question={question} before={before} onChange={onChange} />
    </fieldset>
  );
}

type PartProps = Pick<QuestionEditorProps, 'question' | 'onChange'>;

function Options({ question, onChange }: PartProps) {
  const { t } = useTranslation('surveys');
  const set = (index: number, next: Partial<Option>) =>
    onChange({ ...question, options: question.options.map((one) => (one.index === index ? { ...one, ...next } : one)) });
  const toggleUrgent = (index: number) => {
    const others = question.urgentAnswers.filter((one) => one !== index);
    onChange({ ...question, urgentAnswers: others.length < question.urgentAnswers.length ? others : [...others, index] });
  };
  return (
    <div className={styles.part}>
      <h4>{t('builder.options')}</h4>
      {question.options.map(({ index, text, textEs, score }, place) => {
        const label = { number: place + 1 };
        return (
          <div key={index} className={styles.option}>
            <input
              aria-label={t('builder.option', label)}
              placeholder={t('builder.option', label)}
              value={text}
              onChange={({ target }) => set(index, { text: target.value })}
            />
            <input
              aria-label={t('builder.optionEs', label)}
              placeholder={t('builder.optionEs', label)}
              value={textEs ?? ''}
              onChange={({ target }) => set(index, { textEs: orNull(target.value) })}
            />
            <input
              aria-label={t('builder.score', label)}
              placeholder={t('staff.score')}
              type="number"
              step="any"
              value={score ?? ''}
              onChange={({ target }) => set(index, { score: numberOrNull(target.value) })}
            />
            <label className={styles.check}>
              <input type="checkbox" checked={question.urgentAnswers.includes(index)} onChange={() => toggleUrgent(index)} />
              {t('builder.urgent')}
            </label>
            <Button
              size="small"
              color="inherit"
              aria-label={t('builder.removeOption', label)}
              onClick={() =>
                onChange({
                  ...question,
                  options: question.options.filter((one) => one.index !== index),
                  urgentAnswers: question.urgentAnswers.filter((one) => one !== index),
                })
              }
            >
              {t('builder.remove')}
            </Button>
          </div>
        );
      })}
      <Button size="small" color="inherit" onClick={() => onChange({ ...question, options: [...question.options, newOption(question)] })}>
        {t('builder.addOption')}
      </Button>
    </div>
  );
}

function InputOf({ question, onChange }: PartProps) {
  const { t } = useTranslation('surveys');
  const input = question.input ?? { kind: 'text' as const, min: null, max: null, unit: null, is24Hr: null };
  const set = (next: Partial<typeof input>) => onChange({ ...question, input: { ...input, ...next } });
  const isNumber = input.kind === 'keypad' || input.kind === 'picker';
  return (
    <div className={styles.row}>
      <Field label={t('builder.input')} error={undefined}>
        {(field) => (
          <select {...field} value={input.kind} onChange={({ target }) => set({ kind: target.value as typeof input.kind })}>
            {textInputs.map((kind) => (
              <option key={kind} value={kind}>
                {t(`builder.inputs.${kind}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isNumber &&
        (['min', 'max'] as const).map((end) => (
          <Field key={end} label={t(`builder.${end}`)} error={undefined}>
            {(field) => (
              <input
                {...field}
                type="number"
                step="any"
                value={input[end] ?? ''}
                onChange={({ target }) => set({ [end]: numberOrNull(target.value) })}
              />
            )}
          </Field>
        ))}
      {isNumber && (
        <Field label={t('builder.unit')} error={undefined}>
          {(field) => <input {...field} value={input.unit ?? ''} onChange={({ target }) => set({ unit: orNull(target.value) })} />}
        </Field>
      )}
      {input.kind === 'time' && (
        <label className={styles.check}>
          <input type="checkbox" checked={input.is24Hr ?? false} onChange={({ target }) => set({ is24Hr: target.checked })} />
          {t('builder.is24Hr')}
        </label>
      )}
    </div>
  );
}

/** When the question stands: always, or while answers of questions before it are chosen. */
function Condition({ question, before, onChange }: PartProps & Pick<QuestionEditorProps, 'before'>) {
  const { t } = useTranslation('surveys');
  const choices = before.filter(({ options }) => options.length > 0);
  const { displayConditions, displayWhen } = question;
  if (choices.length === 0 && displayConditions.length === 0) return null;
  const toggle = (questionName: string, index: number) => {
    const found = displayConditions.find((one) => one.questionName === questionName);
    const others = displayConditions.filter((one) => one !== found);
    const indices = found?.answerIndices.includes(index)
      ? found.answerIndices.filter((one) => one !== index)
      : [...(found?.answerIndices ?? []), index];
    onChange({ ...question, displayConditions: indices.length === 0 ? others : [...others, { questionName, answerIndices: indices }] });
  };
  return (
    <details className={styles.part} open={displayConditions.length > 0}>
      <summary>{t('builder.condition')}</summary>
      {displayConditions.length > 1 && (
        <select
          aria-label={t('builder.condition')}
          value={displayWhen}
          onChange={({ target }) => onChange({ ...question, displayWhen: target.value === 'any' ? 'any' : 'all' })}
        >
          <option value="all">{t('builder.all')}</option>
          <option value="any">{t('builder.any')}</option>
        </select>
      )}
      {choices.map((asked) => (
        <fieldset key={asked.name} className={styles.conditions}>
          <legend>{asked.text || asked.name}</legend>
          {asked.options.map(({ index, text }) => (
            <label key={index} className={styles.check}>
              <input
                type="checkbox"
                checked={displayConditions.some((one) => one.questionName === asked.name && one.answerIndices.includes(index))}
                onChange={() => toggle(asked.name, index)}
              />
              {text || index}
            </label>
          ))}
        </fieldset>
      ))}
    </details>
  );
}
