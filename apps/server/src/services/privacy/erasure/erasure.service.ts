import { VigilError } from '@vigil/contract/errors';
import type { Erasure } from '@vigil/contract/privacy.contract';
import type { ErasureDecision, ErasureRequest } from '@vigil/contract/privacy.forms';
import type { People, PersonName } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { ErasureWork } from './erasure.jobs.ts';
import { isNameOf, keepUntil, stateOf } from './erasure.rules.ts';
import type { ErasureRow, ErasuresStore } from './erasure.store.ts';

export interface ErasureRules {
  readonly keepRecordYears: number;
  readonly waitDays: number;
}

export interface ErasuresDeps {
  readonly store: ErasuresStore;
  readonly people: Pick<People, 'privacy'>;
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly work: ErasureWork;
  /** What the tenant has set. */
  readonly rulesOf: (tenantId: string) => Promise<ErasureRules>;
}

export interface Erasures {
  /** The request that stands, and what would hold for it. */
  get(tenantId: string, userId: string): Promise<{ erasure: Erasure | null } & ErasureRules>;
  list(tenantId: string): Promise<Erasure[]>;
  /** Asking again with the same id changes nothing. Throws conflict where another request stands, and for staff. */
  request(tenantId: string, userId: string, by: string, request: ErasureRequest): Promise<Erasure>;
  /** Throws conflict where none stands that was not carried out yet. */
  withdraw(tenantId: string, userId: string, by: string): Promise<Erasure>;
  /**
   * Erases what is erased at once, and sees to the rest. Throws invalid_input, naming `confirmName`, before the request is
   * due and without the name; conflict where another request stands or the person is staff as well.
   */
  carryOut(tenantId: string, userId: string, by: string, decision: ErasureDecision): Promise<Erasure>;
}

const dayMs = 86_400_000;

export function createErasures({ store, people, clock, bus, work, rulesOf }: ErasuresDeps): Erasures {
  async function presented(tenantId: string, rows: readonly ErasureRow[]): Promise<Erasure[]> {
    const names = await people.privacy.knownNames(tenantId, [...new Set(rows.flatMap(({ userId, requestedBy }) => [userId, requestedBy]))]);
    return rows.map((row) => erasureOf(row, names, clock.now()));
  }
  const single = async (tenantId: string, row: ErasureRow) => (await presented(tenantId, [row]))[0] as Erasure;

  /** An account of staff is a matter of employment, and what they wrote is part of others' records. */
  async function requireMemberOnly(tenantId: string, userId: string): Promise<PersonName> {
    const name = (await people.privacy.knownNames(tenantId, [userId])).get(userId);
    if (!name) throw new VigilError('not_found', 'There is no such member.');
    if (name.roles.some((role) => role !== 'patient'))
      throw new VigilError('conflict', 'This person works here as well. Take the other roles away first; nothing was changed.');
    return name;
  }

  return {
    async get(tenantId, userId) {
      const row = await store.standing(tenantId, userId);
      return { erasure: row ? await single(tenantId, row) : null, ...(await rulesOf(tenantId)) };
    },

    list: async (tenantId) => presented(tenantId, await store.list(tenantId)),

    async request(tenantId, userId, by, { id, reason }) {
      await requireMemberOnly(tenantId, userId);
      const nowMs = clock.now();
      const { waitDays } = await rulesOf(tenantId);
      const made = await store.insert(tenantId, {
        id,
        userId,
        requestedBy: by,
        requestedAtMs: nowMs,
        reason,
        dueAtMs: nowMs + waitDays * dayMs,
      });
      const stored = made ?? (await store.byId(tenantId, id));
      if (!stored || stored.userId !== userId || stored.reason !== reason || stored.withdrawnAt !== null)
        throw new VigilError('conflict', 'A request to erase this member stands already. Nothing was changed.');
      return single(tenantId, stored);
    },

    async withdraw(tenantId, userId, by) {
      const row = await store.withdraw(tenantId, userId, by, clock.now());
      if (!row) throw new VigilError('conflict', 'There is no request that could be withdrawn. Nothing was changed.');
      return single(tenantId, row);
    },

    async carryOut(tenantId, userId, by, { id, confirmName }) {
      const name = await requireMemberOnly(tenantId, userId);
      const row = await store.standing(tenantId, userId);
      if (row?.id !== id) throw new VigilError('conflict', 'The request was withdrawn or replaced meanwhile. Nothing was erased.');
      const nowMs = clock.now();
      if (row.dueAt > nowMs && !isNameOf(confirmName, name)) throw notConfirmed();
      const { keepRecordYears } = await rulesOf(tenantId);
      const keepRecordUntilMs = keepUntil(nowMs, keepRecordYears);
      const keptIdentity = keepRecordUntilMs === null ? null : ((await people.privacy.identityOf({ tenantId, userId })) ?? null);
      const decided = await store.decide(tenantId, id, { by, atMs: nowMs, keepRecordUntilMs, keptIdentity });
      if (!decided) throw new VigilError('conflict', 'The request was withdrawn or carried out meanwhile. Nothing was erased now.');
      await work.eraseContact({ tenantId, id });
      bus.publish('user.changed', { tenantId, userId });
      work.goOn();
      return single(tenantId, (await store.byId(tenantId, id)) ?? decided);
    },
  };
}

const notConfirmed = () =>
  new VigilError('invalid_input', 'The waiting time is not over. To erase at once, type the member’s name. Nothing was erased.', {
    fields: [{ field: 'confirmName', message: 'Has to be the member’s first and last name' }],
  });

function erasureOf(row: ErasureRow, names: ReadonlyMap<string, PersonName>, nowMs: number): Erasure {
  const personOf = (id: string) => {
    const name = names.get(id);
    return name ? { id, firstName: name.givenName, lastName: name.familyName } : null;
  };
  const { id, userId, reason, requestedBy, requestedAt, dueAt, decidedAt, withdrawnAt, keepRecordUntil } = row;
  return {
    ...{ id, userId, reason, requestedAt, dueAt, decidedAt, withdrawnAt, keepRecordUntil },
    member: personOf(userId),
    state: stateOf(row, nowMs),
    requestedBy: personOf(requestedBy),
    byMember: requestedBy === userId,
  };
}
