import { defaultRules } from '../defaults.ts';
import { effectiveRule } from '../layers.ts';
import { type MemberLimits, namedRule, type RuleStanding, type ValueLimit } from '../out-of-range.ts';

const named = defaultRules.flatMap(
  ({ id, title, rule }) => namedRule({ ruleId: id, title }, effectiveRule(rule, { cohorts: [], member: null }, 0)) ?? [],
);

/** The limits of somebody for whom the default rules run as they are, of whom none holds. */
export const defaultLimits: MemberLimits = { limits: named.filter(({ against }) => against === 'value'), standings: [] };

export function defaultLimit(ruleId: string): ValueLimit {
  const found = defaultLimits.limits.find((limit) => limit.ruleId === ruleId);
  if (!found) throw new Error(`There is no default rule ${ruleId} about a reading`);
  return found;
}

/** A default rule that holds or has fired. */
export function defaultStanding(ruleId: string, at: Partial<Pick<RuleStanding, 'holdsSince' | 'firedAt' | 'actionId'>>): RuleStanding {
  const found = named.find((rule) => rule.ruleId === ruleId);
  if (!found) throw new Error(`There is no default rule ${ruleId} about readings`);
  return { ...found, level: found.against === 'value' ? found.level : null, holdsSince: null, firedAt: null, actionId: null, ...at };
}
