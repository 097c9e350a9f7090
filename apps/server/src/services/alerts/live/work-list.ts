import type { Asked } from './plan-member.ts';

/** Members who are to be looked at, in the order in which they were heard of; each once, for everything that was heard. */
export interface WorkList {
  note(tenantId: string, userId: string, asked: Asked): void;
  /** Takes some members of the tenant that was heard of first. */
  take(most: number): { readonly tenantId: string; readonly members: ReadonlyMap<string, Asked> } | undefined;
  forget(tenantId: string): void;
  isEmpty(): boolean;
}

export function createWorkList(): WorkList {
  const tenants = new Map<string, Map<string, Asked>>();
  return {
    note(tenantId, userId, asked) {
      const members = tenants.get(tenantId) ?? new Map<string, Asked>();
      tenants.set(tenantId, members);
      members.set(userId, both(members.get(userId), asked));
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
    isEmpty: () => tenants.size === 0,
  };
}

function both(one: Asked | undefined, other: Asked): Asked {
  if (one === undefined) return other;
  if (typeof one === 'string' || typeof other === 'string') return one === other ? one : 'everything';
  return new Set([...one, ...other]);
}
