import type { CallIce, CallSignal } from '@vigil/contract/calls.contract';
import type { SignalKind } from '@vigil/contract/calls.values';
import { type Sample, sampleOf } from './quality.ts';

export interface OutgoingSignal {
  readonly kind: SignalKind;
  readonly data: string;
}

/**
 * What stands in a signal beside its kind. `from` and `to` name one peer connection each, of which a page makes a new one when it or
 * the other page was reloaded: what was meant for an earlier one means nothing any more. `to` is null as long as the other is not known.
 */
interface Envelope {
  readonly from: string;
  readonly to: string | null;
  readonly sdp?: string;
  readonly candidate?: RTCIceCandidateInit;
}

export interface Tracks {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
}

interface MediaConnectionOptions {
  /** The caller makes the first offer, and insists on its own where both make one at once. */
  readonly isCaller: boolean;
  /** The page was reloaded in the middle: the other one is asked to begin anew. */
  readonly isResumed: boolean;
  readonly ice: CallIce;
  /** What is sent at the beginning. */
  readonly tracks: () => Tracks;
  readonly send: (signals: readonly OutgoingSignal[]) => void;
  /** Sound and picture of the other one; told again for each track. */
  readonly onStream: (stream: MediaStream) => void;
  readonly onState: (state: RTCPeerConnectionState) => void;
  readonly createPeer?: (configuration: RTCConfiguration) => RTCPeerConnection;
}

export interface MediaConnection {
  /** Takes what the other device has said; in its order. */
  take(signal: CallSignal): void;
  /** Sends another track from now on, or none. Nothing is negotiated for it. */
  setTrack(kind: 'audio' | 'video', track: MediaStreamTrack | null): void;
  setIce(ice: CallIce): void;
  /** Looks for another way to the other one: the network has changed, or nothing is heard. */
  restart(): void;
  /** Begins from nothing where looking for another way was in vain. */
  renew(): void;
  sample(): Promise<Sample | null>;
  close(): void;
}

interface Peer {
  readonly connection: RTCPeerConnection;
  readonly session: string;
  /** It has an offer of the other one: with a peer connection of another page it cannot go on. */
  hasOffer: boolean;
}

/** The way between the two devices of a call: one peer connection at a time, by perfect negotiation with the callee as the polite one. */
export function createMediaConnection(options: MediaConnectionOptions): MediaConnection {
  const { isCaller, isResumed, tracks, send, onStream, onState } = options;
  const { createPeer = (configuration) => new RTCPeerConnection(configuration) } = options;
  let ice = options.ice;
  let otherSession: string | null = null;
  let peer: Peer | null = null;
  let work = Promise.resolve();
  let isClosed = false;

  /** One step after the other: an offer that is being made and one that arrives never overtake each other. */
  function step(of: Peer, made: () => Promise<void>): void {
    work = work.then(async () => {
      if (of !== peer) return;
      await made().catch((reason) => {
        if (of === peer) console.error('A step of the call failed', (reason as Error).name);
      });
    });
  }

  function say(of: Peer, kind: SignalKind, content: Omit<Envelope, 'from' | 'to'> = {}): void {
    if (of === peer) send([{ kind, data: JSON.stringify({ from: of.session, to: otherSession, ...content } satisfies Envelope) }]);
  }

  function begin(offers: boolean): Peer {
    peer?.connection.close();
    const connection = createPeer({
      iceServers: ice.iceServers as RTCIceServer[],
      iceTransportPolicy: ice.iceTransportPolicy,
      bundlePolicy: 'max-bundle',
    });
    const made: Peer = { connection, session: crypto.randomUUID(), hasOffer: false };
    peer = made;
    const stream = new MediaStream();
    connection.ontrack = ({ track }) => {
      stream.addTrack(track);
      if (made === peer) onStream(stream);
    };
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) say(made, 'candidate', { candidate: candidate.toJSON() });
    };
    connection.onconnectionstatechange = () => {
      if (made === peer) onState(connection.connectionState);
    };
    connection.onnegotiationneeded = () =>
      step(made, async () => {
        // Where an offer is on its way, the browser asks again once that is answered.
        if (connection.signalingState !== 'stable') return;
        await connection.setLocalDescription();
        say(made, 'offer', { sdp: connection.localDescription?.sdp ?? '' });
      });
    if (offers)
      for (const kind of ['audio', 'video'] as const)
        connection.addTransceiver(tracks()[kind] ?? kind, { direction: 'sendrecv', streams: [new MediaStream()] });
    return made;
  }

  async function takeOffer({ connection }: Peer, sdp: string): Promise<boolean> {
    if (connection.signalingState !== 'stable' && isCaller) return false;
    await connection.setRemoteDescription({ type: 'offer', sdp });
    for (const transceiver of connection.getTransceivers()) {
      transceiver.direction = 'sendrecv';
      await transceiver.sender.replaceTrack(tracks()[transceiver.receiver.track.kind as 'audio' | 'video']);
    }
    await connection.setLocalDescription();
    return true;
  }

  function take({ kind, data }: CallSignal): void {
    if (isClosed) return;
    const said = readEnvelope(data);
    if (said === null || (said.to !== null && said.to !== peer?.session && kind !== 'restart')) return;
    if (kind === 'restart') {
      otherSession = said.from;
      if (isCaller) begin(true);
      return;
    }
    if (kind === 'offer' && said.from !== otherSession && peer?.hasOffer) begin(false);
    if (kind !== 'candidate') otherSession = said.from;
    if (said.from !== otherSession || peer === null) return;
    const current = peer;
    if (kind === 'offer') {
      current.hasOffer = true;
      step(current, async () => {
        if (await takeOffer(current, said.sdp ?? '')) say(current, 'answer', { sdp: current.connection.localDescription?.sdp ?? '' });
      });
    }
    if (kind === 'answer')
      step(current, async () => {
        if (current.connection.signalingState === 'have-local-offer')
          await current.connection.setRemoteDescription({ type: 'answer', sdp: said.sdp ?? '' });
      });
    if (kind === 'candidate' && said.candidate !== undefined) {
      const { candidate } = said;
      // Candidates of an offer that was put aside fit to nothing; the ones that count are sent with the offer that stands.
      step(current, () => current.connection.addIceCandidate(candidate).catch(() => undefined));
    }
  }

  const first = begin(isCaller);
  if (isResumed && !isCaller) say(first, 'restart');

  return {
    take,
    setTrack(kind, track) {
      const current = peer;
      if (!current) return;
      step(current, async () => {
        const found = current.connection.getTransceivers().find(({ receiver }) => receiver.track.kind === kind);
        await found?.sender.replaceTrack(track);
      });
    },
    setIce(next) {
      ice = next;
      peer?.connection.setConfiguration({
        iceServers: ice.iceServers as RTCIceServer[],
        iceTransportPolicy: ice.iceTransportPolicy,
        bundlePolicy: 'max-bundle',
      });
    },
    restart() {
      // Before the first answer there is no way yet that could be replaced.
      if (peer?.connection.remoteDescription) peer.connection.restartIce();
    },
    renew() {
      if (isClosed) return;
      const made = begin(isCaller);
      if (!isCaller) say(made, 'restart');
    },
    async sample() {
      const report = await peer?.connection.getStats();
      return report ? sampleOf(report) : null;
    },
    close() {
      isClosed = true;
      peer?.connection.close();
      peer = null;
    },
  };
}

function readEnvelope(data: string): Envelope | null {
  try {
    return JSON.parse(data) as Envelope;
  } catch {
    return null;
  }
}
