import { VigilError } from '@vigil/contract/errors';
import { doubtWords, type LevelField, levelDoubts, levelFields } from '@vigil/domain/alerts/level-doubt';
import type { AlertRule, RuleSettings } from '@vigil/domain/alerts/rule';

/**
 * Throws invalid_input, with a question for each field, where a limit lies so far outside what devices report that it was probably meant in
 * another unit. Nobody is watched by it until somebody says that it is right.
 */
export function requireLikelyLimits(rule: AlertRule, isConfirmed: boolean): void {
  if (!isConfirmed) ask(rule, levelFields, 'definition');
}

/** Of a layer the limits that it did not have before are asked about. */
export function requireLikelyLayer(
  rules: readonly AlertRule[],
  settings: Partial<RuleSettings>,
  before: Partial<RuleSettings> | undefined,
  isConfirmed: boolean,
): void {
  const said = levelFields.filter((field) => settings[field] !== undefined && settings[field] !== before?.[field]);
  if (!isConfirmed) for (const rule of rules) ask({ ...rule, ...settings }, said, 'settings');
}

function ask(rule: AlertRule, fields: readonly LevelField[], within: 'definition' | 'settings'): void {
  const doubts = levelDoubts(rule, fields);
  const [first] = doubts;
  if (!first) return;
  throw new VigilError('invalid_input', `${doubtWords(first)} Nothing was changed; if it is right, send it with limitsConfirmed.`, {
    fields: doubts.map((doubt) => ({ field: `${within}.${doubt.field}`, message: doubtWords(doubt) })),
  });
}
