import { alertStates } from '@vigil/domain/alerts/out-of-range';
import { severities } from '@vigil/domain/alerts/rule';
import { type WatchedMetric, watchedMetrics } from '@vigil/domain/attention/baseline-change';
import * as z from 'zod';
import { bandStatuses } from './events-processor.values.ts';
import { id, metricId } from './shapes.ts';
import { tickSource } from './ticks-store.contract.ts';

/**
 * Which of the member's own alert rules a newest reading is beyond, and what became of it. `limit`: inclusive, in the metric's unit; null
 * where the rule compares with the member's own baseline. `setBy`: whose word the limit is. `alert`: an action is open; the alert stands
 * and its action was ended; the condition has to hold longer; neither. `alertSince`: when it fired, or since when the condition holds.
 */
export const outOfRange = z
  .object({
    ruleId: id,
    title: z.string(),
    severity: z.enum(severities),
    side: z.enum(['high', 'low']),
    limit: z.number().nullable(),
    aggregate: z.enum(['mean', 'latest']),
    /** Timeframe string: what the rule looks at. */
    window: z.string(),
    persistMinutes: z.number(),
    setBy: z.enum(['tenant', 'cohort', 'member']),
    alert: z.enum(alertStates),
    alertSince: z.number().nullable(),
  })
  .meta({ id: 'OutOfRange' });

/** A value with its time (seconds) and source; absent when there is none. `outOfRange` is absent within the member's own limits. */
export const latestValue = z.object({
  value: z.number(),
  timestamp: z.number(),
  source: tickSource,
  outOfRange: outOfRange.optional(),
});

/** The member's band as last heard of. */
export const bandNow = z.object({
  status: z.enum(bandStatuses),
  /** Seconds; when the state was measured. */
  since: z.number().nullable(),
  /** Seconds; when the server last received anything from the member's band. Null: never. */
  lastSync: z.number().nullable(),
  /** Percent. */
  battery: z.number().nullable(),
});

/**
 * A reason to look at a member. Values in the metric's unit, times in seconds. `reference` is what is usual for the member; `since` when
 * it began. For a limit it is looked for as far as two days back, and `orBefore` says that no reading within the limit was found there.
 */
export const attentionReason = z.discriminatedUnion('kind', [
  outOfRange.extend({
    kind: z.literal('limit'),
    metric: metricId,
    value: z.number(),
    since: z.number(),
    orBefore: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('change'),
    metric: z.enum(watchedMetrics as [WatchedMetric, ...WatchedMetric[]]),
    value: z.number(),
    reference: z.number(),
    /** Robust standard deviations between the two. */
    deviations: z.number(),
    since: z.number(),
  }),
  z.object({ kind: z.literal('gap'), gap: z.enum(['never-synced', 'not-syncing', 'off-wrist']), since: z.number() }),
]);
