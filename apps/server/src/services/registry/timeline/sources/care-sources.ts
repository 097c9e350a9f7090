import type { Calls } from '#services/calls/index.ts';
import type { CareRelations } from '../../relations/index.ts';
import type { Tasks } from '../../tasks/index.ts';
import { sourceOf, type TimelineSource } from '../timeline-source.ts';

/** Who came to look after the member and who left. The roles are those held then: who has since become somebody else did it as what they were. */
export const careSource = (historyOf: CareRelations['historyOf']): TimelineSource =>
  sourceOf({
    ...{ id: 'care', filter: 'team' },
    read: ({ tenantId, memberId }, stretch) => historyOf(tenantId, memberId, stretch),
    at: (row) => row.at,
    people: ({ clinicianId, executedBy }) => [clinicianId, executedBy],
    entry: ({ id, event, teamType, assignmentType, careTeamId, careTeamName, clinicianId, executedBy, executedByRoles }, named) => {
      const who = named(executedBy);
      return {
        ...{ id: `care-${id}`, kind: event, teamType, assignmentType, clinician: named(clinicianId) },
        careTeam: careTeamId && careTeamName ? { id: careTeamId, name: careTeamName } : null,
        executedBy: who && { ...who, roles: executedByRoles },
      };
    },
  });

export const tasksSource = (tasks: Pick<Tasks, 'ofPatient'>): TimelineSource =>
  sourceOf({
    ...{ id: 'task', filter: 'tasks' },
    read: ({ tenantId, memberId }, stretch) => tasks.ofPatient(tenantId, memberId, stretch),
    at: (row) => row.performedAt,
    people: ({ userId }) => [userId],
    entry: ({ id, type, seconds, userId }, named) => ({
      id: `task-${id}`,
      kind: 'TASK',
      task: { type, seconds },
      executedBy: named(userId),
    }),
  });

export const callsSource = (calls: Pick<Calls, 'ofMember'>): TimelineSource =>
  sourceOf({
    ...{ id: 'call', filter: 'calls' },
    read: ({ tenantId, memberId }, stretch) => calls.ofMember(tenantId, memberId, stretch),
    at: (row) => row.startedAt,
    people: ({ callerId, clinicianId }) => [callerId, clinicianId],
    entry: ({ id, callerId, clinicianId, isVideoCall, endResult, duration }, named) => ({
      ...{ id: `call-${id}`, kind: 'CALL', clinician: named(clinicianId), executedBy: named(callerId) },
      call: { isVideoCall, endResult, duration },
    }),
  });
