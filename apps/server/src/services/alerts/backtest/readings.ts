import { restingSlots, wornSlots } from '@vigil/domain/alerts/rest';
import { type AlertRule, isCountedByBand, isReadAtRest, type RuleSubject } from '@vigil/domain/alerts/rule';
import { countedWhileWorn, type SlotColumns, type SlotsKnown, slotOf } from '@vigil/domain/alerts/slots';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import { type StateRun, stateIntervals, stateRuns } from '@vigil/domain/timeframe/state-runs';
import {
  canReadInShortStretch,
  isKeptInSlots,
  type MemberSlots,
  type ReadingsInOrder,
  type TicksReads,
} from '#services/ticks-store/index.ts';

export type ReadingReads = Pick<TicksReads, 'slots' | 'steppedSlots' | 'stateRunsOfMany' | 'shortStretch'>;

export interface ReadingsQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  /** Unix seconds, multiples of a slot; readings of [from, to). */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly rules: readonly AlertRule[];
}

/** A score of a member by slots, and the slots of what it is made of. */
export interface Scored {
  readonly columns: SlotColumns;
  readonly arrived: ArrayLike<number>;
}

/** What rules look at of many members. */
export interface Readings {
  of(rule: AlertRule, userId: string): MemberSlots | undefined;
  /** Which slots of a metric are looked at, and which are vouched for. */
  known(metric: MetricId, userId: string): SlotsKnown;
}

/** Runs of a band within the stretch; one that changes its mind more often is cut, and its earliest time unknown. */
const mostBandRuns = 20_000;
/** A day, with what looks back from it, is read from the ticks in one statement; of a longer stretch the rollups tell most. Seconds. */
const shortSeconds = 30 * 3_600;
const [band, steps] = ['band_removed', 'steps'] as const satisfies readonly MetricId[];

/** Each metric is read once for all members, whoever looks at it; of some hours all metrics together. */
export function readReadings(ticks: ReadingReads, question: ReadingsQuestion): Promise<Readings> {
  return question.toSeconds - question.fromSeconds <= shortSeconds ? readShort(ticks, question) : readLong(ticks, question);
}

async function readLong(ticks: ReadingReads, question: ReadingsQuestion): Promise<Readings> {
  const wanted = wantedBy(question.rules);
  const [slots, known] = await Promise.all([slotsByKey(ticks, question, wanted), readKnown(ticks, question, wanted)]);
  return { of: (rule, userId) => slots.get(keyOf(rule))?.get(userId), known };
}

async function readShort(ticks: ReadingReads, question: ReadingsQuestion): Promise<Readings> {
  const wanted = wantedBy(question.rules);
  const metrics = [...new Set(wanted.map(({ metric }) => metric).filter(canReadInShortStretch))];
  const { atRest, counted } = askedOfBand(wanted);
  const states = atRest || counted ? [band] : [];
  const [stretch, slots] = await Promise.all([
    ticks.shortStretch({
      ...rangeOf(question),
      metrics: [...new Set([...metrics, ...states, ...(atRest ? [steps] : [])])],
      earlier: { metrics: states, fromMs: (question.fromSeconds - bandStateHoldsSeconds) * 1000 },
    }),
    slotsByKey(
      ticks,
      question,
      wanted.filter(({ metric }) => !canReadInShortStretch(metric)),
    ),
  ]);
  return {
    of({ subject, ...rule }, userId) {
      if (subject.kind !== 'metric') return undefined;
      const found = stretch.get(subject.metric)?.get(userId);
      return found ? memberSlots(found) : slots.get(keyOf({ subject, ...rule }))?.get(userId);
    },
    known(metric, userId) {
      if (!isReadAtRest(metric) && !isCountedByBand(metric)) return {};
      const { timesMs = [], values = [] } = stretch.get(band)?.get(userId) ?? {};
      const runs = stateRuns(
        Array.from(timesMs, (ms, index) => ({ seconds: ms / 1000, value: values[index] ?? 0 })),
        bandStateHoldsSeconds,
      );
      return knownBy(metric, runs, () => steppedIn(stretch.get(steps)?.get(userId)), question.toSeconds);
    },
  };
}

interface Wanted {
  readonly key: string;
  readonly metric: MetricId;
  readonly value: 'total' | 'last';
}

function wantedBy(rules: readonly AlertRule[]): readonly Wanted[] {
  const all = rules.flatMap((rule) =>
    rule.subject.kind === 'metric' ? [{ key: keyOf(rule), metric: rule.subject.metric, value: valueAskedBy(rule) }] : [],
  );
  return [...new Map(all.map((one) => [one.key, one])).values()];
}

const valueAskedBy = ({ aggregate }: AlertRule): 'total' | 'last' => (aggregate === 'latest' ? 'last' : 'total');
/** Whether the rollups tell of months what a rule looks at; for any other, every reading is read. */
export const isReadFromHours = (rule: AlertRule): boolean =>
  rule.subject.kind === 'metric' && isKeptInSlots({ metric: rule.subject.metric, value: valueAskedBy(rule) });

/** Rules with one key look at the same. */
export const keyOf = (rule: AlertRule): string =>
  rule.subject.kind === 'metric' ? `${rule.subject.metric}/${valueAskedBy(rule)}` : scoreKeyOf(rule.subject);

/** What a score or a survey is called where several are at hand. */
export const scoreKeyOf = (subject: Exclude<RuleSubject, { kind: 'metric' }>): string =>
  subject.kind === 'score' ? subject.score : `survey:${subject.surveyId.toLowerCase()}`;

const rangeOf = ({ tenantId, userIds, fromSeconds, toSeconds }: ReadingsQuestion) => ({
  ...{ tenantId, userIds, fromMs: fromSeconds * 1000, toMs: toSeconds * 1000 },
});

async function slotsByKey(ticks: ReadingReads, question: ReadingsQuestion, wanted: readonly Wanted[]) {
  const range = rangeOf(question);
  return new Map(
    await Promise.all(wanted.map(async ({ key, metric, value }) => [key, await ticks.slots({ ...range, metric, value })] as const)),
  );
}

function memberSlots({ timesMs, values, late }: ReadingsInOrder): MemberSlots {
  const slots = new Uint32Array(timesMs.length);
  for (let index = 0; index < slots.length; index++) slots[index] = slotOf((timesMs[index] ?? 0) / 1000);
  return { readings: values.length, late, slots, counts: null, totals: values, lasts: values };
}

function steppedIn(found: ReadingsInOrder | undefined): ReadonlySet<number> {
  const stepped = new Set<number>();
  found?.values.forEach((value, index) => {
    if (value > 0) stepped.add(slotOf((found.timesMs[index] ?? 0) / 1000));
  });
  return stepped;
}

const askedOfBand = (wanted: readonly Wanted[]) => ({
  atRest: wanted.some(({ metric }) => isReadAtRest(metric)),
  counted: wanted.some(({ metric }) => isCountedByBand(metric)),
});

/** When each member was still with the band on, where something is read at rest; and when it was worn, where something is counted by it. */
async function readKnown(
  ticks: ReadingReads,
  { tenantId, userIds, fromSeconds, toSeconds }: ReadingsQuestion,
  wanted: readonly Wanted[],
): Promise<Readings['known']> {
  const { atRest, counted } = askedOfBand(wanted);
  if (!atRest && !counted) return () => ({});
  const [runs, stepped] = await Promise.all([
    ticks.stateRunsOfMany({
      ...{ tenantId, userIds, fromSeconds: fromSeconds - bandStateHoldsSeconds, toSeconds, most: mostBandRuns },
      ...{ metric: band, longestGapSeconds: bandStateHoldsSeconds, lane: 'report' },
    }),
    atRest ? ticks.steppedSlots({ tenantId, userIds, fromMs: fromSeconds * 1000, toMs: toSeconds * 1000 }) : null,
  ]);
  return (metric, userId) => knownBy(metric, runs.get(userId) ?? [], () => new Set(stepped?.get(userId) ?? []), toSeconds);
}

function knownBy(metric: MetricId, runs: readonly StateRun[], stepped: () => ReadonlySet<number>, toSeconds: number): SlotsKnown {
  const isWorn = () => wornSlots(stateIntervals(runs, bandStateHoldsSeconds, toSeconds));
  if (isReadAtRest(metric)) return { isRead: restingSlots(isWorn(), stepped()) };
  return isCountedByBand(metric) ? countedWhileWorn(isWorn()) : {};
}
