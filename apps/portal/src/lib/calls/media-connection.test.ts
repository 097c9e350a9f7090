import type { CallIce, CallSignal } from '@vigil/contract/calls.contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { createMediaConnection, type MediaConnection } from './media-connection.ts';

/** A peer connection as far as the negotiation goes: what it was given is what it answers with. */
class FakePeer {
  signalingState: RTCSignalingState = 'stable';
  connectionState: RTCPeerConnectionState = 'new';
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: { type: string; sdp: string } | null = null;
  candidates: string[] = [];
  isClosed = false;
  restarts = 0;
  transceivers: { direction: string; receiver: { track: { kind: string } }; sender: { replaceTrack: ReturnType<typeof vi.fn> } }[] = [];
  onnegotiationneeded: (() => void) | null = null;
  onicecandidate: ((event: object) => void) | null = null;
  ontrack: ((event: object) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  addTransceiver(kind: string) {
    this.transceivers.push({ direction: 'sendrecv', receiver: { track: { kind } }, sender: { replaceTrack: vi.fn() } });
    if (this.transceivers.length === 2) queueMicrotask(() => this.onnegotiationneeded?.());
  }
  getTransceivers = () => this.transceivers;
  async setLocalDescription() {
    const isAnswer = this.signalingState === 'have-remote-offer';
    this.localDescription = { type: isAnswer ? 'answer' : 'offer', sdp: `${isAnswer ? 'answer' : 'offer'} of ${this.name}` };
    this.signalingState = isAnswer ? 'stable' : 'have-local-offer';
  }
  async setRemoteDescription(description: { type: string; sdp: string }) {
    if (description.type === 'offer' && this.transceivers.length === 0)
      for (const kind of ['audio', 'video'])
        this.transceivers.push({ direction: 'recvonly', receiver: { track: { kind } }, sender: { replaceTrack: vi.fn() } });
    this.remoteDescription = description;
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable';
  }
  async addIceCandidate({ candidate }: { candidate: string }) {
    this.candidates.push(candidate);
  }
  restartIce() {
    this.restarts += 1;
    queueMicrotask(() => this.onnegotiationneeded?.());
  }
  setConfiguration() {}
  close() {
    this.isClosed = true;
  }
}

interface Side {
  readonly peers: FakePeer[];
  readonly sent: CallSignal[];
  readonly connection: MediaConnection;
}
const ice: CallIce = { iceServers: [], iceTransportPolicy: 'all', expiresAt: null };
let sequence: number;

beforeEach(() => {
  sequence = 0;
  vi.stubGlobal('MediaStream', class {});
});

function open(isCaller: boolean, isResumed = false): Side {
  const peers: FakePeer[] = [];
  const sent: CallSignal[] = [];
  const connection = createMediaConnection({
    ...{ isCaller, isResumed, ice, tracks: () => ({ audio: null, video: null }), onStream: () => {}, onState: () => {} },
    send: (signals) => {
      for (const { kind, data } of signals) {
        sequence += 1;
        sent.push({ sequence, kind, data });
      }
    },
    createPeer: () => {
      peers.push(new FakePeer(`${isCaller ? 'caller' : 'callee'} ${peers.length + 1}`));
      return peers.at(-1) as unknown as RTCPeerConnection;
    },
  });
  return { peers, sent, connection };
}
const settle = () => new Promise((done) => setTimeout(done));
/** Hands over what each has said, until nobody says anything more. */
async function talk(one: Side, other: Side): Promise<void> {
  for (;;) {
    await settle();
    const [ofOne, ofOther] = [one.sent.splice(0), other.sent.splice(0)];
    if (ofOne.length + ofOther.length === 0) return;
    for (const signal of ofOne) other.connection.take(signal);
    for (const signal of ofOther) one.connection.take(signal);
  }
}
const now = ({ peers }: Side) => peers.at(-1) as FakePeer;
const stands = (one: Side, other: Side) => {
  expect([now(one).signalingState, now(other).signalingState]).toEqual(['stable', 'stable']);
  const pair = [now(one).remoteDescription?.sdp, now(other).remoteDescription?.sdp].map((sdp) => sdp?.replace(/^\w+ of /, ''));
  expect(pair).toEqual([now(other).name, now(one).name]);
};

test('the caller offers, the callee answers with both directions open, and candidates reach the right one', async () => {
  const [caller, callee] = [open(true), open(false)];
  now(caller).onicecandidate?.({ candidate: { toJSON: () => ({ candidate: 'from the caller' }) } });
  await talk(caller, callee);
  stands(caller, callee);
  expect(now(callee).transceivers.map(({ direction }) => direction)).toEqual(['sendrecv', 'sendrecv']);
  now(caller).onicecandidate?.({ candidate: { toJSON: () => ({ candidate: 'later' }) } });
  await talk(caller, callee);
  expect(now(callee).candidates).toContain('later');
});

test('both look for another way at once: the caller’s offer stands, and the callee answers it', async () => {
  const [caller, callee] = [open(true), open(false)];
  await talk(caller, callee);
  caller.connection.restart();
  callee.connection.restart();
  await talk(caller, callee);
  stands(caller, callee);
  expect(now(callee).localDescription?.type).toBe('answer');
});

test.each([
  ['callee', false],
  ['caller', true],
])(
  'the page of the %s was loaded anew: both begin from nothing, and what was said to the old page means nothing',
  async (_who, isCaller) => {
    const [caller, callee] = [open(true), open(false)];
    await talk(caller, callee);
    const [stays, leaves] = isCaller ? [callee, caller] : [caller, callee];
    now(stays).onicecandidate?.({ candidate: { toJSON: () => ({ candidate: 'for the old page' }) } });
    const back = open(isCaller, true);
    await talk(stays, back);
    stands(stays, back);
    expect(stays.peers).toHaveLength(2);
    expect(stays.peers[0]?.isClosed).toBe(true);
    expect(now(back).candidates).toEqual([]);
    leaves.connection.close();
  },
);

test('where another way was looked for in vain the callee asks for a new beginning', async () => {
  const [caller, callee] = [open(true), open(false)];
  await talk(caller, callee);
  callee.connection.renew();
  await talk(caller, callee);
  stands(caller, callee);
  expect([caller.peers.length, callee.peers.length]).toEqual([2, 2]);
});

test('what is no signal changes nothing', async () => {
  const [caller, callee] = [open(true), open(false)];
  await talk(caller, callee);
  callee.connection.take({ sequence: 99, kind: 'offer', data: 'no JSON' });
  callee.connection.take({ sequence: 100, kind: 'answer', data: JSON.stringify({ from: 'a stranger', to: 'nobody', sdp: 'x' }) });
  await talk(caller, callee);
  stands(caller, callee);
});
