import type { Sleep } from '@vigil/domain/sleep/sleeps';
import type { TicksReads } from '#services/ticks-store/index.ts';
import type { MemberRef } from './sources.ts';

export interface SleepDevicesDeps {
  readonly ticks: Pick<TicksReads, 'senders'>;
  /** What kind each of a member's registered devices is, by its id; null where nobody has said. */
  readonly deviceTypes: (tenantId: string, userId: string) => Promise<ReadonlyMap<string, string | null>>;
}

/** An id of a device; whatever else stands with imported readings is the name that their file or their sender gives. */
const deviceId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * What kind of device measured each sleep, by the sleep's start: the type that the device was registered with, and of imported
 * readings what their file is of. Absent where neither is known: a band that says nothing of itself is not taken for one of ours.
 */
export async function devicesOfSleeps(
  { ticks, deviceTypes }: SleepDevicesDeps,
  { tenantId, userId }: MemberRef,
  sleeps: readonly Sleep[],
): Promise<ReadonlyMap<number, string>> {
  const senders = await ticks.senders({ tenantId, userId, metric: 'sleep_depth', spans: sleeps });
  if (!senders.some((sender) => sender.deviceId !== null)) return new Map();
  const types = await deviceTypes(tenantId, userId);
  return new Map(
    senders.flatMap(({ start, source, deviceId: id }) => {
      if (id === null) return [];
      const type = types.get(id.toLowerCase()) ?? (source === 'imported' && !deviceId.test(id) ? id : null);
      return type === null ? [] : [[start, type] as const];
    }),
  );
}
