import { describe, expect, it } from 'vitest';
import { dayRun, hourRuns, localDateIn, planTasks, runsOfHours } from './rollup-runs.ts';
import { hourMs, type TouchedMember } from './touched.ts';

const range = (from: number, count: number, step = 1) => Array.from({ length: count }, (_, index) => from + index * step);

describe('stretches of touched hours', () => {
  it.each<[string, number[], [number, number][]]>([
    ['nothing', [], []],
    ['one hour', [7], [[7, 7]]],
    ['hours out of order', [9, 7, 8], [[7, 9]]],
    ['a gap of a day is read over', [0, 24], [[0, 24]]],
    [
      'a longer gap is not',
      [0, 25],
      [
        [0, 0],
        [25, 25],
      ],
    ],
    [
      'a live hour and one weeks ago stay apart',
      [0, 10_000],
      [
        [0, 0],
        [10_000, 10_000],
      ],
    ],
    [
      'a stretch ends after a month',
      range(0, 800),
      [
        [0, 744 - 1 + 0],
        [744, 799],
      ],
    ],
  ])('%s', (_, hours, runs) => {
    expect(hourRuns(hours)).toEqual(runs.map(([fromHour, toHour]) => ({ fromHour, toHour })));
  });

  it('are few even for a reading a month over twenty years, and cover every hour', () => {
    const hours = range(300_000, 240, 730);
    const runs = hourRuns(hours);
    expect(runs.length).toBeLessThanOrEqual(12);
    expect(hours.every((hour) => runs.some((run) => run.fromHour <= hour && hour <= run.toHour))).toBe(true);
  });
});

describe('days of a stretch', () => {
  const fromHour = Date.UTC(2026, 2, 9, 6) / hourMs;
  it.each([
    ['UTC', '2026-03-09', '2026-03-09'],
    ['America/Los_Angeles', '2026-03-08', '2026-03-09'],
    ['Asia/Kolkata', '2026-03-09', '2026-03-09'],
    ['Pacific/Auckland', '2026-03-09', '2026-03-09'],
  ])('in %s', (timeZone, fromDay, toDay) => {
    expect(dayRun({ fromHour, toHour: fromHour + 1 }, localDateIn(timeZone))).toEqual({ fromDay, toDay });
  });
});

describe('statements', () => {
  const member = (hours: number[], metric: string): TouchedMember => ({ hours: new Set(hours), metrics: new Set([metric]) });
  const plan = (members: [string, TouchedMember][]) => planTasks('t', members, (one) => hourRuns(one.hours), runsOfHours);

  it('join members whose same hours were touched, and those whose hours differ by less than a statement is worth', () => {
    expect(
      plan([
        ['a', member([105], 'spo2')],
        ['b', member([105], 'steps')],
        ['c', member([6], 'spo2')],
        ['d', member(range(95, 20), 'hr')],
      ]),
    ).toEqual([{ tenantId: 't', run: { fromHour: 6, toHour: 114 }, userIds: ['c', 'd', 'a', 'b'], metrics: ['spo2', 'hr', 'steps'] }]);
  });

  it('leave apart what lies further from each other than a statement is worth, of one member and of many', () => {
    const many = range(0, 30).map((index): [string, TouchedMember] => [`m${index}`, member([107], 'hr')]);
    expect(plan([['a', member([5, 7, 5_000], 'spo2')], ['b', member(range(100, 8), 'steps')], ...many])).toEqual([
      { tenantId: 't', run: { fromHour: 5, toHour: 107 }, userIds: ['a', 'b'], metrics: ['spo2', 'steps'] },
      { tenantId: 't', run: { fromHour: 107, toHour: 107 }, userIds: many.map(([id]) => id), metrics: ['hr'] },
      { tenantId: 't', run: { fromHour: 5_000, toHour: 5_000 }, userIds: ['a'], metrics: ['spo2'] },
    ]);
  });

  it('name a member once whose two stretches are joined with that of another', () => {
    const [a, b] = [member([0, 40], 'spo2'), member(range(0, 41), 'steps')];
    expect(
      plan([
        ['a', a],
        ['b', b],
      ]),
    ).toEqual([{ tenantId: 't', run: { fromHour: 0, toHour: 40 }, userIds: ['a', 'b'], metrics: ['spo2', 'steps'] }]);
  });

  it('hold a bounded number of member-hours', () => {
    const members = range(0, 100).map((index): [string, TouchedMember] => [String(index), member(range(0, 744), 'spo2')]);
    const tasks = plan(members);
    expect(Math.max(...tasks.map((task) => task.userIds.length))).toBe(12);
    expect(tasks.flatMap((task) => task.userIds)).toHaveLength(100);
  });
});
