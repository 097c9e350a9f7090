import type { Question } from './questions.ts';
import { dayMs, vitalMetrics } from './vitals.ts';

const seconds = (ms: number) => Math.floor(ms / 1000);
/** Charts ask for whole days of the member's zone, today's to its end. */
const endOfDay = (ms: number) => Math.ceil(ms / dayMs) * dayMs;

/** The chart bundle of a month: six metrics by the hour, each with its moving average over twelve hours. */
export function hourlyMonth(userIds: readonly string[], nowMs: number): Question {
  const facts = vitalMetrics.flatMap((metric) => [`${metric}_mean`, `${metric}_mean_sma_12h`]);
  return factsQuestion(userIds, facts, { granularity: 'HOURLY', days: 28, nowMs, leastSteps: 400 });
}

/** The same six metrics by the day over a year. */
export function dailyYear(userIds: readonly string[], nowMs: number): Question {
  const facts = vitalMetrics.map((metric) => `${metric}_mean`);
  return factsQuestion(userIds, facts, { granularity: 'DAILY', days: 365, nowMs, leastSteps: 250 });
}

/** Exact medians of the same six metrics by the month over a year: the first time from every tick of it. */
export function monthlyMedians(userIds: readonly string[], nowMs: number): Question {
  const facts = vitalMetrics.map((metric) => `${metric}_median`);
  return factsQuestion(userIds, facts, { granularity: 'MONTHLY', days: 365, nowMs, leastSteps: 12 });
}

/** One metric by the hour over a year. */
export function hourlyYear(userIds: readonly string[], nowMs: number): Question {
  return factsQuestion(userIds, ['heart_rate_mean'], { granularity: 'HOURLY', days: 365, nowMs, leastSteps: 5_000 });
}

/** A strip of facts as they are now: the latest readings, the last 24 hours and means of 30 days. */
export function factsNow(userIds: readonly string[]): Question {
  const facts = vitalMetrics.flatMap((metric) => [metric, `${metric}_mean`, `${metric}_mean_30d`]);
  return {
    path: (n) => `/events-processor/api/v1/users/${of(userIds, n)}/facts?facts=${facts.join(',')}`,
    check(answer) {
      const known = Object.keys((answer as { data: object }).data).length;
      // A band may have been off for the last 24 hours.
      if (known < vitalMetrics.length * 2) throw new Error(`Only ${known} of ${facts.length} facts are known`);
    },
  };
}

interface Stretch {
  readonly granularity: 'HOURLY' | 'DAILY' | 'MONTHLY';
  readonly days: number;
  readonly nowMs: number;
  /** Fewer steps would mean that the data was not there. */
  readonly leastSteps: number;
}

function factsQuestion(userIds: readonly string[], facts: readonly string[], { granularity, days, nowMs, leastSteps }: Stretch): Question {
  const toMs = endOfDay(nowMs);
  const search = `facts=${facts.join(',')}&granularity=${granularity}&tz=UTC&from_ts=${seconds(toMs - days * dayMs)}&to_ts=${seconds(toMs)}`;
  return {
    path: (n) => `/events-processor/api/v1/users/${of(userIds, n)}/facts-over-time?${search}`,
    check(answer) {
      const full = (answer as { data: Record<string, number> }[]).filter(({ data }) => facts.every((fact) => fact in data));
      if (full.length < leastSteps) throw new Error(`Only ${full.length} steps have all of ${facts.length} facts`);
    },
  };
}

/** One day of six metrics, every tick of it; another day of the last month each time. */
export function minuteDay(userIds: readonly string[], nowMs: number): Question {
  return {
    path(n) {
      const toMs = endOfDay(nowMs) - (n % 28) * dayMs;
      const search = `metrics=${vitalMetrics.join(',')}&deduplicate=true&start_time=${seconds(toMs - dayMs)}&end_time=${seconds(toMs)}`;
      return `/ticks-store/api/v1/users/${of(userIds, n)}/ticks?${search}`;
    },
    check(answer) {
      // A band may have been off for most of a day.
      if (!Array.isArray(answer)) throw new Error('Ticks are a list');
    },
  };
}

/** How often the heart beat how fast in four weeks, from the ticks themselves. */
export function heartRateHistogram(userIds: readonly string[], nowMs: number): Question {
  const toMs = endOfDay(nowMs);
  const search = `metrics=heart_rate&reduce=hist&start_time=${seconds(toMs - 28 * dayMs)}&end_time=${seconds(toMs)}`;
  return {
    path: (n) => `/ticks-store/api/v1/users/${of(userIds, n)}/aggregate?${search}`,
    check(answer) {
      const counted = (answer as { heart_rate?: { count: number }[] }).heart_rate?.reduce((sum, { count }) => sum + count, 0) ?? 0;
      if (counted === 0) throw new Error('The histogram counts nothing');
    },
  };
}

const panelOrders = [
  'sortingField=lastName',
  'sortingField=heart_rate&sortOrder=DESC',
  'sortingField=lastSync&sortOrder=DESC',
  'partOfName=abc',
];

/** A page of the panel: by name, by heart rate, by last sync, or a search; sometimes the first page, sometimes one in the middle. */
export function panelPage(members: number): Question {
  const size = 50;
  return {
    path(n) {
      const order = panelOrders[n % panelOrders.length] ?? '';
      const deep = order.startsWith('partOfName') ? 0 : Math.floor(members / size / 2);
      const page = Math.floor(n / panelOrders.length) % 2 === 0 ? 0 : deep;
      return `/events-processor/api/v1/user_facts?${order}&page=${page}&size=${size}`;
    },
    check(answer) {
      const { totalElements, content } = answer as { totalElements: number; content: unknown[] };
      if (content.length > size || totalElements > members) throw new Error('A page has more members than there are');
    },
  };
}

/** Three measures of each member, one of them held to a range, in the order of one: the range and the order change. */
const measuresAsked = [
  'facts=age,heart_rate,spo2&filters=spo2:..0.95&sortingField=heart_rate&sortOrder=DESC',
  'facts=rmssd,resp_rate,rhr&filters=heart_rate:60..90&sortingField=rmssd',
  'facts=age,gender,rhr&filters=age:65..&sortingField=rhr',
  'facts=spo2,gender,band_status&filters=band_status:wearing&sortingField=age&sortOrder=DESC',
];

export function panelByMeasure(): Question {
  return pagesOf(measuresAsked);
}

/** Members to whom anybody is assigned directly, by name and by a measure. */
export function panelOfAssigned(): Question {
  return pagesOf(['assignmentType=DIRECT_ASSIGNMENT', 'assignmentType=DIRECT_ASSIGNMENT&sortingField=heart_rate']);
}

/** Six conditions on a whole population, two of them alternatives; a bound moves each time, as it does under somebody's hand. */
export function cohortPreview(members: number): Question {
  return {
    path: () => '/factuary/api/v2/cohorts/preview',
    body: (n) => ({
      type: 'custom',
      json_conditions: [
        { fact: 'heart_rate', gte: 50 + (n % 20) },
        { fact: 'spo2', lte: 0.98 },
        { fact: 'resp_rate', gte: 11 },
        { fact: 'rhr', lte: 80 },
        {
          any: [
            { fact: 'systolic', gte: 130 },
            { fact: 'diastolic', gte: 80 },
          ],
        },
      ],
    }),
    check(answer) {
      const { population, count, conditions } = (answer as { meta: { population: number; count: number; conditions: unknown[] } }).meta;
      if (population !== members || count === 0 || conditions.length !== 5) throw new Error('A preview is not of the whole population');
    },
  };
}

function pagesOf(questions: readonly string[]): Question {
  return {
    path: (n) => `/events-processor/api/v1/user_facts?${questions[n % questions.length]}&size=50`,
    check(answer) {
      if ((answer as { content: unknown[] }).content.length === 0) throw new Error('Nobody matches, so nothing was measured');
    },
  };
}

function of(userIds: readonly string[], n: number): string {
  const userId = userIds[n % userIds.length];
  if (!userId) throw new Error('Nobody to ask about');
  return userId;
}
