import type { EndResult } from '@vigil/contract/calls.values';
import { VigilError } from '@vigil/contract/errors';
import type { CarePerson } from '@vigil/contract/registry-care-person';
import { longestTimelineDays, mostTimelineEntries, usualTimelineDays } from '@vigil/contract/registry-relations.values';
import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Actions } from '../../factuary/actions/index.ts';
import type { Tasks } from '../tasks/index.ts';
import { carePeople } from './care-people.ts';
import type { HistoryRow, HistoryStore } from './history.store.ts';

/** Newest first; `complete` is false where there is more than one answer holds. Unix milliseconds, the end exclusive. */
export interface TimelinePart {
  readonly content: TimelineEntry[];
  readonly startDate: number;
  readonly endDate: number;
  readonly complete: boolean;
}

export interface Timeline {
  /** Throws invalid_input for a stretch that ends before it begins, or is too long. */
  read(tenantId: string, patientId: string, asked: { startDate?: number | undefined; endDate?: number | undefined }): Promise<TimelinePart>;
}

/** A call of a member that is over. */
export interface PastCall {
  readonly id: string;
  readonly startedAt: number;
  readonly callerId: string;
  /** The one of the two who is of the care team. */
  readonly clinicianId: string;
  readonly isVideoCall: boolean;
  readonly endResult: EndResult;
  /** Milliseconds; null where the two never heard each other. */
  readonly duration: number | null;
}

/** Calls of a member that began from `fromMs` (inclusive) until `toMs` (exclusive) and are over, newest first. */
export type CallsOfMember = (
  tenantId: string,
  memberId: string,
  range: { readonly fromMs: number; readonly toMs: number; readonly limit: number },
) => Promise<readonly PastCall[]>;

export interface TimelineDeps {
  readonly history: HistoryStore;
  readonly tasks: Pick<Tasks, 'ofPatient'>;
  readonly actions: Pick<Actions, 'ofPatient'>;
  readonly callsOfMember: CallsOfMember;
  readonly people: Pick<People, 'care'>;
  readonly clock: Clock;
}

const dayMs = 86_400_000;

export function createTimeline({ history, tasks, actions, callsOfMember, people, clock }: TimelineDeps): Timeline {
  return {
    async read(tenantId, patientId, asked) {
      // What happens in this very millisecond belongs to it.
      const endDate = asked.endDate ?? clock.now() + 1;
      const startDate = asked.startDate ?? Math.max(0, endDate - usualTimelineDays * dayMs);
      if (startDate >= endDate) throw refused('startDate', 'has to be before endDate');
      if (endDate - startDate > longestTimelineDays * dayMs)
        throw refused('startDate', `at most ${longestTimelineDays} days can be asked for`);
      const range = { fromMs: startDate, toMs: endDate, limit: mostTimelineEntries + 1 };
      const [changes, done] = [await history.ofPatient(tenantId, patientId, range), await tasks.ofPatient(tenantId, patientId, range)];
      const worked = await actions.ofPatient(tenantId, patientId, range);
      const called = await callsOfMember(tenantId, patientId, range);
      const named = await carePeople(people, tenantId, [
        ...changes.flatMap(({ clinicianId, executedBy }) => [clinicianId, executedBy]),
        ...done.map(({ userId }) => userId),
        ...worked.flatMap(({ byId, assigneeId }) => [byId, assigneeId]),
        ...called.flatMap(({ callerId, clinicianId }) => [callerId, clinicianId]),
      ]);
      const entries = [
        ...changes.map((row) => entryOf(row, named)),
        ...done.map(({ id, performedAt, type, seconds, userId }) => ({
          ...nothing,
          id: `task-${id}`,
          kind: 'TASK' as const,
          at: performedAt,
          task: { type, seconds },
          executedBy: named.get(userId) ?? null,
        })),
        ...worked.map((row) => actionEntryOf(row, named)),
        ...called.map(({ id, startedAt, callerId, clinicianId, ...call }) => ({
          ...nothing,
          id: `call-${id}`,
          kind: 'CALL' as const,
          at: Math.round(startedAt),
          clinician: named.get(clinicianId) ?? null,
          call,
          executedBy: named.get(callerId) ?? null,
        })),
      ].sort((one, other) => other.at - one.at);
      return { content: entries.slice(0, mostTimelineEntries), startDate, endDate, complete: entries.length <= mostTimelineEntries };
    },
  };
}

const nothing = { clinician: null, teamType: null, assignmentType: null, careTeam: null, task: null, action: null, call: null };

type ActionDone = Awaited<ReturnType<Actions['ofPatient']>>[number];

/** What became of an action: its category and what happened, and nothing of why it was opened. */
function actionEntryOf(row: ActionDone, named: ReadonlyMap<string, CarePerson>): TimelineEntry {
  const who = named.get(row.byId ?? '');
  return {
    ...nothing,
    id: `action-${row.id}`,
    kind: 'ACTION',
    at: Math.round(row.at),
    clinician: named.get(row.assigneeId ?? '') ?? null,
    action: { action_id: row.actionId, category: row.category, event: row.kind, status: row.status },
    executedBy: who ? { ...who, roles: [...row.byRoles] } : null,
  };
}

function entryOf(row: HistoryRow, named: ReadonlyMap<string, CarePerson>): TimelineEntry {
  const { event: kind, teamType, assignmentType, careTeamId, careTeamName } = row;
  const who = named.get(row.executedBy ?? '');
  return {
    ...nothing,
    id: `care-${row.id}`,
    kind,
    at: row.at,
    clinician: named.get(row.clinicianId ?? '') ?? null,
    teamType,
    assignmentType,
    careTeam: careTeamId && careTeamName ? { id: careTeamId, name: careTeamName } : null,
    // The roles held then: who has since become somebody else did it as what they were.
    executedBy: who ? { ...who, roles: row.executedByRoles } : null,
  };
}

const refused = (field: string, message: string) =>
  new VigilError('invalid_input', `${field}: ${message}.`, { fields: [{ field, message }] });
