import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { confidences } from '@vigil/domain/metrics/counting';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { Numbers } from '#platform/ticks/native.ts';
import { countsByItself } from '../counting-sql.ts';
import { isLate } from '../slots-sql.ts';
import { moment } from './member-range.ts';

export interface ShortStretchQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  /** None whose readings another metric can cast doubt on: see `canReadInShortStretch`. */
  readonly metrics: readonly MetricId[];
  /** [fromMs, toMs), milliseconds since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Metrics that are read from an earlier moment on, as states that hold until the next. */
  readonly earlier: { readonly metrics: readonly MetricId[]; readonly fromMs: number };
}

/** A member's readings of one metric that count, one a moment, in order of time. */
export interface ReadingsInOrder {
  /** Milliseconds since 1970. */
  readonly timesMs: Numbers;
  readonly values: Numbers;
  /** How many arrived more than an hour after they were measured. */
  readonly late: number;
}

/** By metric and member; who has no readings of a metric is absent. */
export type ShortStretch = ReadonlyMap<MetricId, ReadonlyMap<string, ReadingsInOrder>>;

/** Whether the readings of a metric count by themselves. */
export const canReadInShortStretch = (metric: MetricId): boolean => !confidences.some(({ of }) => of === metric);

/**
 * What do many members' readings of several metrics come to over some hours? In one statement: what a stretch of hours costs is the
 * granule in which it lies, and the statement itself. Of members with readings of several sources the moments are told apart first,
 * and so they are asked for again.
 */
export async function readShortStretch(engine: TicksEngine, question: ShortStretchQuestion): Promise<ShortStretch> {
  const found = new Map<MetricId, Map<string, ReadingsInOrder>>();
  if (question.userIds.length === 0 || question.metrics.length === 0) return found;
  const mixed = await addReadings(found, engine, question, 'ticks');
  if (mixed.size > 0) await addReadings(found, engine, { ...question, userIds: [...mixed] }, 'moments');
  return found;
}

/** Answers who has readings of several sources. */
async function addReadings(
  found: Map<MetricId, Map<string, ReadingsInOrder>>,
  engine: TicksEngine,
  question: ShortStretchQuestion,
  of: 'ticks' | 'moments',
): Promise<ReadonlySet<string>> {
  const { tenantId, userIds, metrics, fromMs, toMs, earlier } = question;
  const blocks = await engine.columns(
    `select toString(user_id) as member, metric, groupArray(toFloat64(toUnixTimestamp64Milli(ts))) as times, groupArray(value) as values,
       countIf(${isLate('received_at')}) as late, min(source) != max(source) as several
     from ${of === 'ticks' ? counted : `(select * from ${counted} order by user_id, metric, ts, source limit 1 by user_id, metric, ts)`}
     group by user_id, metric`,
    {
      ...{ tenantId, userIds: [...userIds], metrics: [...metrics], earlierMetrics: [...earlier.metrics] },
      ...{ from: Math.ceil(fromMs), to: Math.ceil(toMs), earliest: Math.ceil(Math.min(fromMs, earlier.fromMs)) },
    },
    { lane: 'report', threads: 1 },
  );
  const mixed = new Set<string>();
  for (const block of blocks) {
    const [members, names, late, several] = [block.texts('member'), block.texts('metric'), block.numbers('late'), block.numbers('several')];
    members.forEach((userId, row) => {
      if (of === 'ticks' && several[row]) mixed.add(userId);
      const metric = names[row] as MetricId;
      const ofMetric = found.get(metric) ?? new Map<string, ReadingsInOrder>();
      found.set(metric, ofMetric.set(userId, { ...inOrder(block.list('times', row), block.list('values', row)), late: late[row] ?? 0 }));
    });
  }
  return mixed;
}

/** All of PREWHERE is in the sorting key, so that it may stand beside FINAL: it decides nothing between two rows of one key. */
const counted = `(
  select user_id, metric, ts, source, value, received_at from vigil.ticks final
  prewhere tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)} and metric in {metrics:Array(String)}
    and ts >= ${moment('earliest')} and ts < ${moment('to')} and (ts >= ${moment('from')} or metric in {earlierMetrics:Array(String)})
  where ${countsByItself})`;

/** They come in order unless the engine took them from several parts. */
function inOrder(timesMs: Numbers, values: Numbers): Pick<ReadingsInOrder, 'timesMs' | 'values'> {
  if (timesMs.every((at, index) => index === 0 || at >= (timesMs[index - 1] ?? 0))) return { timesMs, values };
  const places = Array.from(timesMs.keys()).sort((one, other) => (timesMs[one] ?? 0) - (timesMs[other] ?? 0));
  const placed = (column: Numbers) => Float64Array.from(places, (place) => column[place] ?? 0);
  return { timesMs: placed(timesMs), values: placed(values) };
}
