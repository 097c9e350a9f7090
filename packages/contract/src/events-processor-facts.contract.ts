import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { askedGranularity, factName, type Granularity, valuesOfFacts } from './events-processor.contract.ts';
import { missingReasons } from './events-processor.values.ts';
import { outsideFacts } from './events-processor-facts.forms.ts';
import { commaList, id, metricId, seconds, timeZone } from './shapes.ts';
import { tick } from './ticks-store.contract.ts';

const member = z.object({ userId: id });

/**
 * What some facts of a member are. `data` holds those that are known, a measure in its metric scale (oxygen saturation 0 to 1) and
 * every other fact in the unit of its metric; `missing` says of each of the others why it is not.
 */
export const factValues = z
  .object({
    user_id: id,
    /** The moment up to which they are told, Unix seconds, and the zone whose days they go by: the member's. */
    at: z.number(),
    timezone: z.string(),
    data: z.record(z.string(), z.union([z.number(), z.string()])),
    /** When a measure was read (Unix seconds) and where it came from: device, manual, imported, or who worked it out. */
    readings: z.record(z.string(), z.object({ timestamp: z.number(), source: z.string() })),
    missing: z.record(z.string(), z.enum(missingReasons)),
    /** Measures that are too old to say anything about now. */
    stale: z.array(z.string()),
    /** Facts that were worked out from other metrics because the band sends none, with how. */
    derived: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'FactValues' });
export type FactValues = z.output<typeof factValues>;

export const getFacts = endpoint({
  id: 'eventsProcessorFacts.getFacts',
  service: 'events-processor',
  method: 'GET',
  path: '/events-processor/api/v1/users/{userId}/facts',
  summary:
    'Facts of a member as they are now: a measure (weight, age, relative_population_stroke), <metric>_<statistic> of the last 24 hours or with _30d or _3m of so many days, and <metric>_from_0800_to_1200, _at_0800, _mon over 30 days (_30d) or three months (_3m)',
  access: access.readMember('userId'),
  params: member,
  query: z.object({ facts: commaList(factName) }),
  response: factValues,
  errors: ['not_found', 'no_access_to_user', 'ticks_unavailable'],
});

interface AskedFacts {
  readonly body: {
    readonly over_time_facts: readonly string[];
    readonly start_time: number;
    readonly end_time: number;
    readonly granularity: Granularity | 'RANGE';
  };
}

export const postFacts = endpoint({
  id: 'eventsProcessorFacts.postFacts',
  service: 'events-processor',
  method: 'POST',
  storesNothing: 'It works out facts that are asked for, and keeps none.',
  path: '/events-processor/api/v1/users/{userId}/facts',
  summary: 'Facts over time with the question in the body: the same answer as facts-over-time in [start_time, end_time). It writes nothing',
  access: access.readMember('userId'),
  whileOnHold: true,
  params: member,
  body: z.object({
    start_time: seconds,
    end_time: seconds,
    granularity: askedGranularity,
    over_time_facts: commaList(factName),
    tz: timeZone.default('America/Los_Angeles'),
  }),
  valuesAtMost: ({ body }: AskedFacts) => valuesOfFacts(body.over_time_facts, body.start_time, body.end_time, body.granularity),
  response: z.array(tick),
  errors: ['not_found', 'no_access_to_user', 'ticks_unavailable'],
});

export const postOutsideFacts = endpoint({
  id: 'eventsProcessorFacts.postOutsideFacts',
  service: 'events-processor',
  method: 'POST',
  path: '/events-processor/api/v1/users/{userId}/facts/outside',
  summary:
    'Take in facts that others have worked out: risks (relative_population_{disease}) and diagnoses (e_{condition}). What was sent before stays in the record; sent again it is stored once',
  access: access.writeAboutMember('userId'),
  params: member,
  body: outsideFacts,
  response: z.object({ stored: z.number().int() }),
});

/** What a metric did in a timeframe against a baseline. Means in the metric's unit, per day where it is counted. */
export const evidence = z
  .object({
    metric: metricId,
    /** Null: no data in it. */
    timeframe_average: z.number().nullable(),
    timeframe_baseline: z.number().nullable(),
    /** The first less the second, and the same in percent of the second. */
    change: z.number().nullable(),
    change_percent: z.number().nullable(),
    /** Robust standard deviations of the timeframe's mean from the member's days in the 28 before it; null with fewer than seven. */
    deviations: z.number().nullable(),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.output<typeof evidence>;

const interval = z.object({ from: z.number(), to: z.number() });

export const getEvidence = endpoint({
  id: 'eventsProcessorFacts.getEvidence',
  service: 'events-processor',
  method: 'GET',
  path: '/events-processor/api/v1/users/{userId}/evidence',
  summary:
    'What metrics did in a timeframe (24h) against a baseline (7d): number and h, d, w, m or y, then optionally S and a shift, as 7dS1d. A baseline without a shift ends where the timeframe begins',
  access: access.readMember('userId'),
  params: member,
  query: z.object({
    metrics: commaList(metricId),
    timeframe: z.string().max(20).default('24h'),
    baseline: z.string().max(20).default('7d'),
    /** The moment that they count back from; now when it is absent. */
    at: seconds.optional(),
  }),
  response: z.object({
    timeframe: interval,
    baseline: interval,
    /** How the timeframe's facts over time are shown. */
    granularity: z.enum(['HOURLY', 'DAILY']),
    evidence: z.array(evidence),
  }),
  errors: ['not_found', 'no_access_to_user', 'ticks_unavailable'],
});
