import { setImmediate as nextTurn } from 'node:timers/promises';
import { readings, syncedUntilMs } from '@vigil/simulator';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TickBatch, TickSeries } from '#services/ticks-store/tick-batch.ts';
import { backdateSyncs, readStoredUntil, writeStoredUntil } from './demo.store.ts';
import type { DemoMember } from './people.ts';

/** What seeding needs of the ticks store. */
export interface HistorySink {
  append(batch: TickBatch): Promise<void>;
  /** Resolves when rollups, latest ticks and syncs have followed. */
  rollupsSettled(): Promise<void>;
}

export interface HistoryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly ticksStore: HistorySink;
  /** Id of the member's device; null when the member has none. */
  readonly deviceOf: (member: DemoMember) => string | null;
}

export interface HistoryProgress {
  /** Members whose readings were missing at the start, and how many of them are stored by now. */
  members: number;
  done: number;
  ticks: number;
}

/** Other requests get their turn after each slice: making a week of readings takes some two milliseconds. */
const sliceMs = 7 * 86_400_000;
/** A gap up to this is left to the live sender. */
const liveGapMs = 2 * 3_600_000;
/** Members on their way at once: one is being made while the other is being stored. */
const abreast = 2;

/**
 * Stores what each member's band has recorded since the last time, or since the member joined. A repeat, also after a
 * crash, goes on where it ended: each member is noted once all of their ticks are durable, and sending ticks again
 * changes nothing. Stops between two slices when `signal` is aborted.
 */
export async function seedHistory(
  deps: HistoryDeps,
  members: readonly DemoMember[],
  progress: HistoryProgress,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database, log } = deps;
  const due: { member: DemoMember; fromMs: number; untilMs: number }[] = [];
  for (const [tenantId, own] of Map.groupBy(members, (member) => member.tenantId)) {
    const stored = await readStoredUntil(database, tenantId);
    for (const member of own) {
      if (!stored.has(member.userId)) continue;
      const fromMs = stored.get(member.userId) ?? member.profile.fromMs;
      const untilMs = Math.min(syncedUntilMs(member.profile, clock.now()), member.profile.toMs ?? Number.POSITIVE_INFINITY);
      const isNew = stored.get(member.userId) === null;
      if (isNew ? true : untilMs - fromMs > liveGapMs) due.push({ member, fromMs, untilMs });
    }
  }
  progress.members = due.length;
  const startedMs = clock.now();
  let next = 0;
  const lane = async () => {
    for (let item = due[next++]; item && !signal.aborted; item = due[next++]) {
      progress.ticks += await storeMember(deps, item.member, item.fromMs, item.untilMs, signal);
      if (signal.aborted) return;
      await writeStoredUntil(database, item.member.tenantId, new Map([[item.member.userId, item.untilMs]]));
      progress.done += 1;
      if (progress.done % 15 === 0 || progress.done === due.length)
        log.info({ done: progress.done, members: due.length, ticks: progress.ticks }, 'demo: readings of synthetic members stored');
    }
  };
  await Promise.all(Array.from({ length: abreast }, lane));
  if (signal.aborted || due.length === 0) return;
  await deps.ticksStore.rollupsSettled();
  for (const tenantId of new Set(members.map((member) => member.tenantId))) await backdateSyncs(database, tenantId);
  log.info({ ms: Math.round(clock.now() - startedMs), ticks: progress.ticks }, 'demo: history is complete');
}

async function storeMember(deps: HistoryDeps, member: DemoMember, fromMs: number, untilMs: number, signal: AbortSignal): Promise<number> {
  const columns = new Map<string, { source: 'device' | 'manual'; parts: TickSeries[] }>();
  for (let from = fromMs; from < untilMs; from += sliceMs) {
    for (const series of readings(member.profile, from, Math.min(untilMs, from + sliceMs)).series) {
      const key = `${series.metric}/${series.source}`;
      const column = columns.get(key) ?? { source: series.source, parts: [] };
      column.parts.push(series);
      columns.set(key, column);
    }
    await nextTurn();
    if (signal.aborted) return 0;
  }
  let ticks = 0;
  for (const [source, own] of Map.groupBy(columns.values(), (column) => column.source)) {
    const series = own.map(({ parts }) => joined(parts));
    await deps.ticksStore.append({
      tenantId: member.tenantId,
      userId: member.userId,
      source,
      deviceId: source === 'device' ? deps.deviceOf(member) : null,
      receivedAtMs: deps.clock.now(),
      series,
    });
    ticks += series.reduce((sum, one) => sum + one.values.length, 0);
  }
  return ticks;
}

function joined(parts: readonly TickSeries[]): TickSeries {
  const length = parts.reduce((sum, part) => sum + part.values.length, 0);
  const timestampsMs = new Float64Array(length);
  const values = new Float64Array(length);
  let at = 0;
  for (const part of parts) {
    timestampsMs.set(part.timestampsMs, at);
    values.set(part.values, at);
    at += part.values.length;
  }
  const [first] = parts;
  if (!first) throw new RangeError('a column has at least one part');
  return { metric: first.metric, timestampsMs, values };
}
