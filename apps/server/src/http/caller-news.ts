import type { Bus } from '#platform/bus.ts';
import type { Caller } from './route.ts';

/** Calls `news` whenever something happened that may end the caller's access; returns what ends the watch. Only in the process where it happened. */
export function watchCaller(bus: Pick<Bus, 'subscribe'>, caller: Caller, news: () => void): () => void {
  const ends =
    caller.kind === 'person'
      ? [
          bus.subscribe('sign-in.ended', ({ accountId }) => {
            if (accountId === caller.subject) news();
          }),
          bus.subscribe('user.changed', ({ userId }) => {
            if (userId === caller.userId) news();
          }),
        ]
      : caller.kind === 'device'
        ? [
            bus.subscribe('device.revoked', ({ deviceId }) => {
              if (deviceId === caller.deviceId) news();
            }),
          ]
        : [];
  return () => {
    for (const end of ends) end();
  };
}
