import * as z from 'zod/mini';
import { createLocalStore, createStore } from '../store.ts';
import { MediaError, troubleOf } from './media-trouble.ts';

/** What a person chooses a device for. The ring has an output of its own: it is heard in the room while the talk is in the ear. */
const deviceUses = ['microphone', 'speaker', 'ringing', 'camera'] as const;
export type DeviceUse = (typeof deviceUses)[number];

const kindOf: Readonly<Record<DeviceUse, MediaDeviceKind>> = {
  microphone: 'audioinput',
  speaker: 'audiooutput',
  ringing: 'audiooutput',
  camera: 'videoinput',
};

/** One device as it is offered. Its name is the browser's, and is not kept. */
export interface Device {
  readonly id: string;
  readonly kind: MediaDeviceKind;
  readonly name: string;
}

const ids = z.partialRecord(z.enum(deviceUses), z.string());
const kept = z.record(z.string(), ids);

/** By person, the ids of what was chosen; an id says nothing outside this browser and this site. Until sign-out. */
const chosen = createLocalStore<z.output<typeof kept>>('vigil.callDevices', (found) => {
  const read = kept.safeParse(found);
  return read.success ? read.data : {};
});

export const chosenDevices = {
  of: (userId: string): Readonly<Partial<Record<DeviceUse, string>>> => chosen.get()[userId] ?? none,
  /** Null: whatever the browser takes. */
  choose(userId: string, use: DeviceUse, id: string | null): void {
    const { [use]: _before, ...others } = chosenDevices.of(userId);
    chosen.set({ ...chosen.get(), [userId]: id === null ? others : { ...others, [use]: id } });
  },
  subscribe: chosen.subscribe,
};
const none = {};

/** The devices that are plugged in, as far as the browser tells; empty before somebody asked. */
export const devices = createStore<readonly Device[]>([]);

/** Names of the browser for "whatever is set in the system", which is offered once and in words. */
const standIns = new Set(['default', 'communications', '']);

/** Asks which devices are there. Without permission the browser tells neither ids nor names. */
async function readDevices(): Promise<void> {
  const found = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  const next = found
    .filter(({ deviceId }) => !standIns.has(deviceId))
    .map(({ deviceId, kind, label }) => ({ id: deviceId, kind, name: label }));
  if (JSON.stringify(next) !== JSON.stringify(devices.get())) devices.set(next);
}

/** Reads the devices now and whenever one is plugged in or out. Returns how to stop. */
export function followDevices(): () => void {
  const read = () => void readDevices();
  read();
  navigator.mediaDevices?.addEventListener('devicechange', read);
  return () => navigator.mediaDevices?.removeEventListener('devicechange', read);
}

export const devicesFor = (use: DeviceUse, all: readonly Device[]): readonly Device[] => all.filter(({ kind }) => kind === kindOf[use]);

/**
 * The device in use: the chosen one while it is plugged in, else whatever the browser takes (null). What was chosen stays chosen,
 * so that it is used again when it returns.
 */
export function deviceInUse(userId: string, use: DeviceUse, all: readonly Device[] = devices.get()): string | null {
  const id = chosenDevices.of(userId)[use];
  return id !== undefined && devicesFor(use, all).some((one) => one.id === id) ? id : null;
}

/** Whether this browser can play through another output than the system's. */
export const canChooseOutput = (): boolean => typeof HTMLMediaElement !== 'undefined' && 'setSinkId' in HTMLMediaElement.prototype;

/** Plays an element through an output; through the system's where the chosen one is gone meanwhile. */
export async function playThrough(element: HTMLMediaElement, id: string | null): Promise<void> {
  if (!canChooseOutput()) return;
  await element.setSinkId(id ?? '').catch(() => element.setSinkId('').catch(() => undefined));
}

/** For speech between two people. */
const sound = { echoCancellation: true, noiseSuppression: true, autoGainControl: true } as const;
const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } } as const;

/** Opens the microphone or the camera in use; another one where that has gone meanwhile. Throws MediaError. */
export async function openDevice(userId: string, use: 'microphone' | 'camera'): Promise<MediaStreamTrack> {
  if (!navigator.mediaDevices?.getUserMedia) throw new MediaError('insecure');
  const id = deviceInUse(userId, use);
  const wanted = use === 'microphone' ? sound : picture;
  try {
    return await openTrack(use, id === null ? wanted : { ...wanted, deviceId: { exact: id } });
  } catch (reason) {
    const trouble = troubleOf(reason);
    if (id === null || trouble === 'refused') throw new MediaError(trouble, reason);
    return openTrack(use, wanted).catch((again) => {
      throw new MediaError(troubleOf(again), again);
    });
  }
}

async function openTrack(use: 'microphone' | 'camera', wanted: MediaTrackConstraints): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getUserMedia(use === 'microphone' ? { audio: wanted } : { video: wanted });
  // The first opening is what makes names and ids known.
  void readDevices();
  const [track] = stream.getTracks();
  if (!track) throw new MediaError('missing');
  return track;
}
