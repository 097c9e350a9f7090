import { describe, expect, test } from 'vitest';
import { silenceSeconds } from './advance.ts';
import { noState, prepareRule } from './decide.ts';
import { defaultRules } from './defaults.ts';
import { type Firing, replay } from './replay.ts';
import { type AlertRule, slotSeconds } from './rule.ts';
import { slotOf, slotSeries, slotsOfReadings, type TimedValue } from './slots.ts';
import { createLiveModel, type LiveModel } from './testing/live-model.ts';
import { type Random, seededRandom } from './testing/random.ts';
import { type RuleKind, ruleKinds, type StreamReading } from './testing/rule-kinds.ts';
import { isStep } from './trail.ts';

const hour = 3_600;
const start = Date.parse('2026-03-02T00:00:00Z') / 1000;

/** What arrives at a moment. */
interface Arrival {
  readonly atSeconds: number;
  readonly readings: readonly StreamReading[];
}

/**
 * Readings in any order and at any pace: as they are taken, in syncs, hours late in one piece or reading by reading, and some of them twice
 * or first with another value.
 */
function arrivalsOf(random: Random, readings: readonly StreamReading[], latestSeconds: number): Arrival[] {
  const pace = random.pick([60, 900, 2 * hour, 6 * hour]);
  const lateOnes = random.pick([0, 0.1, 0.5]);
  const arrivals = readings.flatMap((reading): { at: number; reading: StreamReading }[] => {
    const inTime = (Math.floor(reading.seconds / pace) + 1) * pace + 5;
    const at = Math.min(random.next() < lateOnes ? reading.seconds + random.whole(0, 14 * hour) : inTime, latestSeconds);
    const arrived = { at: Math.max(at, reading.seconds + 1), reading };
    const roll = random.next();
    if (roll < 0.05) return [arrived, { ...arrived, at: Math.min(arrived.at + random.whole(0, 5 * hour), latestSeconds) }];
    if (roll > 0.05 && roll < 0.1)
      return [
        { ...arrived, reading: { ...reading, value: Math.max(0, reading.value + random.whole(-40, 40)) } },
        { ...arrived, at: Math.min(arrived.at + random.whole(1, 5 * hour), latestSeconds + 1) },
      ];
    return [arrived];
  });
  const shuffled = arrivals.sort((one, other) => one.at - other.at);
  return [...Map.groupBy(shuffled, ({ at }) => at)].map(([atSeconds, some]) => ({
    atSeconds,
    readings: some.map(({ reading }) => reading),
  }));
}

interface Outcome {
  readonly members: number;
  readonly looks: number;
  /** Arrivals with a reading that is more than half an hour late. */
  readonly late: number;
  /** What the replay of everything fires, and what else was told: true by what was known then. */
  readonly firings: number;
  readonly extra: number;
}

/**
 * One member from the first reading until everything has arrived and silence has passed, looked at as the server would. After each look the
 * rules stand where a replay of what is known then has them; after the last one all that a replay fires has been told.
 */
function liveAndReplayed(kind: RuleKind, seed: number): Outcome {
  const random = seededRandom(seed);
  const prepared = kind.rules.map(prepareRule);
  const until = start + random.whole(3, 9) * hour;
  const arrivals = arrivalsOf(random, kind.make(random, start, until), until + random.whole(0, 8 * hour));
  const model = createLiveModel(prepared, kind.atOnce, kind.reachSeconds);
  const known = new Map<string, StreamReading>();
  const outcome = { members: 1, looks: 0, late: 0, firings: 0, extra: 0 };

  const replayed = (toSeconds: number) => {
    const series = kind.seriesOf([...known.values()], start - kind.reachSeconds, toSeconds + 2 * slotSeconds);
    return prepared.map((rule) => replay(rule, series, start - slotSeconds, toSeconds));
  };
  const look = (nowSeconds: number, arrivedSeconds: number) => {
    const readings = [...known.values()];
    const moving = readings.filter(({ metric, seconds }) => kind.moves(metric) && seconds <= nowSeconds);
    const newestSlot = moving.length === 0 ? null : Math.max(...moving.map(({ seconds }) => slotOf(seconds)));
    const seriesOf = (from: number, to: number) => kind.seriesOf(readings, from, to);
    const isTurn = kind.turnSeconds !== null;
    const told = model.look({ seriesOf, newestSlot }, nowSeconds, isTurn ? Number.NEGATIVE_INFINITY : arrivedSeconds);
    outcome.looks += 1;
    replayed(Math.max(start, model.judgedUntil())).forEach(({ firings, state }, index) => {
      const where = `${kind.name}, rule ${index}, seed ${seed}, look ${outcome.looks}`;
      if (isStep(state, model.rules[index]?.last?.state ?? noState)) expect(model.rules[index]?.last?.state, where).toEqual(state);
      // Every alert that is told is true by what is known then.
      for (const change of told[index] ?? [])
        if (change.kind === 'persisted' || change.kind === 'resumed')
          expect(
            firings.map(({ firedAt }) => firedAt),
            where,
          ).toContain(change.firedAt);
    });
  };

  let now = start;
  const goOnTo = (toSeconds: number) => {
    const { turnSeconds } = kind;
    for (;;) {
      const due = turnSeconds === null ? model.nextAt() : (Math.floor(now / turnSeconds) + 1) * turnSeconds;
      if (due === null || due > toSeconds) break;
      now = Math.max(due, now);
      look(now, Number.POSITIVE_INFINITY);
    }
    now = toSeconds;
  };
  for (const { atSeconds, readings } of arrivals) {
    goOnTo(atSeconds);
    for (const reading of readings) known.set(`${reading.metric}/${reading.seconds}`, reading);
    if (kind.turnSeconds === null) look(now, Math.min(...readings.map(({ seconds }) => seconds)));
    if (readings.some(({ seconds }) => seconds < atSeconds - silenceSeconds)) outcome.late += 1;
  }
  goOnTo(kind.turnSeconds === null ? now + 7 * hour : (Math.floor(now / kind.turnSeconds) + 2) * kind.turnSeconds);

  replayed(Math.floor(now / slotSeconds) * slotSeconds - silenceSeconds).forEach((truth, index) => {
    const where = `${kind.name}, rule ${index}, seed ${seed}`;
    const { firings: told, last } = model.rules[index] as LiveModel['rules'][number];
    const isTrue = ({ firedAt }: Firing) => truth.firings.some((one) => one.firedAt === firedAt);
    const ordered = told.filter(isTrue).sort((one, other) => one.firedAt - other.firedAt);
    expect(ordered, where).toEqual(truth.firings);
    // What was true only as long as nobody knew better is over.
    expect(
      told.filter((one) => !isTrue(one) && one.endedAt === null),
      where,
    ).toEqual([]);
    expect(isStep(truth.state, last?.state ?? noState), where).toBe(false);
    outcome.firings += truth.firings.length;
    outcome.extra += told.length - truth.firings.length;
  });
  return outcome;
}

describe('whatever the order and the pace in which readings arrive, the live run tells what a backtest over them fires', () => {
  test.each(ruleKinds.map((kind) => [kind.name, kind] as const))('%s', { timeout: 60_000 }, (_, kind) => {
    const total: Record<keyof Outcome, number> = { members: 0, looks: 0, late: 0, firings: 0, extra: 0 };
    for (let seed = 1; seed <= kind.members; seed++) {
      const one = liveAndReplayed(kind, seed);
      for (const key of Object.keys(total) as (keyof Outcome)[]) total[key] += one[key];
    }
    // A test in which nothing fires, or nothing is late, would prove nothing.
    expect(total.firings).toBeGreaterThan(kind.members / 4);
    expect(total.late).toBeGreaterThan(kind.members / 4);
    expect(total.looks).toBeGreaterThan(2 * kind.members);
  });
});

describe('a rule never uses up the readings of another', () => {
  const about = (over: Partial<AlertRule>): AlertRule => ({ ...glucoseVeryHigh, ...over });
  const glucoseVeryHigh = defaultRules.find(({ id }) => id === 'glucose-very-high')?.rule as AlertRule;
  const glucoseVeryLow = defaultRules.find(({ id }) => id === 'glucose-very-low')?.rule as AlertRule;
  const now = start + 12 * hour;
  const at = (minutes: number) => now + minutes * 60;

  test('a low in a backfill is told, though "above 250 for two hours" has fired on the silence that it fills', () => {
    const rules = [glucoseVeryHigh, glucoseVeryLow, about({ level: 181, clearing: 170 })].map(prepareRule);
    const model = createLiveModel(rules, true, 25 * hour);
    const readings: TimedValue[] = [];
    const look = (nowSeconds: number, arrived: readonly (readonly [number, number])[]) => {
      readings.push(...arrived.map(([minutes, value]) => ({ seconds: at(minutes), value })));
      const seriesOf = (fromSeconds: number, toSeconds: number) =>
        slotSeries(slotsOfReadings(readings), { fromSeconds, toSeconds, dueEverySeconds: null });
      const newestSlot = Math.max(...readings.map(({ seconds }) => slotOf(seconds)));
      const told = model.look({ seriesOf, newestSlot }, nowSeconds, Math.min(...arrived.map(([minutes]) => at(minutes))));
      return told.map((changes) => changes.map(({ kind, at: when }) => [kind, (when - now) / 60]));
    };
    expect(look(at(-170), [[-170, 262]])).toEqual([[], [], []]);
    const silent = look(at(-15), []);
    expect(silent[0]).toEqual([['persisted', -45]]);
    const [high, low] = look(at(1), [
      [-110, 47],
      [-100, 44],
      [-90, 48],
      [-80, 120],
      [-70, 118],
    ]);
    expect(low).toEqual([
      ['persisted', -105],
      ['cleared', -75],
    ]);
    expect(high?.map(([kind]) => kind)).toEqual(['cleared']);
  });
});
