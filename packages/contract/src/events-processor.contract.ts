import { readMeasureFilter } from '@vigil/domain/facts/measure-filter';
import { measureOf } from '@vigil/domain/facts/measures';
import { granularities, granularityOfRange } from '@vigil/domain/timeframe/granularity';
import { glucoseUnits } from '@vigil/domain/units/unit-system';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { isFileColumn, isMemberOrder, mostAskedMeasures, mostMeasureFilters, panelAssignmentTypes } from './events-processor.values.ts';
import { attentionReason, bandNow, latestValue } from './events-processor-readings.ts';
import { longestSearchText, sortOrders } from './paging.values.ts';
import { accountStatus } from './registry.contract.ts';
import { dataOrigins } from './registry.values.ts';
import { commaList, id, metricId, pageNumber, pageSize, seconds, timeZone } from './shapes.ts';
import { tick } from './ticks-store.contract.ts';

const member = z.object({ userId: id });

export const granularity = z.enum(granularities);
export type Granularity = z.output<typeof granularity>;

/** The steps of an answer: those that are named, or `RANGE`, which goes by how long the interval is (`granularityOfRange`). */
export const askedGranularity = z.enum([...granularities, 'RANGE']).default('RANGE');

/**
 * `<metric>_<statistic>` with mean, median, min, max, sum, count, daily_mean, hourly_mean as they make sense for the metric;
 * `<metric>_mean_sma_12h`, the moving average over 12 hours; `sleep_<figure>_<statistic>`; `band_<wearing|removed|charge>_time`,
 * `active_time`, `idle_time`; `<metric>_days` and `band_days`, the days that have data: what "per day" divides by; `bmi_<statistic>`,
 * `anomaly_score`. The catalogue is `facts/catalogue.ts` of the domain.
 */
export const factName = z.string().regex(/^[a-z0-9_:]{3,80}$/, 'A fact is named metric_statistic, as in heart_rate_mean');

/** Facts of so many steps. */
export function valuesOfFacts(facts: readonly string[], from: number, to: number, granularity: Granularity | 'RANGE'): number {
  const steps = granularity === 'RANGE' ? granularityOfRange(to - from) : granularity;
  return (facts.length * (to - from)) / (steps === 'HOURLY' ? 3_600 : 86_400);
}

interface AskedFacts {
  readonly query: {
    readonly facts: readonly string[];
    readonly from_ts: number;
    readonly to_ts: number;
    readonly granularity: Granularity | 'RANGE';
  };
}

export const getFactsOverTime = endpoint({
  id: 'eventsProcessor.getFactsOverTime',
  service: 'events-processor',
  method: 'GET',
  path: '/events-processor/api/v1/users/{userId}/facts-over-time',
  summary:
    'Facts of a member per hour, day, week (from Monday) or month of the zone `tz`, in [from_ts, to_ts); steps without data are absent. Without a granularity, or with RANGE, the steps go by the length of the interval',
  access: access.readMember('userId'),
  params: member,
  query: z.object({
    facts: commaList(factName),
    tz: timeZone.default('America/Los_Angeles'),
    from_ts: seconds,
    to_ts: seconds,
    granularity: askedGranularity,
  }),
  valuesAtMost: ({ query }: AskedFacts) => valuesOfFacts(query.facts, query.from_ts, query.to_ts, query.granularity),
  response: z.array(tick),
  errors: ['not_found', 'no_access_to_user', 'ticks_unavailable'],
});

/** Start and end in Unix seconds, depth 1 awake, 2 light, 3 REM, 4 deep. */
export const sleepStage = z.tuple([z.number(), z.number(), z.number().int().min(1).max(4)]);

export const sleepRecord = z
  .object({
    id: z.string(),
    /** What kind of device measured it, as registered or as the imported file says; null where neither is known. */
    device_type: z.string().nullable(),
    start: z.number(),
    end: z.number(),
    smoothed_stages: z.array(sleepStage),
    /** Seconds in each stage, and derived figures of the night. */
    awake_seconds: z.number(),
    light_seconds: z.number(),
    rem_seconds: z.number(),
    deep_seconds: z.number(),
    total_sleep_seconds: z.number(),
    /** Each stage in percent of the time in bed. */
    percentages: z.object({ awake: z.number(), light: z.number(), rem: z.number(), deep: z.number() }),
    /** Percent of the time in bed spent asleep. */
    efficiency: z.number(),
    awakenings: z.number().int(),
    latency_seconds: z.number().nullable(),
  })
  .meta({ id: 'SleepRecord' });
export type SleepRecord = z.output<typeof sleepRecord>;

export const getSleeps = endpoint({
  id: 'eventsProcessor.getSleeps',
  service: 'events-processor',
  method: 'GET',
  path: '/events-processor/api/v1/users/{userId}/sleeps',
  summary: 'Sleeps of a member that overlap [from_ts, to_ts), with smoothed stages; timestamp_from and timestamp_to say the same',
  access: access.readMember('userId'),
  params: member,
  query: z.object({
    ...{ from_ts: seconds.optional(), to_ts: seconds.optional(), timestamp_from: seconds.optional(), timestamp_to: seconds.optional() },
    tz: timeZone.default('UTC'),
  }),
  response: z.array(sleepRecord),
  errors: ['not_found', 'no_access_to_user', 'ticks_unavailable'],
});

/** Beside a value of a measure: when it was measured, by what, and its unit. */
export const measureReading = z.object({
  /** Seconds; null for what the account says. */
  timestamp: z.number().nullable(),
  /** `device`, `manual`, `imported`, `account`, or who worked it out. */
  source: z.string(),
  /** Of the metric scale; empty where there is none. */
  unit: z.string(),
  /** Too old to say anything about now. */
  stale: z.literal(true).optional(),
});

export const memberRow = z
  .object({
    user_id: id,
    /** Who it is, and beside that each asked measure by its id, in its metric scale. A measure that is not known is absent. */
    data: z
      .object({
        firstName: z.string(),
        middleName: z.string().nullable(),
        lastName: z.string(),
        title: z.string().nullable(),
        photoUrl: z.string().nullable(),
        birthday: z.iso.date().nullable(),
        sex: z.string().nullable(),
        mrn: z.string().nullable(),
        timezone: z.string(),
        account_created_millis: z.number().int(),
      })
      .catchall(z.union([z.number(), z.string(), z.null()])),
    /** When and by what each measure in `data` was read. */
    readings: z.record(z.string(), measureReading),
    /** Latest reading of each asked metric, in its own unit. A metric that the member never had is absent. */
    latest: z.record(z.string(), latestValue),
    band: bandNow,
    /** Why the member should be looked at, the most urgent first. Empty: no reason is known. */
    attention: z.array(attentionReason),
    /** Daily means of the first reason's metric, the last 14 of the member's days, today's last; null: no data. */
    recent: z.array(z.number().nullable()).nullable(),
    in_the_tenant: z.boolean().nullable(),
    on_hold: z.boolean(),
    memberSince: z.number().int().nullable(),
    accountStatus: accountStatus.nullable(),
    dataOrigin: z.enum(dataOrigins),
  })
  .meta({ id: 'MemberRow' });
export type MemberRow = z.output<typeof memberRow>;

export const getLatest = endpoint({
  id: 'eventsProcessor.getLatest',
  service: 'events-processor',
  method: 'GET',
  path: '/events-processor/api/v1/users/{userId}/latest',
  summary:
    'Latest value of every metric the member ever had (or of those named in `metrics`), each with its time and source, and the band as last heard of',
  access: access.readMember('userId'),
  params: member,
  query: z.object({ metrics: commaList(metricId).optional() }),
  response: z.object({ latest: z.record(z.string(), latestValue), band: bandNow }),
  errors: ['not_found', 'no_access_to_user'],
});

const measureId = z.string().refine((measure) => measureOf(measure) !== null, 'There is no such measure');

/** Which members a list or its file is of, and in what order. */
const whichMembers = z.object({
  teamType: z.literal('PATIENT').default('PATIENT'),
  userStatus: commaList(accountStatus).optional(),
  /** Only members whom this clinician looks after: assigned in the way of `assignmentType`; with ALL, in a care team as well. */
  clinicianId: id.optional(),
  /** Without a clinician: members to whom anybody is assigned in this way. ALL, without a clinician, is everybody. */
  assignmentType: z.enum(panelAssignmentTypes).default('ALL'),
  /** Only members of this cohort, as its conditions are now; one that there is not, or that is a draft, is refused. */
  cohort: id.optional(),
  partOfName: z.string().trim().max(longestSearchText).optional(),
  /**
   * `weight:70..90`, `age:65..`, `gender:female|male`, in the metric scale and within the measure's range. What is missing or
   * too old to say anything of now matches only where `|none` is added. All filters have to match.
   */
  filters: commaList(
    z
      .string()
      .max(300)
      .refine((text) => readMeasureFilter(text) !== null, 'A filter is a measure and what it may be: weight:70..90, gender:female|male'),
  )
    .pipe(z.array(z.string()).max(mostMeasureFilters))
    .optional(),
  /** lastName, attention, lastSync, status, or a measure; members without a value of now come last in either order. */
  sortingField: z.string().refine(isMemberOrder, 'There is no such measure, and no such order').default('lastName'),
  sortOrder: z.enum(sortOrders).default('ASC'),
});

const askedMeasures = commaList(measureId).pipe(z.array(z.string()).max(mostAskedMeasures));

export const listMembers = endpoint({
  id: 'eventsProcessor.listMembers',
  service: 'events-processor',
  method: 'GET',
  path: '/events-processor/api/v1/user_facts',
  summary: 'Members of the tenant by measure: a page, with each measure and when it was read, band status and last sync',
  access: access.clinicalStaffListMembers(),
  query: whichMembers.extend({
    facts: askedMeasures.default(['heart_rate', 'spo2', 'resp_rate', 'systolic', 'diastolic']),
    page: pageNumber,
    size: pageSize,
  }),
  figures: { counts: ['totalElements'], membersSeenBy: 'clinical staff' },
  response: z.object({
    content: z.array(memberRow),
    totalElements: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
    /**
     * The store of readings is away: changes against a member's own days are unknown, in `attention` and in the order by it, `recent` is null
     * for everybody, and since when a reading is out of range is told by its own time. The rest is as it was last stored.
     */
    isWithoutTrends: z.boolean(),
  }),
  errors: ['not_found'],
});

export const exportMembers = endpoint({
  id: 'eventsProcessor.exportMembers',
  service: 'events-processor',
  method: 'GET',
  path: '/events-processor/api/v1/user_facts/export',
  summary:
    'All members that a list holds, in its order, as CSV with the columns asked for: each measure with its unit and when it was read',
  access: access.clinicalStaffListMembers(),
  query: whichMembers.extend({
    /** `member`, `status`, `mrn`, `attention`, `lastSync`, or a measure, in their order. */
    columns: commaList(z.string().refine(isFileColumn, 'There is no such column')).pipe(z.array(z.string()).max(mostAskedMeasures)),
    units: z.enum(['metric', 'imperial']).default('metric'),
    glucose: z.enum(glucoseUnits).default('mg/dL'),
  }),
  response: z.string(),
  answer: 'file',
  fileType: 'text/csv',
  errors: ['not_found'],
});
