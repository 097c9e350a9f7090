import { VigilError } from '@vigil/contract/errors';
import type { Tick } from '@vigil/contract/ticks-store.contract';
import type { DayMean } from '@vigil/domain/attention/baseline-change';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { StateRun } from '@vigil/domain/timeframe/state-runs';
import type { Database } from '#platform/postgres/database.ts';
import type { Counted, StretchPage } from '#platform/postgres/newest-first.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { Numbers } from '#platform/ticks/native.ts';
import {
  type CountedReading,
  type ReadingCounts,
  type ReadingCountsQuestion,
  readCountedReadings,
  readReadingCounts,
} from './queries/counted-readings.ts';
import { type DeviceDaysQuestion, readDeviceDays } from './queries/device-days.ts';
import { type FirstReceivedQuestion, readFirstReceived } from './queries/first-received.ts';
import { readFirstTicks } from './queries/first-ticks.ts';
import { type Bucket, readHistogram } from './queries/histogram.ts';
import { type LastRun, type LastRunsQuestion, readLastRuns } from './queries/last-runs.ts';
import type { MemberRange } from './queries/member-range.ts';
import { type MomentsQuestion, readMoments } from './queries/moments.ts';
import { type ReadingDay, type ReadingDaysQuestion, readReadingDays } from './queries/reading-days.ts';
import { type ByHandQuestion, readReadingsByHand, type TypedReading } from './queries/readings-by-hand.ts';
import { type RecentDaysQuestion, readRecentDays } from './queries/recent-days.ts';
import { type HourMean, type RecentHoursQuestion, readRecentHours } from './queries/recent-hours.ts';
import { type RunBeyond, type RunsBeyondQuestion, readRunsBeyond } from './queries/runs-beyond.ts';
import { readSenders, type Sender, type SendersQuestion } from './queries/senders.ts';
import { readShortStretch, type ShortStretch, type ShortStretchQuestion } from './queries/short-stretch.ts';
import { readSlots, readSteppedSlots } from './queries/slots.ts';
import type { MemberSlots, SlotsQuestion } from './queries/slots-parts.ts';
import { type GroupFigures, readSpans, type SpansQuestion } from './queries/spans.ts';
import { readStateRuns, readStateRunsOfMany, type StateRunsOfManyQuestion, type StateRunsQuestion } from './queries/state-runs.ts';
import { readSteppingMinutes, type SteppingQuarter } from './queries/stepping-minutes.ts';
import { readSteps, type Steps, type StepsQuestion } from './queries/steps.ts';
import { createTakenBackStore, type TakenBack } from './write/taken-back-store.ts';

/** Everything that other modules may ask of a member's ticks. All questions name the tenant, and are bounded in time and rows. */
export interface TicksReads {
  moments(question: MomentsQuestion): Promise<Tick[]>;
  histogram(range: Omit<MemberRange, 'metrics'> & { readonly metrics: readonly MetricId[] }): Promise<Record<string, Bucket[]>>;
  /** Members of the tenant only; those without a device tick are absent. Unix seconds. */
  firstTicks(tenantId: string, userIds: readonly string[]): Promise<{ user_id: string; timestamp: number }[]>;
  /** When the first of some members' readings was received, in milliseconds since 1970; those without any are absent. */
  firstReceived(question: FirstReceivedQuestion): Promise<ReadonlyMap<string, number>>;
  steps(question: Omit<StepsQuestion, 'rolledUpUntilMs'>): Promise<Steps>;
  /** How many minutes had steps, and how fast, by quarters of an hour. */
  steppingMinutes(range: Omit<MemberRange, 'metrics'>): Promise<SteppingQuarter[]>;
  stateRuns(question: StateRunsQuestion): Promise<StateRun[]>;
  stateRunsOfMany(question: StateRunsOfManyQuestion): Promise<Map<string, StateRun[]>>;
  /** What metrics did within stretches of time, such as a member's sleeps. */
  spans(question: SpansQuestion): Promise<GroupFigures[]>;
  /** Which device or file the readings of a metric came from, for each of some stretches of time. */
  senders(question: SendersQuestion): Promise<Sender[]>;
  /** The last days of many members, by member and metric. */
  recentDays(question: RecentDaysQuestion): Promise<Map<string, Map<string, DayMean[]>>>;
  /** Hourly means of many members, for small charts in lists. */
  recentHours(question: RecentHoursQuestion): Promise<Map<string, Map<string, HourMean[]>>>;
  /** On which days a member had readings that count, from which sources. */
  readingDays(question: ReadingDaysQuestion): Promise<ReadingDay[]>;
  /** On which days many members' devices had readings, by member and metric. */
  deviceDays(question: DeviceDaysQuestion): Promise<Map<string, Map<MetricId, number[]>>>;
  /** Runs of one and the same value that last up to the newest readings of many members. */
  lastRuns(question: LastRunsQuestion): Promise<LastRun[]>;
  /** Since when readings of many members are beyond some edges. */
  runsBeyond(question: RunsBeyondQuestion): Promise<RunBeyond[]>;
  /** Readings of many members by slots of five minutes, as alert rules look at them. */
  slots(question: Omit<SlotsQuestion, 'rolledUpUntilMs'>): Promise<Map<string, MemberSlots>>;
  /** In which of those slots they took a step. */
  steppedSlots(question: Omit<SlotsQuestion, 'metric' | 'value' | 'rolledUpUntilMs'>): Promise<Map<string, Numbers>>;
  /** Readings of many members and several metrics over some hours, one by one. */
  shortStretch(question: ShortStretchQuestion): Promise<ShortStretch>;
  /** How many readings of a member count, by metric and steps of time from the newest or the oldest on. */
  readingCounts(question: ReadingCountsQuestion): Promise<ReadingCounts[]>;
  /** A member's readings that count, one by one; the range has to be one of which `readingCounts` says that it holds few. */
  countedReadings(range: MemberRange): Promise<CountedReading[]>;
  /** What was typed in about a member by hand, by moments. */
  readingsByHand(question: ByHandQuestion): Promise<StretchPage<Counted<TypedReading>>>;
  /** A member's readings that were taken back, measured in [fromMs, toMs]. */
  takenBack(tenantId: string, userId: string, fromMs: number, toMs: number): Promise<TakenBack[]>;
}

export interface TicksReadsDeps {
  readonly engine: TicksEngine;
  readonly database: Database;
  /** How far the rollups of a member are right: the writer's `rolledUpUntilMs`. */
  readonly rolledUpUntilMs: (tenantId: string, userId: string) => Promise<number>;
}

export function createTicksReads({ engine, database, rolledUpUntilMs }: TicksReadsDeps): TicksReads {
  /** How far the rollups of some members are right: asked before the rollups are. */
  async function rolledUpUntilMsOf(tenantId: string, userIds: readonly string[]): Promise<(userId: string) => number> {
    const known = new Map(await Promise.all(userIds.map(async (id) => [id, await rolledUpUntilMs(tenantId, id)] as const)));
    return (userId) => known.get(userId) ?? Number.NEGATIVE_INFINITY;
  }

  return {
    moments: (question) => readMoments(engine, question),
    histogram: (range) => readHistogram(engine, range),
    firstTicks: (tenantId, userIds) => readFirstTicks(database, tenantId, userIds),
    firstReceived: (question) => readFirstReceived(engine, question),
    steps: async (question) =>
      readSteps(engine, { ...question, rolledUpUntilMs: await rolledUpUntilMs(question.tenantId, question.userId) }),
    steppingMinutes: (range) => readSteppingMinutes(engine, range),
    stateRuns: (question) => readStateRuns(engine, question),
    stateRunsOfMany: (question) => readStateRunsOfMany(engine, question),
    spans: (question) => readSpans(engine, question),
    senders: (question) => readSenders(engine, question),
    recentDays: (question) => readRecentDays(engine, question),
    recentHours: (question) => readRecentHours(engine, question),
    readingDays: (question) => readReadingDays(engine, question),
    deviceDays: (question) => readDeviceDays(engine, question),
    lastRuns: (question) => readLastRuns(engine, question),
    runsBeyond: (question) => readRunsBeyond(engine, question),
    slots: async (question) =>
      readSlots(engine, { ...question, rolledUpUntilMs: await rolledUpUntilMsOf(question.tenantId, question.userIds) }),
    steppedSlots: async (question) =>
      readSteppedSlots(engine, { ...question, rolledUpUntilMs: await rolledUpUntilMsOf(question.tenantId, question.userIds) }),
    shortStretch: (question) => readShortStretch(engine, question),
    readingCounts: (question) => readReadingCounts(engine, question),
    countedReadings: (range) => readCountedReadings(engine, range),
    readingsByHand: (question) => readReadingsByHand(engine, question),
    takenBack: createTakenBackStore(database).between,
  };
}

/** An interval of a question in Unix seconds as milliseconds. Throws invalid_input, naming the field, unless it ends after it starts. */
export function intervalMs(from: number, to: number, toField: string): { fromMs: number; toMs: number } {
  if (to <= from)
    throw new VigilError('invalid_input', 'The interval must end after it starts.', {
      fields: [{ field: toField, message: 'Must be later than the start' }],
    });
  return { fromMs: Math.round(from * 1000), toMs: Math.round(to * 1000) };
}
