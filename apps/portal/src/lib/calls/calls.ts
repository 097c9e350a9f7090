import type { Call } from '@vigil/contract/calls.contract';
import { ringSeconds } from '@vigil/contract/calls.values';
import { type ChatProvider, chatProvider } from '../chat/chat-provider.ts';
import { type CallHeard, chatConnection } from '../chat/live-connection.ts';
import { callOngoing } from '../session/idle.ts';
import { atSignOut } from '../session/sign-out.ts';
import { createStore, type Store } from '../store.ts';
import { type CallProvider, callProvider } from './call-provider.ts';
import { callDeviceId } from './device-id.ts';
import { chosenDevices, devices, followDevices } from './devices.ts';
import { createOwnCall, type OtherPerson, type OwnCall, type OwnCallState, otherOf } from './own-call.ts';

export interface CallsState {
  /** They ring on this page. */
  readonly ringing: readonly Call[];
  /** They rang and nobody has answered here, or came while the person was on another call: until somebody puts them away. */
  readonly missed: readonly Call[];
  readonly own: OwnCallState | null;
}

export const callsState = createStore<CallsState>({ ringing: [], missed: [], own: null });

/** Whom to call. */
export interface Callee extends OtherPerson {
  /** The member whom it is about: the callee, or on the own page the caller; null among the staff. */
  readonly memberId: string | null;
}

interface StartOptions {
  readonly userId: string;
  readonly appId: string;
  readonly provider?: CallProvider;
  readonly live?: Pick<ChatProvider, 'connect' | 'listenToCalls'>;
  readonly createPeer?: (configuration: RTCConfiguration) => RTCPeerConnection;
  readonly deviceId?: () => Promise<string>;
}

export interface Calls {
  dial(callee: Callee, isVideoCall: boolean): void;
  accept(callId: string, withCamera: boolean): void;
  decline(callId: string): void;
  /** Tries again what has failed: the call with the microphone there now, or during one the microphone. */
  tryAgain(): void;
  hangUp(): void;
  /** Puts away what is over, or was missed. */
  dismiss(callId: string): void;
  mute(isMuted: boolean): void;
  showCamera(isOn: boolean): void;
  listenNow(): void;
}

/** What another tab of this browser hears. */
type Told = { readonly kind: 'dismissed'; readonly callId: string } | { readonly kind: 'hang-up' };

/** The call of this page, past a reload, so that its end is told where it ended meanwhile. */
const ownCallKey = 'vigil.ownCall';
/** A lock that the page on a call holds: whoever signs out in another tab waits until it has hung up. */
const lockName = 'vigil.call';
const hangUpWithinMs = 2_000;
/** Without the live connection the server is asked. Milliseconds. */
const askMs = 3_000;
/** What ended as everybody wanted goes away by itself. Milliseconds. */
const goneAfterMs = 6_000;

const none: Calls = Object.fromEntries(
  ['dial', 'accept', 'decline', 'tryAgain', 'hangUp', 'dismiss', 'mute', 'showCamera', 'listenNow'].map((name) => [name, () => {}]),
) as unknown as Calls;
/** What the screens call; of nobody before somebody has signed in. */
export const calls: Store<Calls> = createStore(none);

/**
 * Makes this page a device of calls, for as long as the person is signed in: it is told of calls, rings, and can be on one.
 * Returns how to stop.
 */
export function startCalls(options: StartOptions): () => void {
  const { userId, appId, provider = callProvider, live = chatProvider, createPeer, deviceId: findId = callDeviceId } = options;
  const channel = new BroadcastChannel(`vigil.calls ${userId}`);
  const endings: (() => void)[] = [() => channel.close()];
  let isStopped = false;
  let deviceId = '';
  let own: OwnCall | null = null;
  let leaveLock = () => {};
  const change = (next: Partial<CallsState>) => callsState.set({ ...callsState.get(), ...next });

  function take(call: Call): void {
    own?.take(call);
    if (call.callId === own?.state.get().callId) return;
    const { ringing, missed } = callsState.get();
    const before = ringing.find(({ callId }) => callId === call.callId);
    if (before && before.revision > call.revision) return;
    const others = ringing.filter(({ callId }) => callId !== call.callId);
    const rings = call.callState === 'ringing' && call.callee.userId === userId;
    if (rings) {
      change({ ringing: [...others, call] });
      if (!before) ring(call);
      return;
    }
    change({ ringing: others });
    if (call.isEnded && call.callee.userId === userId && (before || call.callLog.detail === 'busy') && isMissed(call))
      change({ missed: [...withoutCallsOf(otherOf(call, userId), missed), call] });
  }
  function ring({ callId }: Call): void {
    void provider.ring(callId, deviceId).then(take, () => undefined);
    // Its end may be told to nobody: a page whose line was cut looks by itself.
    const timer = setTimeout(() => void lookAfter(), (ringSeconds + 2) * 1_000);
    endings.push(() => clearTimeout(timer));
  }
  /** Asks how things stand: what is heard of no more has ended meanwhile. */
  async function lookAfter(known?: Call | null): Promise<void> {
    try {
      const current = known === undefined ? await provider.current(deviceId) : known;
      if (current) take(current);
      const { ringing } = callsState.get();
      const { callId, step } = own?.state.get() ?? {};
      const waitedFor = [...ringing.map((one) => one.callId), ...(step === 'going' && callId ? [callId] : [])];
      const gone = waitedFor.filter((id) => id !== current?.callId);
      if (gone.length > 0) for (const call of await provider.latest()) if (gone.includes(call.callId)) take(call);
    } catch {
      // The server is asked again when it answers.
    }
  }

  /** Whoever has called more than once is told of once, and no more once the two talk. */
  const withoutCallsOf = (other: OtherPerson, some: readonly Call[]) => some.filter((one) => otherOf(one, userId).userId !== other.userId);

  function follow(made: OwnCall): void {
    own?.close();
    own = made;
    change({ missed: withoutCallsOf(made.state.get().other, callsState.get().missed) });
    const tell = () => {
      const state = made.state.get();
      if (own !== made) return;
      // Both have called at once: what rang here is the call that this page is on.
      change({ own: state, ringing: callsState.get().ringing.filter(({ callId }) => callId !== state.callId) });
      const isGoing = state.step === 'going' || state.step === 'asking';
      callOngoing.set(isGoing);
      if (isGoing) sessionStorage.setItem(ownCallKey, state.callId);
      else sessionStorage.removeItem(ownCallKey);
      if (state.step === 'over') {
        leaveLock();
        if (endsQuietly(state, userId)) setTimeout(() => own === made && putAway(), goneAfterMs);
      }
    };
    made.state.subscribe(tell);
    tell();
    leaveLock();
    const released = new Promise<void>((leave) => {
      leaveLock = leave;
    });
    void navigator.locks?.request(lockName, { mode: 'shared' }, () => released);
    void made.begin();
  }
  function putAway(): void {
    own = null;
    change({ own: null });
  }
  const make = (beginning: Parameters<typeof createOwnCall>[0]['beginning']) =>
    follow(createOwnCall({ userId, deviceId, provider, beginning, ...(createPeer && { createPeer }) }));
  const isBusy = () => own !== null && own.state.get().step !== 'over' && own.state.get().step !== 'failed';

  function onHeard(heard: CallHeard): void {
    if (heard.event === 'call:changed') take(heard.content.call);
    if (heard.event === 'call:signals' && heard.content.callId === own?.state.get().callId) own.takeSignals(heard.content.signals);
    if (heard.event === 'ready') {
      if (!resume(heard.content.call)) void lookAfter(heard.content.call);
      void own?.catchUp();
    }
  }
  /** The page was loaded anew in the middle of a call: it goes on, or it is said how it ended. */
  function resume(call: Call | null): boolean {
    const kept = sessionStorage.getItem(ownCallKey);
    if (own !== null || (kept === null && !call?.isHere)) return false;
    sessionStorage.removeItem(ownCallKey);
    const goesOn = call?.isHere && !call.isEnded && call.callState !== 'ringing';
    if (goesOn) make({ kind: 'resume', call, withCamera: call.isLocalVideoEnabled });
    else if (kept !== null && kept !== call?.callId) void tellEnd(kept);
    return goesOn === true;
  }
  async function tellEnd(callId: string): Promise<void> {
    const ended = (await provider.latest().catch(() => [])).find((one) => one.callId === callId);
    if (ended?.isEnded && own === null) change({ missed: [...callsState.get().missed, ended] });
  }

  const made: Calls = {
    dial({ memberId, ...other }, isVideoCall) {
      if (!isBusy()) make({ kind: 'dial', other, memberId, isVideoCall });
    },
    accept(callId, withCamera) {
      const call = callsState.get().ringing.find((one) => one.callId === callId);
      if (!call || isBusy()) return;
      change({ ringing: callsState.get().ringing.filter((one) => one !== call) });
      make({ kind: 'accept', call, withCamera });
    },
    decline(callId) {
      change({ ringing: callsState.get().ringing.filter((one) => one.callId !== callId) });
      void provider.end(callId, deviceId).catch(() => undefined);
    },
    tryAgain() {
      if (own?.state.get().step === 'failed') void own.begin();
      else own?.refreshDevices();
    },
    hangUp() {
      const current = own;
      if (!current) return;
      const { step, failure, call } = current.state.get();
      void current.hangUp();
      // What never became a call leaves nothing to read; what rings for this person is declined with it.
      if (step === 'failed' || step === 'opening') {
        if (failure?.kind === 'media' && call && !call.isEnded) void provider.end(call.callId, deviceId).catch(() => undefined);
        putAway();
      }
    },
    dismiss(callId) {
      dismissHere(callId);
      channel.postMessage({ kind: 'dismissed', callId } satisfies Told);
    },
    mute: (isMuted) => own?.mute(isMuted),
    showCamera: (isOn) => own?.showCamera(isOn),
    listenNow: () => own?.listenNow(),
  };
  function dismissHere(callId: string): void {
    change({ missed: callsState.get().missed.filter((one) => one.callId !== callId) });
    if (own?.state.get().callId === callId && !isBusy()) putAway();
  }

  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.kind === 'dismissed') dismissHere(data.callId);
    else if (isBusy()) void own?.hangUp();
  };
  endings.push(
    atSignOut(async () => {
      await own?.hangUp();
      const held = (await navigator.locks?.query())?.held?.some(({ name }) => name === lockName);
      if (!held) return;
      channel.postMessage({ kind: 'hang-up' } satisfies Told);
      await navigator.locks.request(lockName, { signal: AbortSignal.timeout(hangUpWithinMs) }, () => undefined).catch(() => undefined);
    }),
  );

  void findId().then((id) => {
    if (isStopped) return;
    deviceId = id;
    calls.set(made);
    const ofDevices = () => own?.refreshDevices();
    const networkChanged = () => {
      own?.restart();
      void own?.catchUp();
    };
    const network = (navigator as { readonly connection?: EventTarget }).connection;
    const leaving = () => {
      const { step, callId } = own?.state.get() ?? {};
      if ((step === 'going' || step === 'asking') && callId) void provider.leave(callId, deviceId).catch(() => undefined);
    };
    // A page that the browser kept comes back as it was.
    const isBack = ({ persisted }: PageTransitionEvent) => persisted && void lookAfter();
    addEventListener('pagehide', leaving);
    addEventListener('pageshow', isBack);
    addEventListener('online', networkChanged);
    network?.addEventListener('change', networkChanged);
    const asking = setInterval(() => {
      if (chatConnection.get() !== 'away') return;
      void lookAfter();
      void own?.catchUp();
    }, askMs);
    endings.push(
      connectTo(live, { userId, appId }),
      live.listenToCalls(id, onHeard),
      followDevices(),
      devices.subscribe(ofDevices),
      chosenDevices.subscribe(ofDevices),
      () => clearInterval(asking),
      () => removeEventListener('pagehide', leaving),
      () => removeEventListener('pageshow', isBack),
      () => removeEventListener('online', networkChanged),
      () => network?.removeEventListener('change', networkChanged),
    );
  });
  return () => {
    isStopped = true;
    calls.set(none);
    own?.close();
    own = null;
    leaveLock();
    callOngoing.set(false);
    callsState.set({ ringing: [], missed: [], own: null });
    for (const end of endings) end();
  };
}

function connectTo(live: Pick<ChatProvider, 'connect'>, who: Parameters<ChatProvider['connect']>[0]): () => void {
  try {
    return live.connect(who);
  } catch (reason) {
    console.error('Calls could not be connected', reason);
    return () => {};
  }
}

/** Whether the callee should hear of it: nobody answered it, anywhere. */
const isMissed = ({ endResult, callLog }: Call): boolean =>
  endResult === 'no_answer' || endResult === 'canceled' || callLog.detail === 'busy';

/** It ended because the two wanted it so. */
const endsQuietly = ({ call, failure }: OwnCallState, userId: string): boolean =>
  failure === null &&
  (call === null ||
    call.endResult === null ||
    call.endResult === 'completed' ||
    (call.endResult === 'canceled' && call.endedBy === userId));
