import * as z from 'zod';
import { access } from './access.ts';
import { callEnd, mediaReport, newCall, newSignals, ofDevice } from './calls.forms.ts';
import { backSeconds, callStates, callsOnPage, endDetails, endResults, mostSignalsAtOnce, signalKinds } from './calls.values.ts';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';
import { writeLimits } from './write-limits.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number().int();

export const callPerson = z
  .object({
    userId: id,
    firstName: z.string(),
    lastName: z.string(),
    /** Short label, as RN; null of the member. */
    label: z.string().nullable(),
    photoUrl: z.string().nullable(),
  })
  .meta({ id: 'CallPerson' });

/**
 * A call as its reader sees it, on the device that asks. Answers and live events are merged by `callId`: the higher `revision`
 * takes the place. On a device that rang while another one accepted, it has ended with `other_device_accepted`.
 */
export const call = z
  .object({
    callId: id,
    revision: z.number().int(),
    /** The member of the two; null among the staff. */
    memberId: id.nullable(),
    caller: callPerson,
    callee: callPerson,
    isVideoCall: z.boolean(),
    callState: z.enum(callStates),
    /** Accepted, and not ended. */
    isOngoing: z.boolean(),
    isEnded: z.boolean(),
    endResult: z.enum(endResults).nullable(),
    /** Who ended it; null where nobody did, or where it goes on. */
    endedBy: id.nullable(),
    /** Whether it was dialed or accepted on the device that asks, or rings there. */
    isHere: z.boolean(),
    /** What each sends. `local` is the reader; of a call of others the caller. */
    isLocalAudioEnabled: z.boolean(),
    isLocalVideoEnabled: z.boolean(),
    isRemoteAudioEnabled: z.boolean(),
    isRemoteVideoEnabled: z.boolean(),
    callLog: z.object({
      startedAt: milliseconds,
      /** When the first device of the callee rang: until then none is known to be open. */
      ringingAt: milliseconds.nullable(),
      acceptedAt: milliseconds.nullable(),
      connectedAt: milliseconds.nullable(),
      /** The last times. */
      reconnectingAt: milliseconds.nullable(),
      reconnectedAt: milliseconds.nullable(),
      endedAt: milliseconds.nullable(),
      /** From the first sound or picture to the end, in milliseconds; null where there was none, or where it goes on. */
      duration: z.number().int().nullable(),
      detail: z.enum(endDetails).nullable(),
    }),
  })
  .meta({ id: 'Call' });
export type Call = z.output<typeof call>;

/** How the two find a way to each other: as `RTCConfiguration` takes it. */
export const callIce = z
  .object({
    iceServers: z.array(z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() })),
    iceTransportPolicy: z.enum(['all', 'relay']),
    /** When the relay opens no longer for these credentials: ask anew a minute earlier. Null without a relay. */
    expiresAt: milliseconds.nullable(),
  })
  .meta({ id: 'CallIce' });
export type CallIce = z.output<typeof callIce>;

export const callSignal = z
  .object({
    /** Rises within the call, over both devices; what was sent together may leave numbers out for the reader. */
    sequence: z.number().int(),
    kind: z.enum(signalKinds),
    data: z.string(),
  })
  .meta({ id: 'CallSignal' });
export type CallSignal = z.output<typeof callSignal>;

const base = '/calls/api/v1';
const one = `${base}/calls/{callId}`;
const ofCall = z.object({ callId: id });
const answered = z.object({ call });
const page = {
  query: z.object({
    before: z
      .string()
      .regex(/^\d{1,15}_[0-9a-f-]{36}$/, 'Is not the place of a page')
      .optional(),
  }),
  response: z.object({ calls: z.array(call), next: z.string().nullable() }),
};

export const dial = endpoint({
  id: 'calls.dial',
  service: 'calls',
  method: 'POST',
  path: `${base}/calls`,
  summary:
    'Call somebody: staff a member of theirs or a colleague, a member somebody of the own care team. All devices of the callee ring. Whoever is called by the callee at that moment accepts that call instead. Of a callee who is on another call the call is answered ended: `declined`, with `busy`',
  access: access.talkWith({ at: ['memberId'], orNobody: true }),
  body: newCall,
  response: z.object({ call, ice: callIce.nullable(), signals: z.array(callSignal) }),
  errors: ['not_found', 'no_access_to_user', 'conflict', 'too_many_requests'],
});

export const getCurrentCall = endpoint({
  id: 'calls.getCurrent',
  service: 'calls',
  method: 'GET',
  path: `${base}/calls/current`,
  summary: 'The call that rings, is dialed or goes on at this device, as after a reload; null where there is none',
  access: access.talkWithSeveral(),
  query: z.object({ deviceId: id }),
  response: z.object({ call: call.nullable() }),
});

export const listCalls = endpoint({
  id: 'calls.list',
  service: 'calls',
  method: 'GET',
  path: `${base}/calls`,
  summary: `The caller’s calls, made and taken, the newest first, ${callsOnPage} a page; \`before\` is the \`next\` of the page before`,
  access: access.talkWithSeveral(),
  ...page,
});

export const listCallsOfMember = endpoint({
  id: 'calls.listOfMember',
  service: 'calls',
  method: 'GET',
  path: `${base}/users/{userId}/calls`,
  summary: 'Calls between a member and the care team, the newest first, in the same pages',
  access: access.logForMember('userId'),
  params: z.object({ userId: id }),
  ...page,
});

const ofOne = {
  service: 'calls',
  access: access.talkWithSeveral(),
  params: ofCall,
} as const;

export const ringCall = endpoint({
  ...ofOne,
  id: 'calls.ring',
  method: 'PUT',
  path: `${one}/ringing`,
  summary: 'A device of the callee says that it rings',
  body: ofDevice,
  response: answered,
  errors: ['not_found'],
});

export const acceptCall = endpoint({
  ...ofOne,
  id: 'calls.accept',
  method: 'POST',
  path: `${one}/acceptance`,
  summary:
    'Accept a call on this device; the first one has it. With what the caller’s device has said so far. `conflict` where it can no longer be accepted',
  body: ofDevice,
  response: z.object({ call, ice: callIce, signals: z.array(callSignal) }),
  errors: ['not_found', 'no_access_to_user', 'conflict'],
});

export const endCall = endpoint({
  ...ofOne,
  id: 'calls.end',
  method: 'PUT',
  path: `${one}/end`,
  summary: `End a call: before it is accepted the caller cancels and the callee declines it, afterwards whoever is on it completes it. A device that is not on the call ends nothing, and is answered how it stands. With \`isLeaving\`, of a device on the call, it ends in ${backSeconds} seconds, unless the device asks for its call or reports before that`,
  body: callEnd,
  whileOnHold: true,
  response: answered,
  errors: ['not_found'],
});

export const reportMedia = endpoint({
  ...ofOne,
  access: access.ownPartOfCall(),
  id: 'calls.reportMedia',
  method: 'POST',
  writeLimit: writeLimits.page,
  path: `${one}/media`,
  summary: 'A device on the call says whether it hears the other, and what it sends: on every change, and every 15 seconds',
  polled: true,
  body: mediaReport,
  response: z.object({ revision: z.number().int(), callState: z.enum(callStates) }),
  errors: ['not_found', 'conflict'],
});

export const reportCallFailure = endpoint({
  ...ofOne,
  id: 'calls.reportFailure',
  method: 'PUT',
  path: `${one}/failure`,
  summary:
    'The device cannot go on, as without a microphone: before the first sound the caller’s ends the call with `dial_failed`, the one that accepted with `accept_failed`; after it either with `connection_lost`. Another device ends nothing',
  body: ofDevice,
  whileOnHold: true,
  response: answered,
  errors: ['not_found'],
});

export const sendSignals = endpoint({
  ...ofOne,
  access: access.ownPartOfCall(),
  id: 'calls.sendSignals',
  method: 'POST',
  writeLimit: writeLimits.page,
  path: `${one}/signals`,
  summary: `Up to ${mostSignalsAtOnce} signals for the other device of the call, in their order. The caller’s may say them before the call is accepted: they wait`,
  polled: true,
  bodyLimitBytes: 1024 * 1024,
  body: newSignals,
  response: z.object({ sequence: z.number().int() }),
  errors: ['not_found', 'conflict', 'too_many_requests'],
});

export const listSignals = endpoint({
  ...ofOne,
  id: 'calls.listSignals',
  method: 'GET',
  path: `${one}/signals`,
  summary:
    'What the other device has said behind a sequence, in order, as long as it is not older than five minutes: for a device whose live connection was away. A page that was loaded anew sends `restart` and takes what comes behind its sequence',
  polled: true,
  query: z.object({ deviceId: id, after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
  response: z.object({ signals: z.array(callSignal) }),
  errors: ['not_found'],
});

export const renewIce = endpoint({
  ...ofOne,
  access: access.ownPartOfCall(),
  id: 'calls.renewIce',
  method: 'POST',
  storesNothing: 'It makes credentials for a relay, which are kept nowhere.',
  path: `${one}/ice`,
  summary: 'What opens the relay, anew, for a device on the call',
  polled: true,
  body: ofDevice,
  response: z.object({ ice: callIce }),
  errors: ['not_found', 'conflict'],
});
