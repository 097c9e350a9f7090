import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { AlertRule } from '@vigil/domain/alerts/rule';

/** A rule that the product ships. */
export function shippedRule(id: string): { readonly title: string; readonly rule: AlertRule } {
  const found = defaultRules.find((one) => one.id === id);
  if (!found) throw new Error(`There is no rule ${id}`);
  return found;
}
