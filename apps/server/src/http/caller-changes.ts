import type { Bus } from '#platform/bus.ts';
import type { Caller } from './route.ts';

/** Calls `onChange` whenever something happened that may end the caller's access; returns what ends the watch. In whatever process it happened: at once where it is this one or Redis is set, else within a second or two. */
export function watchCaller(
  bus: Pick<Bus, 'subscribe'>,
  { caller, tenant }: { readonly caller: Caller; readonly tenant: { readonly id: string } | null },
  onChange: () => void,
): () => void {
  const ends =
    caller.kind === 'person'
      ? [
          bus.subscribe('sign-in.ended', ({ accountId }) => {
            if (accountId === caller.subject) onChange();
          }),
          bus.subscribe('user.changed', ({ userId }) => {
            if (userId === caller.userId) onChange();
          }),
          bus.subscribe('assignments.changed', ({ userId }) => {
            if (userId === caller.userId) onChange();
          }),
          // Whose members the staff see is a setting.
          bus.subscribe('settings.changed', ({ tenantId }) => {
            if (tenantId === null || tenantId === tenant?.id) onChange();
          }),
        ]
      : caller.kind === 'device'
        ? [
            bus.subscribe('device.revoked', ({ deviceId }) => {
              if (deviceId === caller.deviceId) onChange();
            }),
          ]
        : [];
  return () => {
    for (const end of ends) end();
  };
}
