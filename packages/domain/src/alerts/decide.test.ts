import { describe, expect, it } from 'vitest';
import { judge, noState, observe, prepareRule, type RuleState } from './decide.ts';
import { restingSlots, wornSlots } from './rest.ts';
import { type AlertRule, dueEvery, slotSeconds } from './rule.ts';
import { countedWhileWorn, type SlotsKnown, slotSeries, slotsOfReadings, type TimedValue } from './slots.ts';

const day = 86_400;
const start = Math.floor(1_772_000_000 / day) * day;
const minute = 60;
const pulse: AlertRule = {
  ...{ subject: { kind: 'metric', metric: 'heart_rate' }, aggregate: 'mean', direction: 'at_least', against: 'value', window: '1h' },
  ...{ baseline: null, level: 111, clearing: 105, persistMinutes: 30, leastCoverage: 0.5, severity: 'HIGH', category: 'BIOMETRICS' },
  ...{ role: 'nurse', timeToLiveHours: 72, closesOnClearing: false },
};
/** One value a minute over some minutes from a minute on. */
const minutes = (from: number, count: number, value: number): TimedValue[] =>
  Array.from({ length: count }, (_, index) => ({ seconds: start + (from + index) * minute, value }));

function series(readings: readonly TimedValue[], rule: AlertRule = pulse, known: SlotsKnown = {}, days = 2) {
  const due = rule.subject.kind === 'metric' ? dueEvery(rule.subject.metric) : null;
  const shape = { fromSeconds: start, toSeconds: start + days * day, dueEverySeconds: due };
  return slotSeries(slotsOfReadings(readings), shape, known);
}

/** Slot by slot from the beginning to `untilMinute`: every change of the verdict, with its minute. */
function told(rule: AlertRule, readings: readonly TimedValue[], untilMinute: number, isRead?: (slot: number) => boolean) {
  const prepared = prepareRule(rule);
  const slots = series(readings, rule, { isRead }, Math.ceil(untilMinute / 1_440));
  const changes: [number, string][] = [];
  let state: RuleState = noState;
  for (let now = start + slotSeconds; now <= start + untilMinute * minute; now += slotSeconds) {
    const next = judge(prepared, slots, state, now);
    if (next.verdict !== state.verdict) changes.push([(now - start) / minute, next.verdict]);
    state = next;
  }
  return changes;
}

describe('a rule over time', () => {
  it('is unknown without data, clear, pending while it persists, fires, and clears beyond its clearing level', () => {
    const readings = [...minutes(0, 120, 80), ...minutes(120, 120, 140), ...minutes(240, 120, 108), ...minutes(360, 120, 90)];
    expect(told(pulse, readings, 480)).toEqual([
      [30, 'clear'],
      // The mean of the hour reaches 111 when 35 minutes of it were at 140.
      [155, 'pending'],
      [185, 'firing'],
      // At 108 it is below the level, not below the clearing level: 104.4 comes with 15 minutes at 90.
      [375, 'clear'],
    ]);
  });

  it('what does not persist never fires, and a gap in the data begins it anew', () => {
    const short = [...minutes(0, 120, 80), ...minutes(120, 35, 140), ...minutes(155, 125, 80)];
    expect(told(pulse, short, 280).map(([, verdict]) => verdict)).toEqual(['clear', 'pending', 'clear']);
    const broken = [...minutes(0, 60, 140), ...minutes(120, 120, 140)];
    expect(told({ ...pulse, persistMinutes: 60 }, broken, 240)).toEqual([
      [30, 'pending'],
      [90, 'firing'],
      [95, 'unknown'],
      [150, 'firing'],
    ]);
    expect(told({ ...pulse, persistMinutes: 90 }, broken, 240)).toEqual([
      [30, 'pending'],
      [95, 'unknown'],
      [150, 'pending'],
      [240, 'firing'],
    ]);
  });

  it('data that stops neither ends nor repeats an alert: it is unknown, and the same alert when they come back', () => {
    const prepared = prepareRule({ ...pulse, persistMinutes: 0 });
    const slots = series([...minutes(0, 60, 140), ...minutes(300, 60, 140)]);
    const at = (minuteOfDay: number, previous: RuleState) => judge(prepared, slots, previous, start + minuteOfDay * minute);
    const fired = at(60, noState);
    expect(fired).toEqual({ verdict: 'firing', holdsSince: start + 3_600, firedAt: start + 3_600 });
    const silent = at(200, fired);
    expect(silent).toEqual({ verdict: 'unknown', holdsSince: null, firedAt: start + 3_600 });
    expect(at(360, silent)).toMatchObject({ verdict: 'firing', firedAt: start + 3_600 });
  });

  it('values are judged as they are read: half up, whole for pulse', () => {
    const verdict = (value: number) =>
      judge(prepareRule({ ...pulse, persistMinutes: 0 }), series(minutes(0, 60, value)), noState, start + 3_600).verdict;
    expect([verdict(110.49), verdict(110.5), verdict(111)]).toEqual(['clear', 'firing', 'firing']);
  });
});

describe('coverage', () => {
  const coverage = (readings: readonly TimedValue[], rule = pulse) => observe(prepareRule(rule), series(readings, rule), start + 3_600);
  it('under half of a window is unknown', () => {
    expect(coverage(minutes(0, 30, 120))).toMatchObject({ coverage: 0.5, measured: 120 });
    expect(coverage(minutes(0, 25, 120))).toMatchObject({ coverage: 25 / 60, measured: null });
    expect(coverage([])).toEqual({ measured: null, average: null, mean: null, baseline: null, coverage: 0 });
  });
  it('a reading vouches until the next is due: breath every quarter of an hour covers the hour', () => {
    const breath: AlertRule = { ...pulse, subject: { kind: 'metric', metric: 'resp_rate' } };
    const quarters = [0, 15, 30, 45].flatMap((at) => minutes(at, 1, 18));
    expect(coverage(quarters, breath)).toMatchObject({ coverage: 1, measured: 18 });
    expect(coverage(quarters.slice(0, 2), breath)).toMatchObject({ coverage: 0.5, measured: 18 });
    expect(coverage(quarters.slice(0, 1), breath).measured).toBeNull();
  });
  it('of what a person measures one reading in the window is enough, and the latest is taken', () => {
    const pressure: AlertRule = { ...pulse, subject: { kind: 'metric', metric: 'systolic' }, aggregate: 'latest', window: '24h' };
    expect(coverage([...minutes(3, 1, 150), ...minutes(20, 1, 185), ...minutes(22, 1, 181)], pressure)).toMatchObject({ measured: 181 });
  });
});

describe('pulse and respiration are read at rest only', () => {
  const band = (...intervals: [from: number, to: number, value: number][]) =>
    intervals.map(([from, to, value]) => ({ start: start + from * minute, end: start + to * minute, value }));
  const slot = (atMinute: number) => (start + atMinute * minute) / slotSeconds;
  it('with the band known to be worn all through the five minutes, and no step in them', () => {
    const isRead = restingSlots(
      wornSlots(band([0, 20, 0], [20, 33, 0], [33, 60, 1], [60, 70, 2], [80, 90, 0])),
      new Set([slot(5), slot(80)]),
    );
    const read = Array.from({ length: 20 }, (_, index) => index * 5).filter((at) => isRead(slot(at)));
    expect(read).toEqual([0, 10, 15, 20, 25, 85]);
  });
  it('so that climbing stairs is no fast pulse, and an unknown band no evidence', () => {
    const stairs = [...minutes(0, 120, 80), ...minutes(120, 60, 150)];
    const stepped = new Set(Array.from({ length: 12 }, (_, index) => slot(120 + index * 5)));
    const worn = band([0, 400, 0]);
    const rule = { ...pulse, persistMinutes: 0 };
    expect(told(rule, stairs, 180, restingSlots(wornSlots(worn), new Set())).map(([, verdict]) => verdict)).toEqual(['clear', 'firing']);
    expect(told(rule, stairs, 180, restingSlots(wornSlots(worn), stepped)).map(([, verdict]) => verdict)).toEqual(['clear', 'unknown']);
    expect(told(rule, stairs, 180, restingSlots(wornSlots([]), new Set()))).toEqual([]);
  });
});

describe('against the own baseline', () => {
  const weight: AlertRule = {
    ...pulse,
    ...{ subject: { kind: 'metric', metric: 'weight' }, aggregate: 'latest', against: 'difference', window: '2d', baseline: '7dS2d' },
    ...{ level: 2, clearing: 1.5, persistMinutes: 0 },
  };
  const daily = (values: readonly (number | null)[]): TimedValue[] =>
    values.flatMap((value, index) => (value === null ? [] : [{ seconds: start + index * day + 8 * 3_600, value }]));
  const seen = (rule: AlertRule, values: readonly (number | null)[], known: SlotsKnown = {}) =>
    observe(prepareRule(rule), series(daily(values), rule, known, 12), start + values.length * day);

  it('is the difference of what is read', () => {
    expect(seen(weight, [80, 80.1, 79.9, 80, 80, 80, 80, 81, 82.04])).toMatchObject({ average: 82.04, measured: 2 });
    expect(seen({ ...weight, against: 'percent' }, [80, 80, 80, 80, 80, 80, 80, 80, 82])).toMatchObject({ baseline: 80, measured: 2.5 });
  });
  it('is unknown where fewer than a quarter of its days have readings', () => {
    expect(seen(weight, [null, null, null, null, null, 80, 80, 80, 83]).measured).toBe(3);
    expect(seen(weight, [null, null, null, null, null, null, 80, 80, 83]).measured).toBeNull();
  });
  it('a baseline without a shift ends where the window begins', () => {
    const plain = prepareRule({ ...weight, baseline: '7d' }).baseline;
    expect(plain).toEqual({ from: (9 * day) / slotSeconds, to: (2 * day) / slotSeconds });
    expect(prepareRule({ ...weight, baseline: '7dS3d' }).baseline).toEqual({ from: (10 * day) / slotSeconds, to: (3 * day) / slotSeconds });
  });
  const steps: AlertRule = {
    ...{ ...weight, subject: { kind: 'metric', metric: 'steps' }, aggregate: 'total', against: 'percent', direction: 'at_most' },
    ...{ window: '2d', baseline: '7dS2d', level: -50, clearing: -35, leastCoverage: 0.75 },
  };
  const walked = [6_000, 6_000, 6_000, null, 6_000, 6_000, 6_000, 2_000, 3_000];
  const first = start / slotSeconds;
  const slotsADay = day / slotSeconds;
  /** The band was worn but for these days. */
  const wornBut = (...days: number[]) => countedWhileWorn((slot) => !days.includes(Math.floor((slot - first) / slotsADay)));
  it('of what a band counts it is what comes to in as much time of being worn', () => {
    expect(seen(steps, walked, wornBut(3))).toMatchObject({ average: 5_000, baseline: 12_000, measured: -58.3, coverage: 1 });
    // A quarter of the window off the wrist is a quarter less to be expected.
    const off = countedWhileWorn((slot) => (slot - first) / slotsADay < 8.5);
    expect(seen(steps, [...Array(7).fill(6_000), 6_000, 3_000], off)).toMatchObject({ baseline: 9_000, measured: 0, coverage: 0.75 });
  });
  it('of a band that was not worn nothing is known, which is not no movement', () => {
    expect(seen(steps, [...Array(7).fill(6_000), 1_000, null], wornBut(8))).toMatchObject({ measured: null, coverage: 0.5 });
    expect(
      seen(
        steps,
        walked,
        countedWhileWorn(() => false),
      ),
    ).toMatchObject({ measured: null, coverage: 0 });
  });
  it('of a band that was worn, nothing counted is no movement', () => {
    expect(seen(steps, [...Array(7).fill(6_000), null, null], wornBut())).toMatchObject({ average: 0, baseline: 12_000, measured: -100 });
  });
  it('of what a person counts it is what the window would have on the days that have any', () => {
    const insulin: AlertRule = { ...steps, subject: { kind: 'metric', metric: 'insulin' } };
    expect(seen(insulin, [40, 40, 40, null, 40, 40, 40, 20, 20])).toMatchObject({ average: 40, baseline: 80, measured: -50 });
  });
});
