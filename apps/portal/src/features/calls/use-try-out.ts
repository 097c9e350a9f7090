import { useEffect, useState, useSyncExternalStore } from 'react';
import { chosenDevices, type DeviceUse, deviceInUse, devices, openDevice } from '#lib/calls/devices.ts';
import { type MediaTrouble, troubleOf } from '#lib/calls/media-trouble.ts';
import { useStore } from '#lib/store.ts';

/** What the person has chosen for each use. */
export function useChosenDevices(userId: string): Readonly<Partial<Record<DeviceUse, string>>> {
  return useSyncExternalStore(chosenDevices.subscribe, () => chosenDevices.of(userId));
}

interface TriedOut {
  readonly track: MediaStreamTrack | null;
  readonly trouble: MediaTrouble | null;
}
const nothing: TriedOut = { track: null, trouble: null };

/** Opens the microphone or camera in use to try it out, and another one as soon as that is in use; closed with the component. */
export function useTryOut(userId: string, use: 'microphone' | 'camera', isWanted: boolean) {
  useChosenDevices(userId);
  const inUse = deviceInUse(userId, use, useStore(devices));
  const [tries, setTries] = useState(0);
  const [tried, setTried] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another device, and another try, open anew.
  useEffect(() => {
    if (!isWanted) return;
    let opened: MediaStreamTrack | null = null;
    let isOver = false;
    openDevice(userId, use).then(
      (track) => {
        if (isOver) return track.stop();
        opened = track;
        // It was unplugged, or taken away by the person.
        track.onended = () => setTries((before) => before + 1);
        setTried({ track, trouble: null });
      },
      (reason) => {
        if (!isOver) setTried({ track: null, trouble: troubleOf(reason) });
      },
    );
    return () => {
      isOver = true;
      opened?.stop();
      setTried(nothing);
    };
  }, [userId, use, isWanted, inUse, tries]);
  return { ...tried, again: () => setTries((before) => before + 1) };
}
