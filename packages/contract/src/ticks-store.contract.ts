import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { intakeErrors } from './errors.ts';
import { commaList, id, metricId, seconds } from './shapes.ts';
import { tickSources } from './ticks-store.values.ts';

export const tickSource = z.enum(tickSources);

const member = z.object({ userId: id });
const interval = { start_time: seconds, end_time: seconds };

/** Values of one answer (a fourth of them with where each came from, which takes four times the room), and of one that may be thinned. */
export const mostValues = 400_000;
export const mostBeforeThinning = 60_000;

/** One moment: the values of every asked metric that has a tick there. Missing metrics are absent, never null or zero. */
export const tick = z
  .object({
    timestamp: z.number(),
    timestamp_from: z.number().optional(),
    timestamp_to: z.number().optional(),
    data: z.record(z.string(), z.number()),
    /** Where each value came from and when the server received it (seconds); only when `provenance=true` was asked. */
    provenance: z.record(z.string(), z.object({ source: tickSource, deviceId: z.string().nullable(), receivedAt: z.number() })).optional(),
    /** Of how many readings in a row the value is the lowest or the highest, where not all are given; only when `thin=true` was asked. */
    thinned: z.record(z.string(), z.number().int()).optional(),
    /** The mean of those readings, beside the lowest of them alone, so that a mean of means with their numbers is that of all. */
    thinnedMeans: z.record(z.string(), z.number()).optional(),
    /** Facts that were worked out from other metrics because the band sends none, with how. They are no readings. */
    derived: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Tick' });
export type Tick = z.output<typeof tick>;

interface AskedTicks {
  readonly query: { readonly metrics: readonly string[]; readonly start_time: number; readonly end_time: number; readonly thin?: string };
}

/** Of a reading a second, the closest that bands send. */
function valuesOfTicks({ query: { metrics, start_time, end_time, thin } }: AskedTicks): number {
  return Math.min(metrics.length * (end_time - start_time), thin === 'true' ? mostBeforeThinning : mostValues);
}

export const getTicks = endpoint({
  id: 'ticksStore.getTicks',
  service: 'ticks-store',
  method: 'GET',
  path: '/ticks-store/api/v1/users/{userId}/ticks',
  summary: 'A member’s ticks in [start_time, end_time); sleep_depth reaches 14400 s further back and 46800 s further on',
  access: access.readMember('userId'),
  params: member,
  query: z.object({
    metrics: commaList(metricId),
    ...interval,
    /** Only the values that count, one per metric and timestamp: device before manual before imported. */
    deduplicate: z.enum(['true', 'false']).default('false'),
    provenance: z.enum(['true', 'false']).default('false'),
    /** For charts: where there are too many values to be answered, the lowest and the highest of each step, with `deduplicate`. */
    thin: z.enum(['true', 'false']).default('false'),
  }),
  response: z.array(tick),
  valuesAtMost: valuesOfTicks,
  errors: ['not_found', 'no_access_to_user', 'ticks_unavailable'],
});

/** A value that is not stored: where it stood in what was sent, and why. */
export const listedTick = z.object({ index: z.number().int(), metric: z.string().nullable(), reason: z.string() });
export const intakeResult = z
  .object({
    /** How many are stored. */
    accepted: z.number().int(),
    /** Right values that gave way to a later one of the same metric and moment in the same call. */
    replaced: z.array(listedTick),
    /** How many did; `replaced` lists the first 1,000. */
    replacedTotal: z.number().int(),
    rejected: z.array(listedTick),
    /** How many were refused; `rejected` lists the first 1,000. */ rejectedTotal: z.number().int(),
  })
  .meta({ id: 'IntakeResult' });
export type IntakeResult = z.output<typeof intakeResult>;

/**
 * The envelope is checked here, the ticks one by one in intake, so that one bad tick costs only itself.
 * Rows: `ticks: [{timestamp, data: {metric: value}}]`. Columns: `series: {metric: {timestamps, values}}`.
 */
export const ticksBatch = z
  .object({
    source: tickSource,
    deviceId: z.string().max(100).optional(),
    ticks: z
      .custom<readonly unknown[]>(Array.isArray, 'A list of ticks')
      .meta({
        description: 'Rows: the values of one moment. The time is in Unix seconds.',
        type: 'array',
        items: {
          type: 'object',
          properties: { timestamp: { type: 'number' }, data: { type: 'object', additionalProperties: { type: 'number' } } },
          required: ['timestamp', 'data'],
        },
        examples: [[{ timestamp: 1_700_000_000, data: { heart_rate: 61, spo2: 97 } }]],
      })
      .optional(),
    series: z
      .custom<Record<string, unknown>>(
        (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
        'An object of metric: {timestamps, values}',
      )
      .meta({
        description: 'Columns: per metric its times in Unix seconds and as many values.',
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: { timestamps: { type: 'array', items: { type: 'number' } }, values: { type: 'array', items: { type: 'number' } } },
          required: ['timestamps', 'values'],
        },
      })
      .optional(),
  })
  .refine((batch) => (batch.ticks === undefined) !== (batch.series === undefined), 'Give either ticks (rows) or series (columns)')
  .meta({ id: 'TicksBatch' });

export const maxTicksBodyBytes = 16 * 1024 * 1024;

export const postTicks = endpoint({
  id: 'ticksStore.postTicks',
  service: 'ticks-store',
  method: 'POST',
  path: '/ticks-store/api/v1/users/{userId}/ticks',
  summary: 'Send a batch of ticks for a member; answered once every accepted tick is on disk',
  access: access.sendForMember('userId'),
  params: member,
  body: ticksBatch,
  bodyLimitBytes: maxTicksBodyBytes,
  response: intakeResult,
  errors: intakeErrors,
});

/** Columns of a file that say something else than whom its lines are about. They stay whole: a heading may hold a comma itself. */
const notPersons = z
  .union([z.string().max(10_000), z.array(z.string().max(10_000)).max(500)])
  .meta({
    description:
      'Headings of columns that do not tell persons apart, separated by commas or the parameter repeated. It holds neither for a column that names persons by its heading nor for one with the id or a number of another member',
  })
  .transform((given) => [given].flat())
  .default([]);

export const postTicksCsv = endpoint({
  id: 'ticksStore.postTicksCsv',
  service: 'ticks-store',
  method: 'POST',
  path: '/ticks-store/api/v1/users/{userId}/ticks/csv',
  summary: 'Send a CSV of readings: a timestamp column and one column per metric; dryRun=true only checks',
  access: access.sendForMember('userId'),
  params: member,
  query: z.object({
    source: tickSource.default('imported'),
    dryRun: z.enum(['true', 'false']).default('false'),
    tz: z.string().max(64).optional(),
    /** Whose lines to take, as a column of the file names the person; needed where the file is about several. */
    person: z.string().trim().min(1).max(200).optional(),
    notPersons,
  }),
  bodyKind: 'csv',
  bodyLimitBytes: maxTicksBodyBytes,
  response: intakeResult.extend({
    dryRun: z.boolean(),
    rows: z.number().int(),
    /** Lines about another person than the one chosen, or that do not say whom; their readings are not counted. */
    rowsOfOthers: z.number().int(),
    metrics: z.array(z.string()),
    ignoredColumns: z.array(z.string()),
  }),
  errors: [
    'invalid_body_encoding',
    'body_too_large',
    'not_found',
    'no_access_to_user',
    'device_revoked',
    'conflict',
    'too_many_requests',
    'ticks_unavailable',
    'storage_full',
  ],
});

export const getAggregate = endpoint({
  id: 'ticksStore.getAggregate',
  service: 'ticks-store',
  method: 'GET',
  path: '/ticks-store/api/v1/users/{userId}/aggregate',
  summary: 'Histogram of one metric over [start_time, end_time); heart rate in buckets of 10 bpm',
  access: access.readMember('userId'),
  params: member,
  query: z.object({ metrics: commaList(metricId), ...interval, reduce: z.literal('hist') }),
  // All that lie in the interval are read, and few values answered.
  valuesAtMost: (asked: AskedTicks) => valuesOfTicks(asked) / 10,
  response: z.record(z.string(), z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() }))),
  errors: ['not_found', 'no_access_to_user', 'ticks_unavailable'],
});

export const getFirstTicks = endpoint({
  id: 'ticksStore.getFirstTicks',
  service: 'ticks-store',
  method: 'GET',
  path: '/ticks-store/api/v1/users/first-ticks',
  summary: 'When each member’s first device tick was measured; members without one are absent',
  access: access.staffListMembers(),
  query: z.object({ user_ids: commaList(id) }),
  response: z.array(z.object({ user_id: id, timestamp: z.number() })),
  errors: ['ticks_unavailable'],
});

/** Events of `ticksStore.followTicks`: which metrics of the member changed between which times, so that the page asks again for just that. */
export const ticksCommitted = z.object({
  contentType: z.literal('TICKS'),
  content: z.object({ userId: id, metrics: z.array(metricId), from: z.number(), to: z.number() }),
});

/** The member's latest values have followed ticks told of before: only now does asking for them give the new ones. */
export const latestStored = z.object({ contentType: z.literal('LATEST'), content: z.object({ userId: id }) });

export const followTicks = endpoint({
  id: 'ticksStore.followTicks',
  service: 'ticks-store',
  method: 'GET',
  path: '/ticks-store/api/v1/users/{userId}/ticks/sse',
  summary: 'Server-sent events: an event each time ticks of the member have been stored, and when the latest values have followed',
  access: access.readMember('userId'),
  params: member,
  response: z.discriminatedUnion('contentType', [ticksCommitted, latestStored]),
  answer: 'event-stream',
  errors: ['not_found', 'no_access_to_user'],
});
