/**
 * Tenants in which this process has found no rules: once they have some, everybody there is to be judged for the first time, also by
 * readings that arrived before.
 */
export interface FirstRules {
  /** There are no rules in the tenant. */
  note(tenantId: string): void;
  /** Those of the tenants that have rules by now, each once. */
  found(): Promise<readonly string[]>;
  /** Whether the tenant has no rules, or got them and not everybody was judged by them. */
  has(tenantId: string): boolean;
  /** Nothing is left to be judged. */
  settled(): void;
}

export function createFirstRules(hasRules: (tenantId: string) => Promise<boolean>): FirstRules {
  const states = new Map<string, 'none' | 'first'>();
  return {
    note(tenantId) {
      if (!states.has(tenantId)) states.set(tenantId, 'none');
    },
    async found() {
      const found: string[] = [];
      for (const [tenantId, state] of states) if (state === 'none' && (await hasRules(tenantId))) found.push(tenantId);
      for (const tenantId of found) states.set(tenantId, 'first');
      return found;
    },
    has: (tenantId) => states.has(tenantId),
    settled() {
      for (const [tenantId, state] of states) if (state === 'first') states.delete(tenantId);
    },
  };
}
