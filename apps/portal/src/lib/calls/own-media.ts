import { createStore, type Store } from '../store.ts';
import { deviceInUse, openDevice } from './devices.ts';
import type { Tracks } from './media-connection.ts';
import { type MediaTrouble, troubleOf } from './media-trouble.ts';

/** Whether something is taken up and sent; or why it cannot be. */
type Taking = 'off' | 'on' | MediaTrouble;

/** What the person's own device takes up. */
export interface OwnMediaState {
  readonly microphone: Taking;
  readonly isMuted: boolean;
  readonly camera: Taking;
  /** The own picture. */
  readonly picture: MediaStreamTrack | null;
}

export const noMedia: OwnMediaState = { microphone: 'off', isMuted: false, camera: 'off', picture: null };

export interface OwnMedia {
  readonly state: Store<OwnMediaState>;
  tracks(): Tracks;
  /** Opens the microphone, and where it is wanted the camera. Throws MediaError without a microphone; a camera is done without. */
  open(withCamera: boolean): Promise<void>;
  mute(isMuted: boolean): void;
  showCamera(isOn: boolean): Promise<void>;
  /** Changes to the devices that are to be used now: another was chosen, one was plugged in or out. */
  refresh(): Promise<void>;
  close(): void;
}

interface Opened {
  readonly track: MediaStreamTrack;
  /** The device that was asked for; null: whatever the browser took. */
  readonly deviceId: string | null;
}

/** Microphone and camera of one call. `onTrack` is called for each track that takes the place of another. */
export function createOwnMedia(userId: string, onTrack: (kind: keyof Tracks, track: MediaStreamTrack | null) => void): OwnMedia {
  const state = createStore(noMedia);
  const opened: { microphone: Opened | null; camera: Opened | null } = { microphone: null, camera: null };
  let work = Promise.resolve();
  let isClosed = false;
  const change = (next: Partial<OwnMediaState>) => state.set({ ...state.get(), ...next });

  function step<T>(made: () => Promise<T>): Promise<T> {
    const done = work.then(made);
    work = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }
  function put(use: 'microphone' | 'camera', next: Opened | null, taking: Taking): void {
    const before = opened[use];
    opened[use] = next;
    if (next) {
      if (use === 'microphone') next.track.enabled = !state.get().isMuted;
      next.track.onended = () => void media.refresh();
    }
    change(use === 'microphone' ? { microphone: taking } : { camera: taking, picture: next?.track ?? null });
    onTrack(use === 'microphone' ? 'audio' : 'video', next?.track ?? null);
    release(before);
  }
  async function open(use: 'microphone' | 'camera'): Promise<void> {
    const deviceId = deviceInUse(userId, use);
    try {
      const track = await openDevice(userId, use);
      if (isClosed) track.stop();
      else put(use, { track, deviceId }, 'on');
    } catch (reason) {
      put(use, null, troubleOf(reason));
      throw reason;
    }
  }
  const refreshOne = async (use: 'microphone' | 'camera') => {
    const { [use]: current } = opened;
    const fits = current?.deviceId === deviceInUse(userId, use) && current.track.readyState === 'live';
    if (!isClosed && state.get()[use] !== 'off' && !fits) await open(use).catch(() => undefined);
  };

  const media: OwnMedia = {
    state,
    tracks: () => ({ audio: opened.microphone?.track ?? null, video: opened.camera?.track ?? null }),
    open(withCamera) {
      isClosed = false;
      return step(async () => {
        await open('microphone');
        if (withCamera && !isClosed) await open('camera').catch(() => undefined);
      });
    },
    mute(isMuted) {
      if (opened.microphone) opened.microphone.track.enabled = !isMuted;
      change({ isMuted });
    },
    showCamera: (isOn) =>
      step(async () => {
        if (isClosed) return;
        if (isOn) await open('camera').catch(() => undefined);
        else put('camera', null, 'off');
      }),
    refresh: () =>
      step(async () => {
        await refreshOne('microphone');
        await refreshOne('camera');
      }),
    close() {
      isClosed = true;
      for (const use of ['microphone', 'camera'] as const) {
        release(opened[use]);
        opened[use] = null;
      }
      change({ microphone: 'off', camera: 'off', picture: null });
    },
  };
  return media;
}

function release(one: Opened | null): void {
  if (!one) return;
  one.track.onended = null;
  one.track.stop();
}
