import type { Call, CallIce } from '@vigil/contract/calls.contract';
import { relaySeconds } from '@vigil/contract/calls.values';
import { ApiError } from '@vigil/contract/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callOngoing } from '../session/idle.ts';
import type { CallProvider } from './call-provider.ts';
import { calls, callsState, startCalls } from './calls.ts';

const nurse = '22222222-2222-4222-8222-222222222222';
const ada = '11111111-1111-4111-8111-111111111111';
const ice: CallIce = { iceServers: [], iceTransportPolicy: 'all', expiresAt: null };
const person = (userId: string, firstName: string) => ({ userId, firstName, lastName: 'A', label: null, photoUrl: null });

function callOf(over: Partial<Call> & { log?: Partial<Call['callLog']> } = {}): Call {
  const { log, ...rest } = over;
  return {
    ...{ callId: 'c1', revision: 1, memberId: ada, caller: person(ada, 'Ada'), callee: person(nurse, 'Nora'), isVideoCall: false },
    ...{ callState: 'ringing', isOngoing: false, isEnded: false, endResult: null, endedBy: null, isHere: true },
    ...{ isLocalAudioEnabled: true, isLocalVideoEnabled: false, isRemoteAudioEnabled: true, isRemoteVideoEnabled: false },
    callLog: {
      ...{ startedAt: 1, ringingAt: null, acceptedAt: null, connectedAt: null, reconnectingAt: null, reconnectedAt: null },
      ...{ endedAt: null, duration: null, detail: null },
      ...log,
    },
    ...rest,
  };
}
const ended = (endResult: Call['endResult'], over: Partial<Call> = {}, log: Partial<Call['callLog']> = {}) =>
  callOf({ revision: 9, callState: 'ended', isEnded: true, endResult, ...over, log });
const outgoing: Partial<Call> = { caller: person(nurse, 'Nora'), callee: person(ada, 'Ada') };

class FakeTrack extends EventTarget {
  enabled = true;
  readyState = 'live';
  onended: (() => void) | null = null;
  readonly kind: string;
  constructor(kind: string) {
    super();
    this.kind = kind;
  }
  stop() {
    this.readyState = 'ended';
  }
}
/** A peer connection whose way stands as soon as the test says so, and on which sound comes as long as it says so. */
class FakePeer {
  static last: FakePeer;
  connectionState = 'new';
  signalingState = 'stable';
  localDescription = { sdp: 'own' };
  remoteDescription: object | null = null;
  heard = 0;
  onconnectionstatechange: (() => void) | null = null;
  constructor() {
    FakePeer.last = this;
  }
  readonly offered: string[] = [];
  addTransceiver() {}
  async setRemoteDescription({ sdp }: { sdp: string }) {
    this.offered.push(sdp);
  }
  async setLocalDescription() {}
  getTransceivers = () => [];
  readonly done: string[] = [];
  setConfiguration({ iceServers }: RTCConfiguration) {
    this.done.push(`configured with ${iceServers?.[0]?.username}`);
  }
  restartIce() {
    this.done.push('restarted');
  }
  close() {
    this.connectionState = 'closed';
  }
  async getStats() {
    this.heard += this.connectionState === 'connected' ? 50 : 0;
    return new Map([['a', { type: 'inbound-rtp', kind: 'audio', packetsReceived: this.heard, bytesReceived: this.heard * 100 }]]);
  }
  stand(state: string) {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

let provider: { [Name in keyof CallProvider]: ReturnType<typeof vi.fn> };
let hear: (heard: object) => void;
let stop: () => void;
let tracks: FakeTrack[];
let openMedia: (wanted: MediaStreamConstraints) => FakeTrack;
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const changed = (call: Call) => hear({ event: 'call:changed', content: { call } });
const own = () => callsState.get().own;

async function start(ready: Call | null = null): Promise<void> {
  stop = startCalls({
    ...{ userId: nurse, appId: 'vigil', provider: provider as unknown as CallProvider, deviceId: async () => 'device-1' },
    createPeer: () => new FakePeer() as unknown as RTCPeerConnection,
    live: {
      connect: () => () => {},
      listenToCalls: (_id, listener) => {
        hear = listener as (heard: object) => void;
        return () => {};
      },
    },
  });
  await settle();
  hear({ event: 'ready', content: { call: ready } });
  await settle();
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  tracks = [];
  openMedia = ({ audio }) => new FakeTrack(audio ? 'audio' : 'video');
  vi.stubGlobal(
    'MediaStream',
    class {
      getTracks = () => [];
    },
  );
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      close() {}
    },
  );
  vi.stubGlobal(
    'Audio',
    class {
      play = async () => undefined;
      pause() {}
    },
  );
  Object.assign(navigator, {
    mediaDevices: {
      enumerateDevices: async () => [],
      addEventListener: () => {},
      removeEventListener: () => {},
      getUserMedia: async (wanted: MediaStreamConstraints) => {
        const track = openMedia(wanted);
        tracks.push(track);
        return { getTracks: () => [track] };
      },
    },
  });
  const here = async (callId: string) => callOf({ callId });
  provider = {
    ...{
      dial: vi.fn(),
      ring: vi.fn(here),
      accept: vi.fn(),
      end: vi.fn(here),
      fail: vi.fn(here),
      leave: vi.fn(here),
      current: vi.fn(async () => null),
    },
    ...{ report: vi.fn(async () => ({ revision: 3, callState: 'connected' })), sendSignals: vi.fn(async () => undefined) },
    ...{ listSignals: vi.fn(async () => []), renewIce: vi.fn(async () => ice), latest: vi.fn(async () => []) },
  };
  provider.dial.mockImplementation(async ({ callId }) => ({
    ...{ call: callOf({ ...outgoing, callId, callState: 'dialing' }), ice, signals: [] },
  }));
  provider.accept.mockImplementation(async () => ({
    ...{ call: callOf({ revision: 2, callState: 'established', isOngoing: true }), ice, signals: [] },
  }));
});
afterEach(async () => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const dialAda = async (isVideoCall = false) => {
  calls.get().dial({ userId: ada, name: 'Ada A', photoUrl: null, memberId: ada }, isVideoCall);
  await settle();
};

test('a call rings, says that it rings, and is missed where nobody answers', async () => {
  await start();
  changed(callOf());
  await settle();
  expect(callsState.get().ringing).toHaveLength(1);
  expect(provider.ring).toHaveBeenCalledExactlyOnceWith('c1', 'device-1');
  changed(ended('no_answer'));
  expect(callsState.get()).toMatchObject({ ringing: [], missed: [{ endResult: 'no_answer' }] });
  calls.get().dismiss('c1');
  expect(callsState.get().missed).toEqual([]);
});

test.each([
  ['another device has answered', ended('other_device_accepted'), 0],
  ['it was declined on another device', ended('declined', { endedBy: nurse }), 0],
  ['the caller has hung up', ended('canceled', { endedBy: ada }), 1],
] as const)('it falls silent where %s', async (_why, end, missed) => {
  await start();
  changed(callOf());
  changed(end);
  expect([callsState.get().ringing.length, callsState.get().missed.length]).toEqual([0, missed]);
});

test('an event that comes late changes nothing', async () => {
  await start();
  changed(callOf({ revision: 3 }));
  changed(ended('canceled', { revision: 2 }));
  expect(callsState.get().ringing).toHaveLength(1);
});

test('somebody who called meanwhile is told of', async () => {
  await start();
  changed(ended('declined', { callId: 'c2' }, { detail: 'busy' }));
  expect(callsState.get().missed.map(({ callId }) => callId)).toEqual(['c2']);
});

test('who called more than once is told of once, and no more once the two talk', async () => {
  await start();
  for (const callId of ['c2', 'c3']) {
    changed(callOf({ callId }));
    changed(ended('no_answer', { callId }));
  }
  expect(callsState.get().missed.map(({ callId }) => callId)).toEqual(['c3']);
  await dialAda();
  expect(callsState.get().missed).toEqual([]);
});

test('answering opens the microphone first, is connected with the first sound, and tells what is sent', async () => {
  await start();
  changed(callOf());
  calls.get().accept('c1', false);
  await settle();
  expect(provider.accept).toHaveBeenCalledExactlyOnceWith('c1', 'device-1');
  expect(own()).toMatchObject({ step: 'going', call: { callState: 'established' }, media: { microphone: 'on', camera: 'off' } });
  expect(callOngoing.get()).toBe(true);
  expect(provider.report).not.toHaveBeenCalled();
  FakePeer.last.stand('connected');
  await settle(200);
  expect(provider.report).toHaveBeenLastCalledWith('c1', { deviceId: 'device-1', state: 'connected', audio: true, video: false });
  calls.get().mute(true);
  await settle();
  expect(provider.report).toHaveBeenLastCalledWith('c1', { deviceId: 'device-1', state: 'connected', audio: false, video: false });
  expect(tracks[0]?.enabled).toBe(false);
  await settle(15_000);
  expect(provider.report.mock.calls.length).toBeGreaterThanOrEqual(3);
});

test('what the other device said is taken once, also where the live connection brings it before the answer of the server', async () => {
  await start();
  changed(callOf());
  const said = [{ sequence: 1, kind: 'offer', data: JSON.stringify({ from: 'a', to: null, sdp: 'theirs' }) }];
  provider.accept.mockImplementation(async () => {
    hear({ event: 'call:signals', content: { callId: 'c1', signals: said } });
    return { call: callOf({ revision: 2, callState: 'established', isOngoing: true }), ice, signals: said };
  });
  calls.get().accept('c1', false);
  await settle();
  expect(FakePeer.last.offered).toEqual(['theirs']);
});

test('nothing heard for six seconds is told, and that it is heard again', async () => {
  await start();
  await dialAda();
  FakePeer.last.stand('connected');
  await settle(1_500);
  FakePeer.last.stand('disconnected');
  await settle(8_000);
  expect(provider.report.mock.lastCall?.[1]).toMatchObject({ state: 'reconnecting' });
  expect(own()?.quality).toBe('silent');
  FakePeer.last.stand('connected');
  await settle(1_500);
  expect(provider.report.mock.lastCall?.[1]).toMatchObject({ state: 'connected' });
});

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
] as const)('%s: no call is made, it is said why, and another try makes it', async (name, trouble) => {
  await start();
  openMedia = () => {
    throw Object.assign(new Error('no'), { name });
  };
  await dialAda();
  expect(own()).toMatchObject({ step: 'failed', failure: { kind: 'media', trouble } });
  expect(provider.dial).not.toHaveBeenCalled();
  expect(callOngoing.get()).toBe(false);
  openMedia = () => new FakeTrack('audio');
  calls.get().tryAgain();
  await settle();
  expect(own()).toMatchObject({ step: 'going', failure: null });
});

test('a microphone that goes away in a call: it is said, the call goes on, and another try takes it again', async () => {
  await start();
  await dialAda();
  openMedia = () => {
    throw Object.assign(new Error('no'), { name: 'NotReadableError' });
  };
  tracks[0]?.stop();
  tracks[0]?.onended?.();
  await settle();
  expect(own()).toMatchObject({ step: 'going', media: { microphone: 'busy' } });
  openMedia = () => new FakeTrack('audio');
  calls.get().tryAgain();
  await settle();
  expect(own()).toMatchObject({ step: 'going', media: { microphone: 'on' } });
  expect(provider.dial).toHaveBeenCalledOnce();
});

/** A call through a relay that is opened by `first`, and after that by whatever `renewIce` answers. */
async function startRelayed(): Promise<void> {
  const opensBy = (username: string): CallIce => ({
    ...ice,
    iceServers: [{ urls: ['turn:relay.test'], username, credential: 'secret' }],
    expiresAt: Date.now() + relaySeconds * 1_000,
  });
  provider.accept.mockImplementation(async () => ({
    ...{ call: callOf({ revision: 2, callState: 'established', isOngoing: true }), ice: opensBy('first'), signals: [] },
  }));
  provider.renewIce.mockImplementation(async () => opensBy('next'));
  await start();
  changed(callOf());
  calls.get().accept('c1', false);
  await settle();
  FakePeer.last.stand('connected');
  FakePeer.last.remoteDescription = {};
  await settle(200);
}
const nearTheEndMs = (relaySeconds - 60) * 1_000;

test('what opens the relay is renewed a minute before it runs out, and again and again; no answer is asked for anew', async () => {
  await startRelayed();
  provider.renewIce.mockRejectedValueOnce(new ApiError(0, 'unreachable', 'gone'));
  await settle(nearTheEndMs);
  expect(provider.renewIce).toHaveBeenCalledOnce();
  await settle(10_000);
  expect(provider.renewIce).toHaveBeenCalledTimes(2);
  expect(FakePeer.last.done).toEqual(['configured with first', 'configured with next']);
  await settle(nearTheEndMs);
  expect(provider.renewIce).toHaveBeenCalledTimes(3);
  calls.get().hangUp();
  await settle(nearTheEndMs * 2);
  expect(provider.renewIce).toHaveBeenCalledTimes(3);
});

test('another network after a sleep: no way is looked for with what has run out meanwhile', async () => {
  await startRelayed();
  dispatchEvent(new Event('online'));
  expect(FakePeer.last.done.slice(1)).toEqual(['restarted']);
  vi.setSystemTime(Date.now() + 3_600_000);
  dispatchEvent(new Event('online'));
  await settle();
  expect(FakePeer.last.done.slice(2)).toEqual(['configured with next', 'restarted']);
});

test('without a camera a video call goes on by voice, and says why', async () => {
  await start();
  openMedia = ({ audio }) => {
    if (audio) return new FakeTrack('audio');
    throw Object.assign(new Error('no'), { name: 'NotFoundError' });
  };
  await dialAda(true);
  expect(own()).toMatchObject({ step: 'going', media: { microphone: 'on', camera: 'missing' } });
});

test('who is on another call is said as that', async () => {
  await start();
  provider.dial.mockImplementation(async ({ callId }) => ({
    ...{ call: ended('declined', { ...outgoing, callId }, { detail: 'busy' }), ice: null, signals: [] },
  }));
  await dialAda();
  expect(own()).toMatchObject({ step: 'over', call: { endResult: 'declined', callLog: { detail: 'busy' } } });
  await settle(60_000);
  expect(own()).not.toBeNull();
});

test('both call at once: the dialing is answered with the other call, and it is one', async () => {
  await start();
  const theirs = callOf({ callId: 'theirs', revision: 2, callState: 'established', isOngoing: true });
  provider.dial.mockImplementation(async () => ({ call: theirs, ice, signals: [] }));
  await dialAda();
  changed(theirs);
  expect(callsState.get()).toMatchObject({ ringing: [], own: { callId: 'theirs', step: 'going' } });
});

test('both call at once, and the other call is told of before the dialing is answered: it rings no longer, and nothing said in it is lost', async () => {
  await start();
  let answer: (begun: object) => void = () => {};
  provider.dial.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  await dialAda();
  changed(callOf({ callId: 'theirs' }));
  expect(callsState.get().ringing).toHaveLength(1);
  const offer = { sequence: 1, kind: 'offer', data: JSON.stringify({ from: 'a', to: null, sdp: 'theirs' }) };
  hear({ event: 'call:signals', content: { callId: 'theirs', signals: [offer] } });
  provider.listSignals.mockResolvedValue([offer]);
  answer({ call: callOf({ callId: 'theirs', revision: 2, callState: 'established', isOngoing: true }), ice, signals: [] });
  await settle();
  expect(callsState.get()).toMatchObject({ ringing: [], own: { callId: 'theirs', step: 'going' } });
  expect(FakePeer.last.offered).toEqual(['theirs']);
});

test('a dialing whose answer was lost is said again with the same id; one that is refused says why', async () => {
  await start();
  const answered = provider.dial.getMockImplementation();
  provider.dial.mockRejectedValueOnce(new ApiError(0, 'unreachable', 'gone'));
  await dialAda();
  const [first, second] = provider.dial.mock.calls;
  expect([provider.dial.mock.calls.length, second?.[0].callId]).toEqual([2, first?.[0].callId]);
  calls.get().hangUp();
  await settle(10_000);
  provider.dial.mockRejectedValueOnce(new ApiError(409, 'conflict', 'Ada is on hold.')).mockImplementation(answered as never);
  await dialAda();
  expect(own()).toMatchObject({ step: 'failed', failure: { kind: 'refused' } });
  calls.get().hangUp();
  expect(own()).toBeNull();
});

test('hanging up is silent at once, ends the call on the server, and leaves the microphone', async () => {
  await start();
  await dialAda();
  provider.end.mockImplementation(async (callId) => ended('canceled', { ...outgoing, callId, endedBy: nurse }));
  calls.get().hangUp();
  expect([own()?.step, callOngoing.get(), tracks[0]?.readyState]).toEqual(['over', false, 'ended']);
  await settle();
  expect(provider.end).toHaveBeenCalledOnce();
  await settle(6_000);
  expect(own()).toBeNull();
});

test('hung up while the server was still being asked, the call is ended as soon as it is known', async () => {
  await start();
  let answer: (begun: object) => void = () => {};
  provider.dial.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  await dialAda();
  calls.get().hangUp();
  answer({ call: callOf({ ...outgoing, callState: 'dialing' }), ice, signals: [] });
  await settle();
  expect(provider.end).toHaveBeenCalledExactlyOnceWith('c1', 'device-1');
  expect(FakePeer.last?.connectionState).not.toBe('connected');
});

test('a page that was loaded anew in the middle of a call goes on with it', async () => {
  sessionStorage.setItem('vigil.ownCall', 'c1');
  provider.listSignals.mockResolvedValue([{ sequence: 7, kind: 'offer', data: 'of before' }]);
  await start(callOf({ revision: 4, callState: 'connected', isOngoing: true, isLocalAudioEnabled: false, log: { connectedAt: 5 } }));
  expect(own()).toMatchObject({ callId: 'c1', step: 'going', media: { microphone: 'on', isMuted: true } });
  expect(provider.sendSignals.mock.lastCall?.[1].signals).toMatchObject([{ kind: 'restart' }]);
});

test('a page that is left on a call says so, and one without a call says nothing', async () => {
  await start();
  dispatchEvent(new Event('pagehide'));
  expect(provider.leave).not.toHaveBeenCalled();
  await dialAda();
  dispatchEvent(new Event('pagehide'));
  expect(provider.leave).toHaveBeenCalledExactlyOnceWith(own()?.callId, 'device-1');
  stop();
  dispatchEvent(new Event('pagehide'));
  expect(provider.leave).toHaveBeenCalledOnce();
});

test('a call that ended while the page was being loaded is told with its reason', async () => {
  sessionStorage.setItem('vigil.ownCall', 'c1');
  provider.latest.mockResolvedValue([ended('connection_lost')]);
  await start(null);
  expect(callsState.get()).toMatchObject({ own: null, missed: [{ endResult: 'connection_lost' }] });
});

test('an end that was told to nobody is found when the connection is back', async () => {
  await start();
  await dialAda();
  const { callId } = own() ?? { callId: '' };
  provider.latest.mockResolvedValue([ended('no_answer', { ...outgoing, callId })]);
  hear({ event: 'ready', content: { call: null } });
  await settle();
  expect(own()).toMatchObject({ step: 'over', call: { endResult: 'no_answer' } });
});

test('a second call cannot be answered before the first is hung up, and can be declined', async () => {
  await start();
  await dialAda();
  changed(callOf({ callId: 'c2' }));
  calls.get().accept('c2', false);
  await settle();
  expect(provider.accept).not.toHaveBeenCalled();
  calls.get().decline('c2');
  expect(provider.end).toHaveBeenCalledWith('c2', 'device-1');
  expect(callsState.get().ringing).toEqual([]);
});
