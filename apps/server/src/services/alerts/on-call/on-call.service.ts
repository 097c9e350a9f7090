import type { OnCallNow, OnCallRota, OnCallRotas } from '@vigil/contract/alerts-on-call.contract';
import type { ChangedRota, Handover, NewOverride } from '@vigil/contract/alerts-on-call.forms';
import { longestCoverDays, longestCoverDaysAgo, usualHandoverHours } from '@vigil/contract/alerts-on-call.values';
import { type FieldError, VigilError } from '@vigil/contract/errors';
import { type ActionRole, actionRoles, actionRolesOf } from '@vigil/domain/actions/moves';
import { type OnCall, onCallAt } from '@vigil/domain/on-call/rota';
import { shiftOf } from '@vigil/domain/on-call/shift';
import type { CareUserRow, People } from '#people/index.ts';
import type { CoverRow, OnCallRows, OnCallStore } from './on-call.store.ts';

/** Who says something. */
export interface Speaker {
  readonly id: string;
  /** The roles of the care team that they act as. */
  readonly acts: readonly ActionRole[];
}

/** The shift of somebody for one of the roles that they hold. Milliseconds since 1970. */
export interface ShiftOfStaff {
  readonly role: ActionRole;
  /** When it began that goes on, or else the last one that has ended; null where there was none within a day. */
  readonly fromMs: number | null;
  readonly untilMs: number | null;
  readonly isNow: boolean;
  /** Who else is on call first after it. */
  readonly next: { readonly userIds: readonly string[]; readonly fromMs: number } | null;
}

export interface OnCallService {
  get(tenantId: string): Promise<OnCallRotas>;
  now(tenantId: string): Promise<OnCallNow[]>;
  /** The shifts of somebody, of each of these roles: those that go on first, then the latest. */
  shiftsOf(tenantId: string, staffId: string, roles: readonly ActionRole[]): Promise<ShiftOfStaff[]>;
  /** Throws conflict for a stale version, and invalid_input by field for whoever does not hold the role. */
  put(tenantId: string, by: string, role: ActionRole, rota: ChangedRota): Promise<OnCallRota>;
  override(tenantId: string, by: string, role: ActionRole, cover: NewOverride): Promise<OnCallRota>;
  /** Throws not_found. */
  remove(tenantId: string, by: string, role: ActionRole, id: string): Promise<OnCallRota>;
  /** Throws forbidden for somebody who is neither on call nor a physician, and takes nothing over. */
  handOver(tenantId: string, by: Speaker, role: ActionRole, sent: Handover): Promise<OnCallNow>;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Who is on call for each role, of those that have anybody. */
export function onCallByRole(rows: OnCallRows): ReadonlyMap<ActionRole, OnCall> {
  return new Map(actionRoles.map((role) => [role, onCallOf(rows, role)]));
}

function onCallOf({ rotas, covers, nowMs }: OnCallRows, role: ActionRole): OnCall {
  return onCallAt(rotas.find((rota) => rota.role === role) ?? null, coversInSeconds(covers, role), nowMs / 1000);
}

const coversInSeconds = (covers: OnCallRows['covers'], role: ActionRole) =>
  covers
    .filter((one) => one.role === role)
    .map(({ staffId, fromAt, untilAt }) => ({ staffId, from: fromAt / 1000, until: untilAt / 1000 }));

export function createOnCallService({
  store,
  people,
}: {
  readonly store: OnCallStore;
  readonly people: Pick<People, 'care'>;
}): OnCallService {
  const named = async (tenantId: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : people.care.named(tenantId, [...new Set(ids)]);
  const personsOf = async (tenantId: string, ids: readonly string[]) => (await named(tenantId, ids)).map(personOf);

  /** Whoever is on call must be able to act: they hold the role, and have not left. */
  async function requireHolders(tenantId: string, role: ActionRole, asked: readonly { readonly id: string; readonly field: string }[]) {
    const rows = await named(
      tenantId,
      asked.map(({ id }) => id),
    );
    const holds = new Set(rows.filter((row) => holdsHere(row, role)).map(({ id }) => id));
    const fields = asked.filter(({ id }) => !holds.has(id)).map(({ field }) => ({ field, message: `Has to hold the role ${role} here` }));
    if (fields.length > 0) throw refused('Somebody who is named does not hold the role, or has left. Nothing was stored.', fields);
  }

  async function nowOf(tenantId: string, rows: OnCallRows, role: ActionRole): Promise<OnCallNow> {
    const { userIds, until, source } = onCallOf(rows, role);
    const asked = await named(tenantId, userIds);
    const isThere = (row: CareUserRow) => holdsHere(row, role) && !row.isOnHold;
    const [there, absent] = [asked.filter(isThere), asked.filter((row) => !isThere(row))];
    return { role, source, people: there.map(personOf), absent: absent.map(personOf), until: until === null ? null : until * 1000 };
  }

  const shownRota = async (tenantId: string, role: ActionRole) => rotaOf(await store.read(tenantId), role);

  return {
    async get(tenantId) {
      const rows = await store.read(tenantId);
      const rotas = actionRoles.map((role) => rotaOf(rows, role));
      const ids = rotas.flatMap(({ shifts, covers }) => [
        ...[...shifts, ...covers].map(({ staffId }) => staffId),
        ...covers.map(({ saidBy }) => saidBy),
      ]);
      return { rotas, people: await personsOf(tenantId, ids) };
    },

    async now(tenantId) {
      const rows = await store.read(tenantId);
      return Promise.all(actionRoles.map((role) => nowOf(tenantId, rows, role)));
    },

    async shiftsOf(tenantId, staffId, roles) {
      const { rotas, covers, nowMs } = await store.read(tenantId);
      const shifts = roles.map((role): ShiftOfStaff => {
        const rota = rotas.find((one) => one.role === role) ?? null;
        const { from, until, isNow, next } = shiftOf(rota, coversInSeconds(covers, role), staffId, nowMs / 1000);
        const inMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000);
        return {
          ...{ role, fromMs: inMs(from), untilMs: inMs(until), isNow },
          next: next && { userIds: next.userIds, fromMs: next.from * 1000 },
        };
      });
      return shifts.sort((a, b) => Number(b.isNow) - Number(a.isNow) || (b.fromMs ?? 0) - (a.fromMs ?? 0));
    },

    async put(tenantId, by, role, { version, timeZone, shifts }) {
      await requireHolders(
        tenantId,
        role,
        shifts.map(({ staffId }, index) => ({ id: staffId, field: `shifts.${index}.staffId` })),
      );
      if (!(await store.writeRota(tenantId, { role, version, timeZone, shifts }, by))) {
        const stored = await shownRota(tenantId, role);
        // The same week sent again, because its answer was lost.
        if (stored.version === version + 1 && isSame(stored, { timeZone, shifts })) return stored;
        throw stale(version, stored.version);
      }
      return shownRota(tenantId, role);
    },

    async override(tenantId, by, role, { id, staffId, from, until, replaces = [] }) {
      await requireHolders(tenantId, role, [{ id: staffId, field: 'staffId' }]);
      const { nowMs } = await store.read(tenantId);
      requireSpan({ from, until, nowMs });
      const cover = { id, role, kind: 'override', staffId, fromAt: from, untilAt: until, saidBy: by } as const;
      requireStored(await store.addCover(tenantId, cover, replaces), cover);
      return shownRota(tenantId, role);
    },

    async remove(tenantId, by, role, id) {
      if (!(await store.removeCover(tenantId, role, id, by))) throw new VigilError('not_found', 'There is no such override of this role.');
      return shownRota(tenantId, role);
    },

    async handOver(tenantId, by, role, { id, staffId, until, replaces = [] }) {
      const stored = await store.read(tenantId);
      // As it is without what this takes back: the first sending may have handed over already.
      const isReplaced = (cover: OnCallRows['covers'][number]) => replaces.includes(cover.id) && cover.saidBy === by.id;
      const before = { ...stored, covers: stored.covers.filter((cover) => !isReplaced(cover)) };
      const repeated = before.covers.find((cover) => cover.id === id);
      const present = onCallOf(before, role);
      if (!repeated && !present.userIds.includes(by.id) && !by.acts.includes('md') && staffId !== by.id) throw notOnCall(role);
      await requireHolders(tenantId, role, [{ id: staffId, field: 'staffId' }]);
      const shiftEnds =
        present.source === 'nobody' || present.until === null ? before.nowMs + usualHandoverHours * hourMs : present.until * 1000;
      const untilAt = until ?? repeated?.untilAt ?? shiftEnds;
      requireSpan({ from: before.nowMs, until: untilAt, nowMs: before.nowMs });
      const cover = { id, role, kind: 'handover', staffId, fromAt: null, untilAt, saidBy: by.id } as const;
      requireStored(await store.addCover(tenantId, cover, replaces), cover);
      return nowOf(tenantId, await store.read(tenantId), role);
    },
  };
}

const personOf = ({ id, givenName, familyName }: CareUserRow) => ({ id, firstName: givenName, lastName: familyName });
const holdsHere = ({ isInTheTenant, roles }: CareUserRow, role: ActionRole) =>
  isInTheTenant !== false && actionRolesOf(roles).includes(role);

function rotaOf({ rotas, covers }: OnCallRows, role: ActionRole): OnCallRota {
  const { version, timeZone, shifts } = rotas.find((rota) => rota.role === role) ?? { version: 0, timeZone: null, shifts: [] };
  return {
    ...{ role, version, timeZone, shifts: [...shifts] },
    covers: covers
      .filter((cover) => cover.role === role)
      .map(({ fromAt, untilAt, ...cover }) => ({ ...cover, from: fromAt, until: untilAt })),
  };
}

function isSame(stored: OnCallRota, sent: Pick<ChangedRota, 'timeZone' | 'shifts'>): boolean {
  const text = (rota: { timeZone: string | null; shifts: ChangedRota['shifts'] }) =>
    JSON.stringify([rota.timeZone, ...rota.shifts.map(({ weekday, from, to, staffId }) => [weekday, from, to, staffId])]);
  return text(stored) === text(sent);
}

function requireSpan({ from, until, nowMs }: { from: number; until: number; nowMs: number }): void {
  const fields: FieldError[] = [];
  if (from < nowMs - longestCoverDaysAgo * dayMs) fields.push({ field: 'from', message: 'Is more than a day ago' });
  if (until <= from) fields.push({ field: 'until', message: 'Has to be after its beginning' });
  else if (until <= nowMs) fields.push({ field: 'until', message: 'Has passed already' });
  else if (until > nowMs + longestCoverDays * dayMs)
    fields.push({ field: 'until', message: `Is more than ${longestCoverDays} days ahead` });
  if (fields.length > 0) throw refused('Nobody can be on call at that time. Nothing was stored.', fields);
}

type SentCover = Pick<CoverRow, 'role' | 'kind' | 'staffId' | 'untilAt' | 'saidBy'> & { readonly fromAt: number | null };

function requireStored(stored: CoverRow | null, sent: SentCover): void {
  const same =
    stored &&
    (['role', 'kind', 'staffId', 'untilAt', 'saidBy'] as const).every((key) => stored[key] === sent[key]) &&
    // A handover begins when it is said.
    (sent.fromAt === null || stored.fromAt === sent.fromAt);
  if (!same)
    throw new VigilError(
      'conflict',
      'Something else was said under this id before, or it was taken back. Nothing was stored; send a new id.',
    );
}

const refused = (message: string, fields: readonly FieldError[]) => new VigilError('invalid_input', message, { fields });
const stale = (read: number, now: number) =>
  new VigilError(
    'conflict',
    `Somebody has changed this rota since you read it: you have version ${read}, and it is at ${now}. Nothing was stored; read it again and change that.`,
    { fields: [{ field: 'version', message: `Is ${now} now` }] },
  );
const notOnCall = (role: ActionRole) =>
  new VigilError(
    'forbidden',
    `Only whoever is on call for ${role}, or a physician, hands over to somebody else; you can take over yourself. Nothing was stored.`,
  );
