import { describe, expect, it } from 'vitest';
import { type Advanced, advance, isJudgedAtOnce, judgedFrom, type RunningRule, silenceSeconds } from './advance.ts';
import { prepareRule } from './decide.ts';
import { type AlertRule, dueEvery, slotSeconds } from './rule.ts';
import { slotOf, slotSeries, slotsOfReadings, type TimedValue } from './slots.ts';

const day = 86_400;
const start = Math.floor(1_772_000_000 / day) * day;
const minute = 60;
const oxygen: AlertRule = {
  ...{ subject: { kind: 'metric', metric: 'spo2' }, aggregate: 'mean', direction: 'at_most', against: 'value', window: '1h' },
  ...{ baseline: null, level: 91, clearing: 92, persistMinutes: 15, leastCoverage: 0.5, severity: 'HIGH', category: 'BIOMETRICS' },
  ...{ role: 'nurse', timeToLiveHours: 72, closesOnClearing: false },
};
const pressure: AlertRule = {
  ...{ ...oxygen, subject: { kind: 'metric', metric: 'systolic' }, aggregate: 'latest', window: '24h', direction: 'at_least' },
  ...{ level: 160, clearing: 150, persistMinutes: 0 },
};
const at = (minuteOfDay: number) => start + minuteOfDay * minute;
const minutes = (from: number, to: number, value: number, every = 10): TimedValue[] =>
  Array.from({ length: Math.ceil((to - from) / every) }, (_, index) => ({ seconds: at(from + index * every), value }));

/** A look at some moment, before which the earliest reading that is new since the look before is of another (a minute of the day, too). */
function look(rule: AlertRule, readings: readonly TimedValue[], nowMinute: number, before?: Advanced, newFrom = Number.POSITIVE_INFINITY) {
  const prepared = prepareRule(rule);
  const metric = rule.subject.kind === 'metric' ? rule.subject.metric : 'spo2';
  const shape = { fromSeconds: start - day, toSeconds: start + 2 * day, dueEverySeconds: dueEvery(metric) };
  const slots = readings.map(({ seconds }) => slotOf(seconds));
  const fromSeconds = judgedFrom(before?.judgedUntil ?? 0, at(newFrom), at(nowMinute));
  const running: RunningRule = {
    ...{ prepared, readings: slotSeries(slotsOfReadings(readings), shape), fromSeconds },
    told: { trail: before?.rules[0]?.trail ?? [], until: before?.judgedUntil ?? 0 },
  };
  const arrived = slots.filter((slot) => slot <= slotOf(at(nowMinute)));
  const ahead = slots.filter((slot) => slot > slotOf(at(nowMinute)));
  const newestSlot = arrived.length === 0 ? null : Math.max(...arrived);
  const slotAhead = ahead.length === 0 ? null : Math.min(...ahead);
  const atOnce = isJudgedAtOnce(prepared);
  return advance([running], { judgedUntil: fromSeconds, newestSlot, slotAhead, atOnce, nowSeconds: at(nowMinute) });
}
const told = ({ rules }: Advanced) => rules[0]?.changes.map(({ kind, at: when }) => [kind, (when - start) / minute]);
const until = ({ judgedUntil }: Advanced) => (judgedUntil - start) / minute;
const next = ({ nextAt }: Advanced) => (nextAt === null ? null : (nextAt - start) / minute);

describe('how far rules are judged', () => {
  it('up to the slot of the newest reading, which may still get others', () => {
    expect(until(look(oxygen, minutes(0, 61, 97), 62))).toBe(60);
  });
  it('a reading that a person took as at the end of its slot, and the next one in it does not hide it', () => {
    const first = look(pressure, [{ seconds: at(61), value: 180 }], 62);
    expect([until(first), told(first)]).toEqual([65, [['persisted', 65]]]);
    const both = [...[61, 63].map((one) => ({ seconds: at(one), value: one === 61 ? 180 : 120 }))];
    const second = look(pressure, both, 64, first, 63);
    // What was beyond the level stays told; the second one is the latest from the next slot on.
    expect([until(second), told(second)]).toEqual([65, []]);
    expect(told(look(pressure, both, 110, second))).toEqual([['cleared', 70]]);
    expect(told(look(pressure, both, 64))).toEqual([['persisted', 65]]);
  });
  it('a device whose clock is ahead decides nothing before its time', () => {
    for (const rule of [oxygen, pressure]) expect(until(look(rule, [{ seconds: at(300), value: 80 }], 62))).toBe(60 - 1_440);
  });
  it('and then at once', () => {
    const fast = [{ seconds: at(66), value: 182 }];
    const before = look(pressure, fast, 62);
    expect([told(before), next(before)]).toEqual([[], 65]);
    expect(told(look(pressure, fast, 65, before))).toEqual([['persisted', 70]]);
  });
  it('what a person takes again within the same slot at once, and what is corrected hours later', () => {
    const first = look(pressure, [{ seconds: at(61), value: 120 }], 62);
    const both = [61, 63].map((one) => ({ seconds: at(one), value: one === 61 ? 120 : 182 }));
    const second = look(pressure, both, 64, first, 63);
    expect([until(second), told(second)]).toEqual([65, [['persisted', 65]]]);
    const right = both.map(({ seconds }) => ({ seconds, value: 120 }));
    expect(told(look(pressure, right, 300, second, 63))).toEqual([['cleared', 65]]);
  });
  it('not through silence that changes nothing: what comes late is judged as if it had come in time', () => {
    const clear = look(oxygen, minutes(0, 61, 97), 62);
    const silent = look(oxygen, minutes(0, 61, 97), 300, clear);
    expect([until(silent), told(silent)]).toEqual([60, []]);
    const late = look(oxygen, [...minutes(0, 61, 97), ...minutes(70, 301, 88)], 301, silent, 70);
    expect(told(late)).toEqual([['persisted', 120]]);
  });
  it('through silence of half an hour as far as something changes in it, and anew from what comes of it after all', () => {
    const low = [...minutes(0, 60, 97), ...minutes(60, 121, 88)];
    const pending = look(oxygen, low, 122);
    expect(told(pending)).toEqual([['persisted', 110]]);
    const early = look(oxygen, low, 154, pending);
    expect([until(early), told(early)]).toEqual([120, []]);
    const stopped = look(oxygen, low, 300, early);
    expect([until(stopped), told(stopped)]).toEqual([170, [['data_stopped', 170]]]);
    const late = look(oxygen, [...low, ...minutes(130, 165, 99)], 301, stopped, 130);
    expect([until(late), told(late)]).toEqual([160, [['cleared', 155]]]);
  });
});

describe('what arrives more than a day late', () => {
  const days = (count: number) => count * 1_440;
  const old = [{ seconds: at(days(0) + 61), value: 190 }];
  it('begins nothing that is over by now, and keeps nothing from being judged that comes in time', () => {
    const late = look(pressure, old, days(1) + 70);
    expect([told(late), until(late), next(late)]).toEqual([[], 70, null]);
    const since = [...old, { seconds: at(days(0) + 600), value: 170 }];
    expect(told(look(pressure, since, days(1) + 71, late, 600))).toEqual([['persisted', 605]]);
  });
  it('begins what the window holds still, and not before now', () => {
    const twoDays = { ...pressure, window: '2d' };
    const now = days(1) + 120;
    const late = look(twoDays, old, now);
    expect(told(late)).toEqual([['persisted', now - silenceSeconds / minute]]);
    expect(told(look(twoDays, old, now + 5, late))).toEqual([]);
  });
  it('ends an alert that stands, and what waits goes on waiting', () => {
    const standing = look(pressure, old, 62);
    const corrected = [{ seconds: at(61), value: 120 }];
    expect(told(look(pressure, corrected, days(1) + 60, standing, 61))).toEqual([['cleared', 65]]);
    const waits = { ...pressure, window: '2d', persistMinutes: 1_440 };
    const waiting = look(waits, old, 62);
    expect(told(look(waits, old, days(1) + 120, waiting))).toEqual([['persisted', days(1) + 65]]);
  });
});

describe('when rules are looked at again', () => {
  it('once the silence after the newest reading is long enough, then when something changes in it, then never', () => {
    const low = [...minutes(0, 60, 97), ...minutes(60, 121, 88)];
    const fired = look(oxygen, low, 122);
    expect(next(fired)).toBe(120 + slotSeconds / minute + silenceSeconds / minute);
    const silent = look(oxygen, low, 156, fired);
    // From 170 on less than half of the hour is known.
    expect(next(silent)).toBe(170 + silenceSeconds / minute);
    const stopped = look(oxygen, low, 201, silent);
    expect(next(stopped)).toBe(170 + slotSeconds / minute + silenceSeconds / minute);
    expect(next(look(oxygen, low, 206, stopped))).toBeNull();
  });
  it('never while a latest value is clear: it stays what it is', () => {
    expect(next(look(pressure, [{ seconds: at(61), value: 120 }], 62))).toBeNull();
    expect(next(look(pressure, [{ seconds: at(61), value: 180 }], 62))).not.toBeNull();
  });
});
