import type { Call, CallIce, CallSignal } from '@vigil/contract/calls.contract';
import type { CallEnd, MediaReport, NewCall, NewSignals } from '@vigil/contract/calls.forms';
import { backSeconds, callsOnPage, mostDialsAMinute, mostSignalsAMinute } from '@vigil/contract/calls.values';
import { VigilError } from '@vigil/contract/errors';
import type { CareUserRow, People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type Beholder, callView, isAcceptedElsewhere, peopleIn } from './call-view.ts';
import { endFrom, failureOf, placeIn, placeText, type Side, sideOf, stateAfter } from './calls.rules.ts';
import {
  appendSignals,
  type CallRow,
  callsOf,
  dialsSince,
  holdCall,
  holdPeople,
  insertBusyCall,
  insertCall,
  listCallsOf,
  listCallsOfMember,
  moveToEstablished,
  moveToRinging,
  readCall,
  readSignals,
  signalsSince,
  storeLeaving,
  storeMedia,
} from './calls.store.ts';
import type { Ending } from './ending.ts';
import type { Ice } from './ice.ts';
import type { Fault, Permission } from './permission.ts';

export interface CallsServiceDependencies {
  readonly database: Database;
  readonly care: Pick<People['care'], 'namedWithin'>;
  readonly clock: Clock;
  readonly permission: Permission;
  readonly ending: Ending;
  readonly ice: Ice;
  /** The member and those of the care team who take part in the member's conversation now. */
  readonly takingPart: (sql: Sql, tenantId: string, memberId: string) => Promise<CareUserRow[]>;
}

/** Somebody on a page of theirs. */
export interface Device {
  readonly tenantId: string;
  readonly userId: string;
  readonly deviceId: string;
}

export type CallsService = ReturnType<typeof createCallsService>;

const minuteMs = 60_000;

/** Calls of two people. Whoever asks has been let in; here it is judged which calls are theirs, and how they move on. */
export function createCallsService({ database, care, clock, permission, ending, ice, takingPart }: CallsServiceDependencies) {
  /** Calls as their reader sees them. */
  async function shown(sql: Sql, tenantId: string, beholder: Beholder, rows: readonly CallRow[]): Promise<Call[]> {
    const people = await peopleIn(care, sql, tenantId, rows);
    return rows.map((row) => callView(row, people, beholder));
  }
  async function shownOne(sql: Sql, device: Device, row: CallRow): Promise<Call> {
    const [one] = await shown(sql, device.tenantId, device, [row]);
    if (!one) throw noSuchCall();
    return one;
  }

  /** The call, held, of one of its two. Throws not_found for anybody else. */
  async function held(sql: Sql, { tenantId, userId }: Omit<Device, 'deviceId'>, callId: string): Promise<CallRow> {
    const row = await holdCall(sql, tenantId, callId.toLowerCase());
    if (!row || (row.callerId !== userId && row.calleeId !== userId)) throw noSuchCall();
    return row;
  }
  /** The same for a device on the call; throws conflict for any other, and for a call that has ended. */
  async function heldOn(sql: Sql, device: Device, callId: string) {
    const row = await held(sql, device, callId);
    const side = sideOf(row, device.userId, device.deviceId);
    if (side === null) throw notHere();
    if (row.state === 'ended') throw isOver();
    return { row, side };
  }

  async function leave(sql: Sql, { tenantId }: Device, row: CallRow, side: Side): Promise<void> {
    if (side !== null) await storeLeaving(sql, tenantId, row.id, side, clock.now() + backSeconds * 1000);
  }
  /** A page of the call that was left is back. */
  async function stays(sql: Sql, tenantId: string, row: CallRow, side: 'caller' | 'callee'): Promise<void> {
    if (row[`${side}LeavesAt`] !== null) await storeLeaving(sql, tenantId, row.id, side, null);
  }

  /** Gives a call that rings to a device of the callee. */
  async function accept(sql: Sql, device: Device, row: CallRow): Promise<CallRow> {
    const { tenantId, deviceId } = device;
    const fault = await permission.faultBetween(sql, tenantId, row);
    if (fault) throw notBetween(fault);
    const accepted = await moveToEstablished(sql, tenantId, row.id, { deviceId, atMs: clock.now() });
    if (!accepted) throw isOver();
    ending.changed(sql, tenantId, accepted);
    await ending.say(sql, tenantId, accepted);
    return accepted;
  }

  /** A member calls somebody of the own care team: whoever takes part in the own conversation. */
  async function requireReach(sql: Sql, { tenantId, userId }: Device, wanted: NewCall): Promise<void> {
    const pair = { callerId: userId, calleeId: wanted.calleeId, memberId: wanted.memberId };
    if (wanted.memberId !== null && wanted.memberId !== userId && wanted.memberId !== wanted.calleeId) throw ofSomebodyElse();
    const fault = await permission.faultBetween(sql, tenantId, pair);
    if (fault) throw notBetween(fault);
    if (wanted.memberId !== userId) return;
    if (!(await takingPart(sql, tenantId, userId)).some(({ id }) => id === wanted.calleeId)) throw notBetween('nobody');
  }

  async function requireTurn(sql: Sql, { tenantId, userId }: Device): Promise<void> {
    const { count, firstAt } = await dialsSince(sql, tenantId, userId, clock.now() - minuteMs);
    if (count < mostDialsAMinute) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((firstAt + minuteMs - clock.now()) / 1000));
    throw new VigilError('too_many_requests', `You can call ${mostDialsAMinute} times a minute. Try again in a moment.`, {
      retryAfterSeconds,
    });
  }

  /** Dials; or accepts, where the callee is dialing the caller at this moment; or is told that the callee is on another call. */
  async function dialed(sql: Sql, device: Device, wanted: NewCall): Promise<CallRow> {
    const { tenantId, userId, deviceId } = device;
    const { callId, calleeId } = wanted;
    await holdPeople(sql, tenantId, [userId, calleeId]);
    const known = await readCall(sql, tenantId, callId);
    if (known) {
      // Sent again, because no answer came.
      if (known.callerId !== userId || known.calleeId !== calleeId || known.callerDeviceId !== deviceId) throw otherCall();
      return known;
    }
    await requireReach(sql, device, wanted);
    const goingOn = await callsOf(sql, tenantId, [userId, calleeId]);
    const own = goingOn.find((one) => one.callerId === userId || one.calleeId === userId);
    const isBothAtOnce = own?.callerId === calleeId && own.calleeId === userId;
    if (own && isBothAtOnce && sideOf(own, userId, deviceId) === 'callee') return own;
    if (own && isBothAtOnce && own.state === 'dialing') return accept(sql, device, own);
    if (own) throw onAnotherCall();
    await requireTurn(sql, device);
    const call = { id: callId, memberId: wanted.memberId, callerId: userId, calleeId, isVideo: wanted.isVideoCall, deviceId };
    const isBusy = goingOn.length > 0;
    const row = await (isBusy ? insertBusyCall : insertCall)(sql, tenantId, { ...call, atMs: clock.now() });
    ending.changed(sql, tenantId, row);
    if (isBusy) await ending.say(sql, tenantId, row);
    return row;
  }

  /** What the other one has said, for a device on the call. */
  const signalsFor = (sql: Sql, { tenantId, userId, deviceId }: Device, row: CallRow, after: number): Promise<CallSignal[]> => {
    const side = sideOf(row, userId, deviceId);
    return side === null || row.lastSignal <= after ? Promise.resolve([]) : readSignals(sql, tenantId, row.id, side !== 'caller', after);
  };

  return {
    /** Whom a call is about, of one of its two; null among the staff. Throws not_found for anybody else. */
    async memberOf({ tenantId, userId }: Omit<Device, 'deviceId'>, callId: string): Promise<string | null> {
      const row = await database.tenant(tenantId, (sql) => readCall(sql, tenantId, callId.toLowerCase()));
      if (!row || (row.callerId !== userId && row.calleeId !== userId)) throw noSuchCall();
      return row.memberId;
    },

    async dial(device: Device, wanted: NewCall): Promise<{ call: Call; ice: CallIce | null; signals: CallSignal[] }> {
      if (wanted.calleeId === device.userId) throw withOneself();
      if (await ice.isOutOfReach(device.tenantId)) throw noRelay();
      const relay = await ice.of(device.tenantId);
      return database.tenant(device.tenantId, async (sql) => {
        const row = await dialed(sql, device, wanted);
        return {
          call: await shownOne(sql, device, row),
          ice: row.state === 'ended' ? null : relay,
          signals: await signalsFor(sql, device, row, 0),
        };
      });
    },

    /** The call that rings at a device, or that it is on; undefined where there is none. A page that had left is back by it. */
    async current(device: Device): Promise<{ call: Call; row: CallRow } | undefined> {
      const { tenantId, userId, deviceId } = device;
      return database.tenant(tenantId, async (sql) => {
        const [row] = await callsOf(sql, tenantId, [userId]);
        const side = row ? sideOf(row, userId, deviceId) : null;
        if (row && side !== null) await stays(sql, tenantId, row, side);
        const isHere = row && (side !== null || (row.state === 'dialing' && row.calleeId === userId));
        return isHere ? { row, call: await shownOne(sql, device, row) } : undefined;
      });
    },

    async list({ tenantId, userId }: Omit<Device, 'deviceId'>, scope: 'tenant' | readonly string[], before: string | undefined) {
      return database.tenant(tenantId, async (sql) => {
        const rows = await listCallsOf(sql, tenantId, userId, scope, placeIn(before), callsOnPage);
        return { calls: await shown(sql, tenantId, { userId, deviceId: null }, rows), next: nextOf(rows) };
      });
    },

    async listOfMember({ tenantId, userId }: Omit<Device, 'deviceId'>, memberId: string, before: string | undefined) {
      return database.tenant(tenantId, async (sql) => {
        const rows = await listCallsOfMember(sql, tenantId, memberId, placeIn(before), callsOnPage);
        return { calls: await shown(sql, tenantId, { userId, deviceId: null }, rows), next: nextOf(rows) };
      });
    },

    async ring(device: Device, callId: string): Promise<Call> {
      return database.tenant(device.tenantId, async (sql) => {
        const row = await held(sql, device, callId);
        const rings = row.calleeId === device.userId ? await moveToRinging(sql, device.tenantId, row.id, clock.now()) : undefined;
        if (rings) ending.changed(sql, device.tenantId, rings);
        return shownOne(sql, device, rings ?? row);
      });
    },

    async accept(device: Device, callId: string): Promise<{ call: Call; ice: CallIce; signals: CallSignal[] }> {
      const relay = await ice.of(device.tenantId);
      return database.tenant(device.tenantId, async (sql) => {
        const row = await held(sql, device, callId);
        if (row.calleeId !== device.userId) throw ownCall();
        if (row.state === 'ended') throw isOver();
        if (isAcceptedElsewhere(row, device.deviceId)) throw acceptedElsewhere();
        const accepted = row.state === 'dialing' ? await accept(sql, device, row) : row;
        return { call: await shownOne(sql, device, accepted), ice: relay, signals: await signalsFor(sql, device, accepted, 0) };
      });
    },

    async end(device: Device, callId: string, { isLeaving = false }: Pick<CallEnd, 'isLeaving'>): Promise<Call> {
      return database.tenant(device.tenantId, async (sql) => {
        const row = await held(sql, device, callId);
        if (isLeaving) {
          await leave(sql, device, row, sideOf(row, device.userId, device.deviceId));
          return shownOne(sql, device, row);
        }
        const end = row.state === 'ended' ? null : endFrom(row, device.userId, device.deviceId);
        return shownOne(sql, device, end ? await ending.end(sql, device.tenantId, row, end) : row);
      });
    },

    /** A device that may no longer be here: the call that it is on ends soon, unless it is let in again. */
    async leaveAs(device: Device): Promise<void> {
      const { tenantId, userId, deviceId } = device;
      await database.tenant(tenantId, async (sql) => {
        const [row] = await callsOf(sql, tenantId, [userId]);
        if (row) await leave(sql, device, row, sideOf(row, userId, deviceId));
      });
    },

    async fail(device: Device, callId: string): Promise<Call> {
      return database.tenant(device.tenantId, async (sql) => {
        const row = await held(sql, device, callId);
        const end = row.state === 'ended' ? null : failureOf(row, device.userId, device.deviceId);
        return shownOne(sql, device, end ? await ending.end(sql, device.tenantId, row, end) : row);
      });
    },

    async reportMedia(device: Device, callId: string, report: MediaReport) {
      const { tenantId, userId, deviceId } = device;
      return database.tenant(tenantId, async (sql) => {
        const row = await held(sql, device, callId);
        const side = sideOf(row, userId, deviceId);
        if (side === null) throw notHere();
        if (row.state === 'ended') return { revision: row.revision, callState: row.state };
        if (row.state === 'dialing') throw notAccepted();
        const state = stateAfter(row, side, report);
        const isNews = state !== row.state || report.audio !== row[`${side}Audio`] || report.video !== row[`${side}Video`];
        const media = { isCaller: side === 'caller', media: report.state, audio: report.audio, video: report.video };
        const stored = await storeMedia(sql, tenantId, row, { ...media, state, isNews, atMs: clock.now() });
        if (isNews) ending.changed(sql, tenantId, stored);
        return { revision: stored.revision, callState: stored.state };
      });
    },

    async sendSignals(device: Device, callId: string, { signals }: NewSignals): Promise<{ sequence: number }> {
      const { tenantId } = device;
      return database.tenant(tenantId, async (sql) => {
        const { row, side } = await heldOn(sql, device, callId);
        const fromCaller = side === 'caller';
        const sent = await signalsSince(sql, tenantId, row.id, fromCaller, clock.now() - minuteMs);
        if (sent + signals.length > mostSignalsAMinute) throw tooManySignals();
        const sequence = await appendSignals(sql, tenantId, row, fromCaller, signals, clock.now());
        ending.changed(sql, tenantId, row);
        return { sequence };
      });
    },

    async signals(device: Device, callId: string, after: number): Promise<CallSignal[]> {
      const { tenantId, userId } = device;
      return database.tenant(tenantId, async (sql) => {
        const row = await readCall(sql, tenantId, callId.toLowerCase());
        if (!row || (row.callerId !== userId && row.calleeId !== userId)) throw noSuchCall();
        return signalsFor(sql, device, row, after);
      });
    },

    async renewIce(device: Device, callId: string): Promise<CallIce> {
      await database.tenant(device.tenantId, async (sql) => {
        const { row, side } = await heldOn(sql, device, callId);
        await stays(sql, device.tenantId, row, side);
      });
      return ice.of(device.tenantId);
    },
  };
}

function nextOf(rows: readonly CallRow[]): string | null {
  const last = rows.length === callsOnPage ? rows.at(-1) : undefined;
  return last ? placeText(last) : null;
}

function notBetween(fault: Fault): VigilError {
  if (fault === 'on_hold')
    return new VigilError('conflict', 'One of you is on hold here: as long as that is so, you can read and not talk to each other.');
  if (fault === 'left') return new VigilError('conflict', 'Whoever you are calling has left and cannot be reached here.');
  return new VigilError('not_found', 'There is nobody here whom you could call like that.');
}

const noSuchCall = () => new VigilError('not_found', 'There is no such call of yours.');
const otherCall = () => new VigilError('conflict', 'There is another call under this id. Nobody was called.');
const onAnotherCall = () =>
  new VigilError('conflict', 'You are on a call already, here or on another page. End it first, or let it ring out.');
const ownCall = () => new VigilError('conflict', 'You have made this call yourself: the other one accepts it.');
const isOver = () => new VigilError('conflict', 'This call is over.');
const acceptedElsewhere = () => new VigilError('conflict', 'This call was accepted on another device of yours.');
const notHere = () => new VigilError('conflict', 'You are not on this call on this device.');
const notAccepted = () => new VigilError('conflict', 'This call has not been accepted yet.');
const noRelay = () =>
  new VigilError(
    'conflict',
    'Calls go through a relay only here, and none is set up. Nobody was called: write a message instead, and tell your administrator.',
  );
const tooManySignals = () =>
  new VigilError('too_many_requests', 'The two devices say too much to each other. The call goes on in a moment.', {
    retryAfterSeconds: 10,
  });
const withOneself = () =>
  new VigilError('invalid_input', 'calleeId: this is yourself. Nobody was called.', {
    fields: [{ field: 'calleeId', message: 'Has to be somebody else' }],
  });
const ofSomebodyElse = () =>
  new VigilError('invalid_input', 'memberId: a call is about the member of the two. Nobody was called.', {
    fields: [{ field: 'memberId', message: 'Has to be one of the two, or null among the staff' }],
  });
