import type { Call } from '@vigil/contract/calls.contract';
import { chatLabel, defaultLabel } from '@vigil/contract/chat.values';
import type { CareUserRow, People } from '#people/index.ts';
import type { Sql } from '#platform/postgres/database.ts';
import { durationOf, sideOf } from './calls.rules.ts';
import type { CallRow } from './calls.store.ts';

/** Who looks at a call, and on which device; null where none is known, as in a list of calls that are over. */
export interface Beholder {
  readonly userId: string;
  readonly deviceId: string | null;
}

export type KnownPeople = ReadonlyMap<string, CareUserRow>;

/** The people of some calls, within a transaction. */
export async function peopleIn(
  care: Pick<People['care'], 'namedWithin'>,
  sql: Sql,
  tenantId: string,
  rows: readonly CallRow[],
): Promise<KnownPeople> {
  const ids = [...new Set(rows.flatMap(({ callerId, calleeId }) => [callerId, calleeId]))];
  return new Map((await care.namedWithin(sql, tenantId, ids)).map((one) => [one.id, one]));
}

/** A call as somebody sees it on a device. */
export function callView(row: CallRow, people: KnownPeople, { userId, deviceId }: Beholder): Call {
  const isCallee = userId === row.calleeId;
  const isElsewhere = isCallee && deviceId !== null && isAcceptedElsewhere(row, deviceId);
  const ends = isElsewhere
    ? { endResult: 'other_device_accepted' as const, endedBy: row.calleeId }
    : { endResult: row.endResult, endedBy: row.endedBy };
  const callState = isElsewhere ? 'ended' : row.state === 'dialing' && isCallee ? 'ringing' : row.state;
  const isEnded = callState === 'ended';
  const [local, remote] = isCallee ? (['callee', 'caller'] as const) : (['caller', 'callee'] as const);
  return {
    ...{ callId: row.id, revision: row.revision, memberId: row.memberId, isVideoCall: row.isVideo },
    caller: personOf(row.callerId, row, people),
    callee: personOf(row.calleeId, row, people),
    callState,
    isOngoing: !isEnded && row.acceptedAt !== null,
    isEnded,
    ...ends,
    isHere: deviceId !== null && (callState === 'ringing' || sideOf(row, userId, deviceId) !== null),
    isLocalAudioEnabled: row[`${local}Audio`],
    isLocalVideoEnabled: row[`${local}Video`],
    isRemoteAudioEnabled: row[`${remote}Audio`],
    isRemoteVideoEnabled: row[`${remote}Video`],
    callLog: {
      ...{ startedAt: row.startedAt, ringingAt: row.ringingAt, acceptedAt: row.acceptedAt },
      // What went on elsewhere is not told here.
      ...(isElsewhere
        ? { connectedAt: null, reconnectingAt: null, reconnectedAt: null, endedAt: row.acceptedAt, duration: null, detail: null }
        : {
            ...{ connectedAt: row.connectedAt, reconnectingAt: row.reconnectingAt, reconnectedAt: row.reconnectedAt },
            ...{ endedAt: row.endedAt, duration: durationOf(row), detail: row.endDetail },
          }),
    },
  };
}

/** Whether another device of the callee has the call. */
export const isAcceptedElsewhere = ({ calleeDeviceId }: CallRow, deviceId: string): boolean =>
  calleeDeviceId !== null && calleeDeviceId !== deviceId;

function personOf(userId: string, { memberId }: CallRow, people: KnownPeople): Call['caller'] {
  const person = people.get(userId);
  const isMember = userId === memberId;
  // Whom the tenant does not know any more was somebody of the care team, or a member who was erased.
  return {
    ...{ userId, firstName: person?.givenName ?? '', lastName: person?.familyName ?? '', photoUrl: person?.photoUrl ?? null },
    label: isMember ? null : person ? chatLabel(person.roles) : defaultLabel,
  };
}
