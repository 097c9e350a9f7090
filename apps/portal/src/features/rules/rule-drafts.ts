import { keptUnits, type Units } from '@vigil/domain/units/unit-system';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { unitsForm } from '#lib/units.ts';
import { type RuleValues, ruleFieldOrder } from './rule-values.ts';

/** What is being written of a rule. */
export interface RuleDraft {
  /** The rule's. */
  readonly id: string;
  readonly values: RuleValues;
  /** What stood there when it was begun. */
  readonly base: RuleValues;
  /** Those in which it is typed, whatever is chosen since. */
  readonly units: Units;
}

// Drafts that were kept before rules had a group leave it to what they are about.
const values = z.object(
  Object.fromEntries(ruleFieldOrder.map((field) => [field, field === 'system' ? z._default(z.string(), '') : z.string()])),
);
// Drafts that were kept before levels were typed in the reader's units are in those of the rule.
const kept = z.object({ id: z.string(), values, base: values, units: z._default(unitsForm, keptUnits) });

/** By the id of the rule, or `newRule`. */
export const ruleDrafts = createDrafts<RuleDraft>('rules', (found) => (kept.safeParse(found).data as RuleDraft | undefined) ?? null);
/** Under which a rule is written that is not stored yet. */
export const newRuleSubject = 'new';
