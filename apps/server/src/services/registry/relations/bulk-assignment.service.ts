import { VigilError } from '@vigil/contract/errors';
import type { BulkResult } from '@vigil/contract/registry-bulk-assignment.contract';
import type { BulkAssignment, BulkTarget } from '@vigil/contract/registry-bulk-assignment.forms';
import { type BulkUndoOutcome, bulkUndoSeconds } from '@vigil/contract/registry-bulk-assignment.values';
import { mostTeamPatients } from '@vigil/contract/registry-teams.values';
import type { People } from '#people/index.ts';
import { assigned, type BulkResultRow, refusalOf, refused, relationsToEnd, replacedIn, unchanged } from './bulk-assignment.rules.ts';
import type { BulkBy, BulkDone, BulkStore, ClinicianTarget } from './bulk-assignment.store.ts';
import { type BulkRequestRow, contentOf, isUndone, type RequestLine } from './bulk-request.store.ts';
import type { BulkUndone, BulkUndoStore } from './bulk-undo.store.ts';
import { carePeople, requireCareTeam } from './care-people.ts';
import type { Executor } from './history.store.ts';
import type { TeamsStore } from './teams.store.ts';

export interface BulkAssignments {
  /** What a bulk assignment would come to now. Throws not_found or invalid_input for a clinician or team that nobody can be assigned to. */
  preview(tenantId: string, asked: Omit<BulkAssignment, 'id'>): Promise<BulkResult>;
  /**
   * Throws as `preview`, and conflict for the id of another assignment, or of one whose undo has begun. `about` is told whom it is going to
   * be about before anything is stored.
   */
  assign(tenantId: string, by: Executor, asked: BulkAssignment, about: (memberIds: readonly string[]) => void): Promise<BulkResult>;
  /** Throws not_found, forbidden for somebody else’s, and conflict where it is too late. Sent twice it is done once. */
  undo(
    tenantId: string,
    by: Executor,
    requestId: string,
  ): Promise<{ readonly results: { readonly memberId: string; readonly outcome: BulkUndoOutcome }[] }>;
}

export interface BulkAssignmentsDeps {
  readonly store: BulkStore;
  readonly undoStore: BulkUndoStore;
  readonly teams: Pick<TeamsStore, 'read'>;
  readonly people: Pick<People, 'care'>;
  /** Told who looks after somebody else from now on. */
  readonly changed: (tenantId: string, userIds: Iterable<string>) => void;
}

/** Members of one transaction: each takes a lock. */
const membersAtOnce = 100;
const parts = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / membersAtOnce) }, (_, at) => ids.slice(at * membersAtOnce, (at + 1) * membersAtOnce));

export function createBulkAssignments({ store, undoStore, teams, people, changed }: BulkAssignmentsDeps): BulkAssignments {
  /** Those who can be assigned, in their order, and what is told of the others. */
  async function judged(tenantId: string, memberIds: readonly string[], to: BulkTarget) {
    const known = new Map((await people.care.named(tenantId, memberIds)).map((one) => [one.id, one]));
    const removed = await people.care.removedMembers(tenantId);
    const refusals = new Map(
      memberIds.flatMap((id) => {
        const refusal = refusalOf(known.get(id), removed, to);
        return refusal ? [[id, refused(id, refusal)] as const] : [];
      }),
    );
    return { able: memberIds.filter((id) => !refusals.has(id)), refusals };
  }

  async function answered(tenantId: string, memberIds: readonly string[], rows: ReadonlyMap<string, BulkResultRow>): Promise<BulkResult> {
    const results = memberIds.flatMap((id) => {
      const row = rows.get(id);
      return row ? [{ ...row, replacedIds: [...row.replacedIds] }] : [];
    });
    const replaced = await carePeople(
      people,
      tenantId,
      results.flatMap(({ replacedIds }) => replacedIds),
    );
    return { results, replaced: [...replaced.values()] };
  }

  async function forecast(tenantId: string, able: readonly string[], to: BulkTarget): Promise<BulkResultRow[]> {
    if (to.kind === 'careTeam') return forecastTeam(tenantId, able, to.careTeamId);
    const rows = Map.groupBy(await store.relationsOf(tenantId, able), ({ patientId }) => patientId);
    return able.map((id) => {
      const toEnd = relationsToEnd(rows.get(id) ?? [], to);
      return toEnd ? assigned(id, replacedIn(toEnd, to.clinicianId)) : unchanged(id);
    });
  }

  async function forecastTeam(tenantId: string, able: readonly string[], teamId: string): Promise<BulkResultRow[]> {
    const team = await teams.read(tenantId, teamId);
    if (!team) throw noSuchTeam();
    const present = new Set(team.patientIds);
    const joining = able.filter((id) => !present.has(id));
    const noRoom = new Set(joining.slice(Math.max(0, mostTeamPatients - present.size)));
    return able.map((id) => (present.has(id) ? unchanged(id) : noRoom.has(id) ? refused(id, 'TEAM_FULL') : assigned(id)));
  }

  const requireTarget = async (tenantId: string, to: BulkTarget) => {
    if (to.kind === 'clinician') await requireCareTeam(people, tenantId, [to.clinicianId], 'to.clinicianId');
  };

  return {
    async preview(tenantId, { memberIds, to }) {
      await requireTarget(tenantId, to);
      const { able, refusals } = await judged(tenantId, memberIds, to);
      const rows = await forecast(tenantId, able, to);
      return answered(tenantId, memberIds, new Map([...refusals, ...rows.map((row) => [row.memberId, row] as const)]));
    },

    async assign(tenantId, by, { id, memberIds, to }, about) {
      await requireTarget(tenantId, to);
      const bulkBy: BulkBy = { ...by, request: { id, isUndo: false } };
      const content = contentOf({ memberIds, to });
      const first = await store.begin(tenantId, bulkBy, content);
      if (first.byId !== by.userId || (first.content && !first.content.equals(content))) throw isAnothers();
      if (first.undoneAt !== null) throw isUndone();
      const { able, refusals } = await judged(tenantId, memberIds, to);
      about(able);
      const done =
        to.kind === 'careTeam' ? [await joined(tenantId, bulkBy, to.careTeamId, able)] : await assignedTo(tenantId, bulkBy, to, able);
      changed(
        tenantId,
        done.flatMap((one) => one.changed),
      );
      const rows = done.flatMap(({ results }) => results).map((row) => [row.memberId, row] as const);
      return answered(tenantId, memberIds, new Map([...refusals, ...rows]));
    },

    async undo(tenantId, by, requestId) {
      const bulkBy: BulkBy = { ...by, request: { id: requestId, isUndo: true } };
      const { lines, undone } = await undoStore.begin(tenantId, bulkBy, (request, done) => requireUndoable(by, request, done));
      const [first] = lines;
      const memberIds = [...new Set(lines.map(({ patientId }) => patientId))];
      const waiting = memberIds.filter((id) => !undone.has(id));
      const ended = await undoneNow(tenantId, bulkBy, first?.event === 'TEAM_JOINED' ? first.careTeamId : null, waiting, lines);
      changed(
        tenantId,
        ended.flatMap((one) => one.changed),
      );
      const set = new Set([...undone, ...ended.flatMap((one) => [...one.undone])]);
      return { results: memberIds.map((memberId) => ({ memberId, outcome: set.has(memberId) ? 'UNDONE' : 'CHANGED_SINCE' })) };
    },
  };

  async function joined(tenantId: string, by: BulkBy, teamId: string, able: readonly string[]): Promise<BulkDone> {
    const done = await store.joinTeam(tenantId, by, teamId, able);
    if (!done) throw noSuchTeam();
    return done;
  }

  /** A transaction after the other: what was done before one fails stays, and the same request does the rest. */
  async function assignedTo(tenantId: string, by: BulkBy, to: ClinicianTarget, able: readonly string[]): Promise<BulkDone[]> {
    const done: BulkDone[] = [];
    for (const ids of parts(able)) done.push(await store.assignToClinician(tenantId, by, to, ids));
    return done;
  }

  async function undoneNow(
    tenantId: string,
    by: BulkBy,
    teamId: string | null,
    memberIds: readonly string[],
    lines: readonly { readonly clinicianId: string | null }[],
  ): Promise<BulkUndone[]> {
    if (teamId !== null) return [await undoStore.undoTeam(tenantId, by, teamId, memberIds)];
    const able = new Set((await people.care.careTeam(tenantId)).map(({ id }) => id));
    const canReturn = new Set(lines.flatMap(({ clinicianId }) => (clinicianId && able.has(clinicianId) ? clinicianId : [])));
    const done: BulkUndone[] = [];
    for (const ids of parts(memberIds)) done.push(await undoStore.undoClinician(tenantId, by, ids, canReturn));
    return done;
  }
}

const noSuchTeam = () =>
  new VigilError('not_found', 'There is no such care team. It may have been dissolved meanwhile. Nothing was changed.');
const isAnothers = () =>
  new VigilError('conflict', 'Another assignment was sent with this id. Nothing was changed; send it with a new id.');

function requireUndoable(by: Executor, request: BulkRequestRow | undefined, lines: readonly RequestLine[]): void {
  if (!request || lines.length === 0) throw new VigilError('not_found', 'This assignment changed nothing, so there is nothing to undo.');
  if (request.byId !== by.userId)
    throw new VigilError('forbidden', 'Only the person who made this assignment can undo it. Nothing was changed.');
  // What was begun in time may be finished.
  if (request.undoneAt === null && by.atMs > request.at + bulkUndoSeconds * 1000)
    throw new VigilError(
      'conflict',
      `This assignment was made more than ${bulkUndoSeconds / 60} minutes ago. Nothing was changed; assign the members anew instead.`,
    );
}
