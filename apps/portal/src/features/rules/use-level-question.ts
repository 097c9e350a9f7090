import { type LevelDoubt, levelDoubts, levelFields } from '@vigil/domain/alerts/level-doubt';
import { levelText } from '@vigil/domain/alerts/levels';
import type { AlertRule, RuleSettings } from '@vigil/domain/alerts/rule';
import type { Units } from '@vigil/domain/units/unit-system';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { LayerValues, SettingField } from './rule-values.ts';

interface Layer {
  readonly rule: AlertRule;
  /** What it has otherwise already: not asked about again. */
  readonly settings: Partial<RuleSettings>;
  readonly units: Units;
  readonly said: (values: LayerValues) => Partial<RuleSettings>;
}

/** Asks whether levels of a layer were meant in another unit. */
export function useLevelQuestion(form: UseFormReturn<LayerValues>, { rule, settings, units, said }: Layer) {
  const [question, setQuestion] = useState<{ readonly about: string; readonly doubts: readonly LevelDoubt[] } | null>(null);
  const about = form.watch(levelFields).join(' ');
  // Typed on, it would be another question.
  const asked = question?.about === about ? question.doubts : null;
  const doubtsOf = (values: LayerValues) => {
    const next = said(values);
    const anew = levelFields.filter((field) => next[field] !== undefined && next[field] !== settings[field]);
    return levelDoubts({ ...rule, ...next }, anew, units);
  };
  return {
    asked,
    /** Whether there is something to be asked about first. */
    ask(values: LayerValues): boolean {
      const doubts = doubtsOf(values);
      setQuestion({ about, doubts });
      return doubts.length > 0;
    },
    dismiss() {
      setQuestion(null);
      form.setFocus(asked?.[0]?.field ?? 'level');
    },
    /** What was probably meant by a level that cannot be. */
    meantFor: (field: SettingField) => doubtsOf(form.getValues()).find((one) => one.field === field),
    takeMeant({ field, meant }: LevelDoubt) {
      if (meant) form.setValue(field, levelText(rule, meant.level, units), { shouldValidate: true });
      form.setFocus(field);
    },
  };
}
