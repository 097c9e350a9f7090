import { type Asked, asked } from './asked.ts';

/** Members who are to be looked at, in the order in which they were heard of; each once, for everything that was heard. */
export interface WorkList {
  note(tenantId: string, userId: string, asked: Asked): void;
  /** Takes some members of the tenant that was heard of first. */
  take(most: number): { readonly tenantId: string; readonly members: ReadonlyMap<string, Asked> } | undefined;
  forget(tenantId: string): void;
  /** Members of a tenant who wait. */
  membersOf(tenantId: string): ReadonlyMap<string, Asked>;
  isEmpty(): boolean;
  /** When the earliest was received of all that its members wait for. Milliseconds since 1970; Infinity: nothing waits. */
  waitingSinceMs(): number;
}

export function createWorkList(): WorkList {
  const tenants = new Map<string, Map<string, Asked>>();
  return {
    note(tenantId, userId, why) {
      const members = tenants.get(tenantId) ?? new Map<string, Asked>();
      tenants.set(tenantId, members);
      const known = members.get(userId);
      members.set(userId, known ? asked.both(known, why) : why);
    },
    take(most) {
      const [first] = tenants;
      if (!first) return undefined;
      const [tenantId, members] = first;
      const taken = new Map([...members.entries().take(most)]);
      for (const userId of taken.keys()) members.delete(userId);
      // The others of this tenant wait until those of another had a turn.
      tenants.delete(tenantId);
      if (members.size > 0) tenants.set(tenantId, members);
      return { tenantId, members: taken };
    },
    forget: (tenantId) => void tenants.delete(tenantId),
    membersOf: (tenantId) => tenants.get(tenantId) ?? new Map(),
    isEmpty: () => tenants.size === 0,
    waitingSinceMs: () => asked.receivedSinceMs(tenants.values().flatMap((members) => members.values())),
  };
}
