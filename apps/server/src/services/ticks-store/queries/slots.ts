import type { TicksEngine } from '#platform/ticks/engine.ts';
import type { Numbers } from '#platform/ticks/native.ts';
import { metricsInSlots } from '../slots-sql.ts';
import { hourMs } from '../write/touched.ts';
import {
  type MemberSlots,
  type OfHours,
  readSlotsAboveZero,
  readSlotsOfHours,
  readSlotsOfTicks,
  type SlotsQuestion,
} from './slots-parts.ts';

/** Rollups that lag lag by minutes, or by a day beside other processes; who lags further sent something old, and is read apart. */
const usualLagMs = 48 * hourMs;

/**
 * What do the readings of one metric that count come to, by slots of five minutes, for many members? Of metrics that come by the
 * minute the hours tell, as far as they are rolled up; all else is read from the ticks: what came since, the last reading of each
 * slot, and whom the hours do not tell of because they were rolled up before they had slots.
 */
export async function readSlots(engine: TicksEngine, question: SlotsQuestion): Promise<Map<string, MemberSlots>> {
  if (!isKeptInSlots(question)) return readSlotsOfTicks(engine, question);
  return readParts(question, {
    ofHours: (part) => readSlotsOfHours(engine, part),
    ofTicks: (part) => readSlotsOfTicks(engine, part),
    joined,
  });
}

/** Whether the hours tell what is asked of a metric; of what they do not, every tick is read. */
export const isKeptInSlots = ({ metric, value }: Pick<SlotsQuestion, 'metric' | 'value'>): boolean =>
  value === 'total' && metricsInSlots.includes(metric);

/** In which slots of five minutes did many members take a step? Numbers of slots since 1970, maybe more than once; who took none may be absent. */
export async function readSteppedSlots(
  engine: TicksEngine,
  question: Omit<SlotsQuestion, 'metric' | 'value'>,
): Promise<Map<string, Numbers>> {
  const steps = { ...question, metric: 'steps', value: 'total' } as const;
  return readParts(steps, {
    ofHours: (part) => readSlotsAboveZero(engine, part),
    async ofTicks(part) {
      const found = await readSlotsOfTicks(engine, part);
      return new Map(
        [...found].map(([userId, slots]) => [userId, Uint32Array.from(slots.slots).filter((_, at) => (slots.totals[at] ?? 0) > 0)]),
      );
    },
    joined: (one, other) => both(Uint32Array, one, other),
  });
}

interface Readers<Found> {
  readonly ofHours: (question: SlotsQuestion) => Promise<OfHours<Found>>;
  readonly ofTicks: (question: SlotsQuestion) => Promise<Map<string, Found>>;
  readonly joined: (one: Found, other: Found) => Found;
}

/** From the hours as far as they are right, and from the ticks since. */
async function readParts<Found>(question: SlotsQuestion, readers: Readers<Found>): Promise<Map<string, Found>> {
  const fromMs = Math.floor(question.fromMs / hourMs) * hourMs;
  const toMs = Math.ceil(question.toMs / hourMs) * hourMs;
  const parts = [...Map.groupBy(question.userIds, (userId) => lagOf(question.rolledUpUntilMs(userId), toMs)).values()].map((userIds) => {
    const untilMs = Math.min(toMs, ...userIds.map(question.rolledUpUntilMs));
    const boundMs = Math.max(fromMs, Math.floor(untilMs / hourMs) * hourMs);
    return readPart({ ...question, userIds, fromMs, toMs }, boundMs, readers);
  });
  return new Map((await Promise.all(parts)).flatMap((found) => [...found]));
}

const lagOf = (untilMs: number, toMs: number) => (untilMs >= toMs ? 'none' : untilMs >= toMs - usualLagMs ? 'usual' : 'far');

/** Members whose hours are right until `boundMs`. */
async function readPart<Found>(question: SlotsQuestion, boundMs: number, { ofHours, ofTicks, joined }: Readers<Found>) {
  const { fromMs, toMs } = question;
  const [{ found, without }, since] = await Promise.all([
    boundMs > fromMs ? ofHours({ ...question, toMs: boundMs }) : { found: new Map<string, Found>(), without: [] },
    boundMs < toMs ? ofTicks({ ...question, fromMs: boundMs }) : new Map<string, Found>(),
  ]);
  const before = without.length > 0 ? await ofTicks({ ...question, userIds: without, toMs: boundMs }) : [];
  const whole = new Map([...found, ...before]);
  for (const [userId, later] of since) {
    const earlier = whole.get(userId);
    whole.set(userId, earlier ? joined(earlier, later) : later);
  }
  return whole;
}

function joined(one: MemberSlots, other: MemberSlots): MemberSlots {
  const totals = both(Float64Array, one.totals, other.totals);
  const counts = both(Uint32Array, countsOf(one), countsOf(other));
  const [readings, late] = [one.readings + other.readings, one.late + other.late];
  return { readings, late, slots: both(Uint32Array, one.slots, other.slots), counts, totals, lasts: totals };
}

const countsOf = ({ counts, slots }: MemberSlots) => counts ?? new Uint32Array(slots.length).fill(1);

function both<Numbers extends Float64Array | Uint32Array>(
  kind: new (length: number) => Numbers,
  one: ArrayLike<number>,
  other: ArrayLike<number>,
): Numbers {
  const joint = new kind(one.length + other.length);
  joint.set(one);
  joint.set(other, one.length);
  return joint;
}
