import type { AlertRule } from './rule.ts';

/** Works something out once for a rule, which is never written to: one and the same rule is judged for thousands of members. */
export function oncePerRule<Found extends object | string>(work: (rule: AlertRule) => Found): (rule: AlertRule) => Found {
  const known = new WeakMap<AlertRule, Found>();
  return (rule) => {
    const found = known.get(rule) ?? work(rule);
    known.set(rule, found);
    return found;
  };
}
