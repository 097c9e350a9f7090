import type { Call, CallIce, CallSignal } from '@vigil/contract/calls.contract';
import { type MediaState, mediaReportSeconds, relaySeconds } from '@vigil/contract/calls.values';
import type { ApiError } from '@vigil/contract/client';
import { createStore, type Store } from '../store.ts';
import type { Begun, CallProvider } from './call-provider.ts';
import { deviceInUse, playThrough } from './devices.ts';
import { type Hearing, hear, nothingHeard } from './hearing.ts';
import { createMediaConnection, type MediaConnection } from './media-connection.ts';
import { type MediaTrouble, troubleOf } from './media-trouble.ts';
import { createOwnMedia, noMedia, type OwnMediaState } from './own-media.ts';
import { type Quality, qualityBetween, type Sample } from './quality.ts';
import { createSignalSender } from './signal-sender.ts';

/** The other one, as far as it is known before the server has answered. */
export interface OtherPerson {
  readonly userId: string;
  readonly name: string;
  readonly photoUrl: string | null;
}

/** Why it did not come to a call: nothing to speak into, or the server has said no. */
export type CallFailure =
  | { readonly kind: 'media'; readonly trouble: MediaTrouble }
  | { readonly kind: 'refused'; readonly error: ApiError };

/** The call that this page is on. */
export interface OwnCallState {
  readonly callId: string;
  readonly other: OtherPerson;
  readonly memberId: string | null;
  readonly isVideoCall: boolean;
  /** `opening`: microphone and camera; `asking`: the server. Then `call` says it. `failed`: `failure` does. */
  readonly step: 'opening' | 'asking' | 'going' | 'failed' | 'over';
  readonly call: Call | null;
  readonly failure: CallFailure | null;
  readonly media: OwnMediaState;
  /** Sound and picture of the other one. */
  readonly remote: MediaStream | null;
  /** The browser wants a press before it plays. */
  readonly isSoundBlocked: boolean;
  readonly quality: Quality;
  /** How this page hears the other one; null before the first sound. It knows it also where the server cannot be reached. */
  readonly hears: MediaState | null;
  /** When this page heard the other one first. Unix milliseconds. */
  readonly heardFromMs: number | null;
}

type Beginning =
  | { readonly kind: 'dial'; readonly other: OtherPerson; readonly memberId: string | null; readonly isVideoCall: boolean }
  | { readonly kind: 'accept' | 'resume'; readonly call: Call; readonly withCamera: boolean };

interface OwnCallOptions {
  readonly userId: string;
  readonly deviceId: string;
  readonly provider: CallProvider;
  readonly beginning: Beginning;
  readonly createPeer?: (configuration: RTCConfiguration) => RTCPeerConnection;
}

export interface OwnCall {
  readonly state: Store<OwnCallState>;
  /** Begins, or begins again after a failure. */
  begin(): Promise<void>;
  /** What the server says of the call, from whatever side it comes. */
  take(call: Call): void;
  takeSignals(signals: readonly CallSignal[]): void;
  /** Asks for what the other one said while nothing was heard from the server. */
  catchUp(): Promise<void>;
  mute(isMuted: boolean): void;
  showCamera(isOn: boolean): void;
  /** Other devices were chosen or plugged in. */
  refreshDevices(): void;
  /** The network has changed. */
  restart(): void;
  /** After a press: what the browser did not play by itself. */
  listenNow(): void;
  /** Resolves when the server has heard it, or cannot be reached. */
  hangUp(): Promise<void>;
  /** Lets go of everything here and tells nobody: the page is being left. */
  close(): void;
}

/** While the first sound is awaited, and afterwards. Milliseconds. */
const lookMs = { first: 200, later: 1_000 };
/** A dialing that nobody answered is said again: the same call rings once. */
const dialTries = 3;
/** What opens the relay is asked for so long before it runs out, and so long after an answer that did not come. Milliseconds. */
const renewal = { before: 60_000, again: 10_000 };

export const otherOf = (call: Call, userId: string): OtherPerson => {
  const other = call.caller.userId === userId ? call.callee : call.caller;
  return { userId: other.userId, name: `${other.firstName} ${other.lastName}`.trim(), photoUrl: other.photoUrl };
};

/** One call on this page: from the first press to its end. */
export function createOwnCall({ userId, deviceId, provider, beginning, createPeer }: OwnCallOptions): OwnCall {
  const known = beginning.kind === 'dial' ? null : beginning.call;
  const state = createStore<OwnCallState>({
    callId: known?.callId ?? crypto.randomUUID(),
    other: beginning.kind === 'dial' ? beginning.other : otherOf(beginning.call, userId),
    memberId: beginning.kind === 'dial' ? beginning.memberId : beginning.call.memberId,
    isVideoCall: beginning.kind === 'dial' ? beginning.isVideoCall : beginning.call.isVideoCall,
    ...{ step: 'opening', call: known, failure: null, media: noMedia, remote: null, isSoundBlocked: false },
    ...{ quality: 'unknown', hears: null, heardFromMs: null },
  });
  const change = (next: Partial<OwnCallState>) => state.set({ ...state.get(), ...next });
  const isOver = () => state.get().step === 'over';

  const media = createOwnMedia(userId, (kind, track) => {
    connection?.setTrack(kind, track);
  });
  const unfollowMedia = media.state.subscribe(() => {
    change({ media: media.state.get() });
    report();
  });
  const sender = createSignalSender((signals) => provider.sendSignals(state.get().callId, { deviceId, signals: [...signals] }));
  const player = new Audio();
  let connection: MediaConnection | null = null;
  let peerState: RTCPeerConnectionState = 'new';
  let hearing: Hearing = nothingHeard;
  let sampled: Sample | null = null;
  let lastSequence = 0;
  /** Signals that came before there was a connection to take them, or while the server was asked for those before them. */
  let waiting: CallSignal[] = [];
  let isCatchingUp = false;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function after(ms: number, made: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!isOver()) made();
    }, ms);
    timers.add(timer);
  }
  function finish(): void {
    if (isOver()) return;
    change({ step: 'over', quality: 'unknown', remote: null });
    letGo();
  }
  function letGo(): void {
    for (const timer of timers) clearTimeout(timer);
    if (iceTimer !== null) clearTimeout(iceTimer);
    sender.stop();
    connection?.close();
    connection = null;
    unfollowMedia();
    media.close();
    player.pause();
    player.srcObject = null;
    change({ media: noMedia });
  }

  function take(call: Call): void {
    const { call: before, callId } = state.get();
    if (call.callId !== callId || (before !== null && call.revision < before.revision)) return;
    change({ call });
    if (call.isEnded) finish();
  }

  // What is sent and what is heard, one report at a time and always the newest.
  let isReporting = false;
  let isReportDue = false;
  function report(): void {
    if (hearing.state === null || isOver()) return;
    isReportDue = isReporting;
    if (isReporting) return;
    isReporting = true;
    const { audio, video } = media.tracks();
    const said = { deviceId, state: hearing.state, audio: audio?.enabled ?? false, video: video !== null };
    provider
      .report(state.get().callId, said)
      .then(
        ({ callState, revision }) => {
          const { call } = state.get();
          if (callState === 'ended') void learnEnd();
          else if (call && revision > call.revision) change({ call: { ...call, callState, revision } });
        },
        ({ status }: ApiError) => {
          if (status === 404 || status === 409) void learnEnd();
        },
      )
      .finally(() => {
        isReporting = false;
        if (isReportDue) report();
      });
  }

  /** It is over for the server, and the event that says how has not come. */
  async function learnEnd(): Promise<void> {
    const known = await provider.latest().catch(() => []);
    const ended = known.find(({ callId }) => callId === state.get().callId);
    if (ended) take(ended);
  }

  async function look(): Promise<void> {
    const sample = (await connection?.sample().catch(() => null)) ?? null;
    if (isOver()) return;
    const before = hearing.state;
    const { hearing: next, todo } = hear(hearing, sample, peerState, Date.now());
    hearing = next;
    if (todo === 'restart') void freshIce().then(() => connection?.restart());
    if (todo === 'renew') void freshIce().then(() => connection?.renew());
    if (sample !== null && next.state !== null)
      change({ quality: next.state === 'reconnecting' ? 'silent' : qualityBetween(sampled, sample) });
    sampled = sample;
    if (next.state !== before) {
      change({ hears: next.state });
      if (state.get().heardFromMs === null) change({ heardFromMs: state.get().call?.callLog.connectedAt ?? Date.now() });
      report();
    }
    after(next.state === null ? lookMs.first : lookMs.later, () => void look());
  }

  // By this machine's clock: it may be wrong, and goes on while the machine sleeps.
  let isIceDueAtMs = Number.POSITIVE_INFINITY;
  let iceTimer: ReturnType<typeof setTimeout> | null = null;
  async function freshIce(): Promise<void> {
    const ice = await provider.renewIce(state.get().callId, deviceId).catch(() => null);
    if (isOver()) return;
    if (ice) takeIce(ice);
    else if (Date.now() >= isIceDueAtMs) renewIceIn(renewal.again);
  }
  function takeIce(ice: CallIce): void {
    connection?.setIce(ice);
    if (ice.expiresAt === null) return;
    const lastsMs = relaySeconds * 1_000 - renewal.before;
    isIceDueAtMs = Date.now() + lastsMs;
    renewIceIn(lastsMs);
  }
  function renewIceIn(ms: number): void {
    if (iceTimer !== null) clearTimeout(iceTimer);
    iceTimer = setTimeout(() => void freshIce(), ms);
  }
  /** Looks for another way at once, as after a change of the network; with what opens the relay now. */
  async function restart(): Promise<void> {
    if (Date.now() >= isIceDueAtMs) await freshIce();
    connection?.restart();
  }

  function connect({ call, ice, signals }: Begun, isResumed: boolean): void {
    const isTheirs = call.callId !== state.get().callId;
    change({ callId: call.callId, step: 'going' });
    take(call);
    if (call.isEnded || ice === null || isOver()) return;
    connection = createMediaConnection({
      isCaller: call.caller.userId === userId,
      isResumed,
      ice,
      tracks: media.tracks,
      send: sender.send,
      onStream: play,
      onState: (next) => {
        peerState = next;
      },
      ...(createPeer && { createPeer }),
    });
    takeIce(ice);
    takeAll(signals);
    // Both have called at once: what was told of the other call before this page knew that it is on it was taken by nobody.
    if (isTheirs) void catchUp();
    after(lookMs.first, () => void look());
    const keepReporting = () => {
      report();
      after(mediaReportSeconds * 1_000, keepReporting);
    };
    after(mediaReportSeconds * 1_000, keepReporting);
  }

  function play(remote: MediaStream): void {
    // Another object for each track, so that whoever shows it hears of the new one.
    change({ remote: new MediaStream(remote.getTracks()) });
    player.srcObject = remote;
    void playThrough(player, deviceInUse(userId, 'speaker')).then(listenNow);
  }
  function listenNow(): void {
    player.play().then(
      () => change({ isSoundBlocked: false }),
      (reason: Error) => {
        if (reason.name === 'NotAllowedError' && !isOver()) change({ isSoundBlocked: true });
      },
    );
  }

  function takeSignals(signals: readonly CallSignal[]): void {
    if (connection === null || isCatchingUp) {
      waiting.push(...signals);
      return;
    }
    for (const signal of [...signals].sort((one, other) => one.sequence - other.sequence)) {
      if (signal.sequence <= lastSequence) continue;
      lastSequence = signal.sequence;
      connection.take(signal);
    }
  }
  /** With what has waited for it. */
  function takeAll(signals: readonly CallSignal[]): void {
    const came = waiting;
    waiting = [];
    takeSignals([...signals, ...came]);
  }
  async function catchUp(): Promise<void> {
    if (connection === null || isCatchingUp) return;
    isCatchingUp = true;
    const missed = await provider.listSignals(state.get().callId, deviceId, lastSequence).catch(() => []);
    isCatchingUp = false;
    takeAll(missed);
  }

  async function ask(): Promise<{ readonly begun: Begun; readonly isResumed: boolean }> {
    const { callId, other, memberId, isVideoCall } = state.get();
    if (beginning.kind === 'accept') return { begun: await provider.accept(callId, deviceId), isResumed: false };
    if (beginning.kind === 'dial') {
      const made = { callId, calleeId: other.userId, memberId, isVideoCall, deviceId };
      return { begun: await dialAgain(() => provider.dial(made)), isResumed: false };
    }
    const [ice, said] = await Promise.all([provider.renewIce(callId, deviceId), provider.listSignals(callId, deviceId, 0)]);
    // It was said to the page as it was before.
    lastSequence = said.at(-1)?.sequence ?? 0;
    return { begun: { call: beginning.call, ice, signals: [] }, isResumed: true };
  }

  async function begin(): Promise<void> {
    change({ step: 'opening', failure: null });
    try {
      if (beginning.kind === 'resume') media.mute(!beginning.call.isLocalAudioEnabled && beginning.call.callLog.connectedAt !== null);
      await media.open(beginning.kind === 'dial' ? beginning.isVideoCall : beginning.withCamera);
    } catch (reason) {
      if (!isOver()) change({ step: 'failed', failure: { kind: 'media', trouble: troubleOf(reason) } });
      return;
    }
    if (isOver()) return;
    change({ step: 'asking' });
    try {
      const { begun, isResumed } = await ask();
      if (isOver()) return void provider.end(begun.call.callId, deviceId).catch(() => undefined);
      connect(begun, isResumed);
    } catch (reason) {
      if (isOver()) return;
      media.close();
      if (isApiError(reason)) change({ step: 'failed', failure: { kind: 'refused', error: reason } });
      else {
        console.error('The call could not begin', (reason as Error).name);
        await provider.fail(state.get().callId, deviceId).then(take, finish);
      }
    }
  }

  return {
    state,
    begin,
    take,
    takeSignals,
    catchUp,
    mute: media.mute,
    showCamera: (isOn) => void media.showCamera(isOn),
    refreshDevices() {
      void media.refresh();
      void playThrough(player, deviceInUse(userId, 'speaker'));
    },
    restart: () => void restart(),
    listenNow,
    async hangUp() {
      const { callId, step } = state.get();
      const isKnown = step === 'going';
      // It is silent at once, whatever the line does.
      finish();
      if (isKnown)
        await provider.end(callId, deviceId).then(
          (call) => change({ call }),
          () => undefined,
        );
    },
    close() {
      if (isOver()) return;
      change({ step: 'over' });
      letGo();
    },
  };
}

const isApiError = (reason: unknown): reason is ApiError => (reason as Error | null)?.name === 'ApiError';

async function dialAgain(dial: () => Promise<Begun>): Promise<Begun> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await dial();
    } catch (reason) {
      if (!isApiError(reason) || reason.status !== 0 || tries === dialTries) throw reason;
    }
  }
}
