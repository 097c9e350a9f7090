import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { type RuleValues, ruleFieldOrder } from './rule-values.ts';

/** What is being written of a rule. */
export interface RuleDraft {
  /** The rule's. */
  readonly id: string;
  readonly values: RuleValues;
  /** What stood there when it was begun. */
  readonly base: RuleValues;
}

const values = z.object(Object.fromEntries(ruleFieldOrder.map((field) => [field, z.string()])));
const kept = z.object({ id: z.string(), values, base: values });

/** By the id of the rule, or `newRule`. */
export const ruleDrafts = createDrafts<RuleDraft>('rules', (found) => (kept.safeParse(found).data as RuleDraft | undefined) ?? null);
/** Under which a rule is written that is not stored yet. */
export const newRuleSubject = 'new';
