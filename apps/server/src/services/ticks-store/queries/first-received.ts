import type { TicksEngine } from '#platform/ticks/engine.ts';
import { moment } from './member-range.ts';

export interface FirstReceivedQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  /** Only readings that were measured from here on. Milliseconds since 1970. */
  readonly fromMs: number;
}

/** When was the first of some members' readings received? Milliseconds since 1970; whoever has none is absent. */
export async function readFirstReceived(
  engine: TicksEngine,
  { tenantId, userIds, fromMs }: FirstReceivedQuestion,
): Promise<ReadonlyMap<string, number>> {
  const rows = await engine.query<{ userId: string; receivedMs: number }>(
    `select toString(user_id) as userId, toFloat64(toUnixTimestamp64Milli(min(received_at))) as receivedMs
     from vigil.ticks where tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and ts >= ${moment('from')}
     group by user_id`,
    { tenantId, userIds: [...userIds], from: Math.ceil(fromMs) },
    { lane: 'background' },
  );
  return new Map(rows.map(({ userId, receivedMs }) => [userId, receivedMs]));
}
