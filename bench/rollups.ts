import type { TicksEngine } from '#server/platform/ticks/engine.ts';
import { recomputeDays, recomputeHours } from '#server/services/ticks-store/write/rollup-statements.ts';
import { inPairs } from './copies.ts';
import { dayMs } from './vitals.ts';

export interface RollupScope {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly metrics: readonly string[];
  /** Whole UTC days, [fromMs, toMs). */
  readonly fromMs: number;
  readonly toMs: number;
  /** Members and days of one statement. The server takes some 13 members for a month at once. */
  readonly membersAtOnce: number;
  readonly daysAtOnce: number;
}

/** Makes hours and days of the ticks of some members by the statements that the server itself uses, two at a time as it does. */
export async function rollUp(engine: TicksEngine, scope: RollupScope): Promise<void> {
  const tasks: (() => Promise<void>)[] = [];
  for (let fromMs = scope.fromMs; fromMs < scope.toMs; fromMs += scope.daysAtOnce * dayMs) {
    const toMs = Math.min(scope.toMs, fromMs + scope.daysAtOnce * dayMs);
    for (let first = 0; first < scope.userIds.length; first += scope.membersAtOnce) {
      const who = {
        tenantId: scope.tenantId,
        userIds: scope.userIds.slice(first, first + scope.membersAtOnce),
        metrics: scope.metrics,
      };
      tasks.push(() => recomputeHours(engine, { ...who, run: { fromHour: fromMs / hourMs, toHour: toMs / hourMs - 1 } }));
      tasks.push(() => recomputeDays(engine, { ...who, run: { fromDay: date(fromMs), toDay: date(toMs - dayMs) } }, 'UTC'));
    }
  }
  await inPairs(tasks);
}

const hourMs = 3_600_000;
const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
