import { slotOf } from '@vigil/domain/alerts/slots';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { type News2History, news2InputSeconds, news2LowerBound, type SaidOfMember } from '@vigil/domain/news2/course';
import { lastWornHour, type TimedReadings } from '@vigil/domain/news2/worn-hour';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import { stateIntervals, stateRuns } from '@vigil/domain/timeframe/state-runs';
import type { ShortStretch, TicksReads } from '#services/ticks-store/index.ts';
import type { Scored } from './readings.ts';

export interface News2Reads extends Pick<TicksReads, 'shortStretch'> {
  /** What clinicians said of members, each in the order in which it was said. */
  readonly saidOf: (tenantId: string, userIds: readonly string[]) => Promise<ReadonlyMap<string, readonly SaidOfMember[]>>;
  /** As yyyy-MM-dd; who has none is absent. */
  readonly birthDatesOf: (tenantId: string, userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

interface CoursesQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  /** Unix seconds, multiples of a slot; the slots of [from, to). */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

const worn = { pulse: 'heart_rate', respiration: 'resp_rate', spo2: 'spo2' } as const satisfies Record<string, MetricId>;
const spot = { systolic: 'systolic', temperature: 'body_temp' } as const satisfies Record<string, MetricId>;
const band: MetricId = 'band_removed';
const wornMetrics: readonly MetricId[] = Object.values(worn);
const sparse: readonly MetricId[] = [...Object.values(spot), band];

/** Metrics that NEWS2 is made of, and whether the band was worn. */
export const news2Metrics: readonly MetricId[] = [...wornMetrics, ...sparse];

/** Who wears the band has the last worn hour within so long before the stretch; only of others a whole day is read. Seconds. */
const usualSeconds = 5_400;
/** Members whose readings are at hand together, in hours of all of them: minutes of three metrics, at 16 bytes each. */
const mostMemberHours = 4_000;

/** The lower bound of NEWS2 by slots, for many members; who has nothing that it is made of is absent. */
export async function readNews2Courses(reads: News2Reads, question: CoursesQuestion): Promise<Map<string, Scored>> {
  const { tenantId, userIds, fromSeconds, toSeconds } = question;
  const [said, birthDates] = await Promise.all([reads.saidOf(tenantId, userIds), reads.birthDatesOf(tenantId, userIds)]);
  const atOnce = Math.max(1, Math.floor(mostMemberHours / ((toSeconds - fromSeconds + usualSeconds) / 3_600)));
  const courses = new Map<string, Scored>();
  for (let first = 0; first < userIds.length; first += atOnce) {
    const some = userIds.slice(first, first + atOnce);
    const historyOf = await readInputs(reads, { ...question, userIds: some });
    for (const userId of some) {
      const history = { ...historyOf(userId), said: said.get(userId) ?? [], birthDate: birthDates.get(userId) ?? null };
      const course = courseOf(history, question);
      if (course) courses.set(userId, course);
    }
  }
  return courses;
}

type Inputs = Omit<News2History, 'said' | 'birthDate'>;

async function readInputs(reads: News2Reads, question: CoursesQuestion): Promise<(userId: string) => Inputs> {
  const { tenantId, userIds, fromSeconds, toSeconds } = question;
  const dayBefore = (fromSeconds - news2InputSeconds) * 1000;
  const usual = await reads.shortStretch({
    ...{ tenantId, userIds, metrics: news2Metrics, fromMs: (fromSeconds - usualSeconds) * 1000, toMs: toSeconds * 1000 },
    earlier: { metrics: sparse, fromMs: dayBefore },
  });
  const whole = new Set(userIds.filter((userId) => isWornEarlier(inputsOf(usual, usual, userId, toSeconds), fromSeconds)));
  const day = await reads.shortStretch({
    ...{ tenantId, userIds: [...whole], metrics: wornMetrics, fromMs: dayBefore, toMs: toSeconds * 1000 },
    earlier: { metrics: [], fromMs: dayBefore },
  });
  return (userId) => inputsOf(whole.has(userId) ? day : usual, usual, userId, toSeconds);
}

/** Whether the last worn hour as of the beginning of the stretch reaches back before what is usually read. */
function isWornEarlier({ band: intervals }: Inputs, fromSeconds: number): boolean {
  const before = intervals.filter(({ start }) => start < fromSeconds).map((one) => ({ ...one, end: Math.min(one.end, fromSeconds) }));
  return lastWornHour(before).some(({ start }) => start < fromSeconds - usualSeconds);
}

function inputsOf(ofBand: ShortStretch, others: ShortStretch, userId: string, toSeconds: number): Inputs {
  const readings = (stretch: ShortStretch, metric: MetricId): TimedReadings => {
    const found = stretch.get(metric)?.get(userId);
    return found ? { seconds: Float64Array.from(found.timesMs, (ms) => ms / 1000), values: found.values } : { seconds: [], values: [] };
  };
  const states = readings(others, band);
  const ticks = Array.from(states.seconds, (seconds, index) => ({ seconds, value: states.values[index] ?? 0 }));
  return {
    worn: { pulse: readings(ofBand, worn.pulse), respiration: readings(ofBand, worn.respiration), spo2: readings(ofBand, worn.spo2) },
    spot: { systolic: readings(others, spot.systolic), temperature: readings(others, spot.temperature) },
    band: stateIntervals(stateRuns(ticks, bandStateHoldsSeconds), bandStateHoldsSeconds, toSeconds),
  };
}

function courseOf(history: News2History, { fromSeconds, toSeconds }: CoursesQuestion): Scored | null {
  const inputs = [...Object.values(history.worn), ...Object.values(history.spot)].flatMap(({ seconds }) => Array.from(seconds, slotOf));
  const arrived = [...inputs, ...history.said.map(({ saidAt }) => slotOf(saidAt))];
  if (arrived.length === 0) return null;
  const slots: number[] = [];
  const values: number[] = [];
  for (let slot = slotOf(fromSeconds); slot < slotOf(toSeconds); slot++) {
    const low = news2LowerBound(history, slot);
    if (low === null) continue;
    slots.push(slot);
    values.push(low);
  }
  return { columns: { slots, counts: values.map(() => 1), totals: values, lasts: values }, arrived };
}
