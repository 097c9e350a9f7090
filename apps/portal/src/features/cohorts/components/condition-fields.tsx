import IconButton from '@mui/material/IconButton';
import { wordsOfCondition } from '@vigil/domain/cohorts/conditions';
import { measureOf, type NumberMeasure, type ValueMeasure } from '@vigil/domain/facts/measures';
import type { Units } from '@vigil/domain/units/unit-system';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { typedScale } from '#lib/typed-filter.ts';
import { Icon } from '#ui/icons.tsx';
import { readCondition, type TypedCondition } from '../cohort-draft.ts';
import styles from '../cohorts.module.css';
import { wordOf } from '../condition-words.ts';

interface ConditionFieldsProps {
  readonly condition: TypedCondition;
  readonly units: Units;
  readonly readOnly: boolean;
  readonly onChange: (condition: TypedCondition) => void;
  readonly onRemove: () => void;
}

/** One condition: its range in the person's units, or its words. */
export function ConditionFields({ condition, units, readOnly, onChange, onRemove }: ConditionFieldsProps) {
  const { t } = useTranslation('cohorts');
  const measure = measureOf(condition.fact);
  const label = measure?.label ?? condition.fact;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fields are named one by one, a fieldset's legend cannot stand beside them.
    <div role="group" aria-label={label} className={styles.condition}>
      <span className={styles.fact}>{label}</span>
      {measure?.type === 'measure' && (
        <RangeFields measure={measure} condition={condition} units={units} readOnly={readOnly} onChange={onChange} />
      )}
      {measure?.type === 'value' && <WordFields measure={measure} condition={condition} readOnly={readOnly} onChange={onChange} />}
      {!measure && <span className={styles.failed}>{t('goneFact')}</span>}
      {!readOnly && (
        <IconButton size="small" aria-label={t('removeCondition', { fact: label })} onClick={onRemove}>
          <Icon name="close" size={14} />
        </IconButton>
      )}
    </div>
  );
}

type FieldsOf<M> = Pick<ConditionFieldsProps, 'condition' | 'readOnly' | 'onChange'> & { readonly measure: M };

function RangeFields({ measure, condition, units, readOnly, onChange }: FieldsOf<NumberMeasure> & Pick<ConditionFieldsProps, 'units'>) {
  const { t } = useTranslation('cohorts');
  const errorId = useId();
  const { unit, range } = typedScale(measure, units);
  const isWrong = readCondition(condition, units) === 'wrong';
  const bounds = {
    ...{ inputMode: 'decimal' as const, disabled: readOnly, className: styles.number ?? '', autoComplete: 'off' },
    ...{ 'aria-invalid': isWrong, 'aria-describedby': isWrong ? errorId : undefined },
  };
  return (
    <span className={styles.range}>
      <input
        {...bounds}
        aria-label={t('fromLabel', { fact: measure.label, unit })}
        placeholder={String(range[0])}
        value={condition.low}
        onChange={(event) => onChange({ ...condition, low: event.target.value })}
      />
      <span aria-hidden="true">–</span>
      <input
        {...bounds}
        aria-label={t('toLabel', { fact: measure.label, unit })}
        placeholder={String(range[1])}
        value={condition.high}
        onChange={(event) => onChange({ ...condition, high: event.target.value })}
      />
      <span className={styles.unit}>{unit}</span>
      {isWrong && (
        <span id={errorId} role="alert" className={styles.rangeWrong}>
          {t('rangeWrong', { low: range[0], high: range[1], unit })}
        </span>
      )}
    </span>
  );
}

function WordFields({ measure, condition, readOnly, onChange }: FieldsOf<ValueMeasure>) {
  const { t } = useTranslation(['cohorts', 'ui']);
  const words = wordsOfCondition(measure);
  const [only] = words;
  // A diagnosis has one word only: it is chosen with the fact.
  if (words.length === 1 && only !== undefined && condition.words.includes(only))
    return <span className={styles.words}>{wordOf(measure.id, only, t)}</span>;
  const toggled = (word: string, on: boolean) => words.filter((one) => (one === word ? on : condition.words.includes(one)));
  return (
    <span className={styles.words}>
      {words.map((word) => (
        <label key={word} className={styles.check}>
          <input
            type="checkbox"
            disabled={readOnly}
            checked={condition.words.includes(word)}
            onChange={(event) => onChange({ ...condition, words: toggled(word, event.target.checked) })}
          />
          {wordOf(measure.id, word, t)}
        </label>
      ))}
    </span>
  );
}
