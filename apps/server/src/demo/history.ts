import { setImmediate as nextTurn } from 'node:timers/promises';
import { readings, syncedUntilMs } from '@vigil/simulator';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TickBatch, TickSeries } from '#services/ticks-store/index.ts';
import { readStoredUntil, writeStoredUntil } from './demo.store.ts';
import type { DemoMember } from './people.ts';

/** What seeding needs of the ticks store. */
export interface HistorySink {
  append(batch: TickBatch): Promise<void>;
  /** Resolves when hours and days have been counted of everything appended. */
  rollupsSettled(): Promise<void>;
}

export interface HistoryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ticksWriter: HistorySink;
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
/** Readings appended at once, some 200,000 and so mostly a whole member: few large parts are quicker to write than many. */
const batchMs = 13 * sliceMs;
/** A gap up to this is left to the live sender. */
const liveGapMs = 2 * 3_600_000;
/** Whoever signs in within the first seconds finds every member with yesterday and today, and the past filling up behind. */
const recentMs = 2 * 86_400_000;
/** A gap up to this is stored in one go: going over the members twice costs more than it brings forward. */
const shortMs = 5 * 86_400_000;
/** Members between two words about how far it is. */
const toldEvery = 5;
/** Members on their way at once: few days of many are stored in one statement; of long ones, one is being made while the other is being stored. */
const abreast = { recent: 16, past: 2 };

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
  tell: (progress: Readonly<HistoryProgress>) => void,
): Promise<void> {
  const due = await missing(deps, members);
  progress.members = due.length;
  const recent = due.map((gap) => ({ ...gap, fromMs: Math.max(gap.fromMs, gap.untilMs - (isShort(gap) ? shortMs : recentMs)) }));
  await inLanes(recent, abreast.recent, signal, (gap) => storeGap(deps, gap, progress, signal));
  const past = due.map((gap, at) => ({ ...gap, pastUntilMs: recent[at]?.fromMs ?? gap.untilMs }));
  await inLanes(past, abreast.past, signal, async ({ pastUntilMs, ...gap }) => {
    await storeGap(deps, { ...gap, untilMs: pastUntilMs }, progress, signal);
    if (!signal.aborted) {
      await writeStoredUntil(deps.database, gap.member.tenantId, new Map([[gap.member.userId, gap.untilMs]]));
      progress.done += 1;
      if (progress.done % toldEvery === 0 || progress.done === due.length) tell(progress);
    }
  });
}

const isShort = (gap: Gap): boolean => gap.untilMs - gap.fromMs <= shortMs;

/** Does the work for each gap, a few at once, until all are done or `signal` is aborted. */
async function inLanes<Of extends Gap>(
  gaps: readonly Of[],
  lanes: number,
  signal: AbortSignal,
  work: (gap: Of) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let gap = gaps[next++]; gap && !signal.aborted; gap = gaps[next++]) await work(gap);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

interface Gap {
  readonly member: DemoMember;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Stretches of readings that are not stored, unless they are so short that the live sender makes them good. */
async function missing({ clock, database }: HistoryDeps, members: readonly DemoMember[]): Promise<Gap[]> {
  const gaps: Gap[] = [];
  for (const [tenantId, own] of Map.groupBy(members, (member) => member.tenantId)) {
    const stored = await readStoredUntil(database, tenantId);
    for (const member of own) {
      const storedMs = stored.get(member.userId) ?? null;
      const { fromMs, toMs } = member.profile;
      const untilMs = Math.min(syncedUntilMs(member.profile, clock.now()), toMs ?? Number.POSITIVE_INFINITY);
      if (storedMs === null || untilMs - storedMs > liveGapMs) gaps.push({ member, fromMs: storedMs ?? fromMs, untilMs });
    }
  }
  return gaps;
}

async function storeGap(
  deps: HistoryDeps,
  { member, fromMs, untilMs }: Gap,
  progress: HistoryProgress,
  signal: AbortSignal,
): Promise<void> {
  for (let from = fromMs; from < untilMs; from += batchMs) {
    const columns = new Map<string, { source: 'device' | 'manual'; parts: TickSeries[] }>();
    const to = Math.min(untilMs, from + batchMs);
    for (let start = from; start < to; start += sliceMs) {
      await nextTurn();
      if (signal.aborted) return;
      for (const series of readings(member.profile, start, Math.min(to, start + sliceMs)).series) {
        const key = `${series.metric}/${series.source}`;
        const column = columns.get(key) ?? { source: series.source, parts: [] };
        column.parts.push(series);
        columns.set(key, column);
      }
    }
    for (const [source, own] of Map.groupBy(columns.values(), (column) => column.source)) {
      const series = own.map(({ parts }) => joined(parts));
      const { tenantId, userId } = member;
      const deviceId = source === 'device' ? deps.deviceOf(member) : null;
      await deps.ticksWriter.append({ tenantId, userId, source, deviceId, receivedAtMs: deps.clock.now(), series });
      for (const one of series) progress.ticks += one.values.length;
    }
  }
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
