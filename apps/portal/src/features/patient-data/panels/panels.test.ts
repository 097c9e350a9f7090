import { activitiesOfAnswer } from '@vigil/contract/activities.values';
import type { Tick } from '@vigil/contract/ticks-store.contract';
import { dataRange } from '@vigil/domain/timeframe/ranges';
import { imperialUnits, metricUnits } from '@vigil/domain/units/testing/units';
import { describe, expect, it } from 'vitest';
import { plainTheme } from '#charts/chart-theme.ts';
import { i18next } from '#lib/i18n.ts';
import '../messages.ts';
import { departureOf, usualRange } from '#charts/usual-range.ts';
import { bandStretches } from './band-states.ts';
import { weightPanel } from './body-panels.ts';
import { buildPanels } from './build-panels.ts';
import { figureAt } from './figure-at.ts';
import type { Panel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';
import { stagesOfDay } from './sleep-panel.ts';

const start = Date.parse('2026-11-19T08:00:00Z') / 1000;
const hour = 3600;
const day = 86_400;
const tick = (timestamp: number, data: Record<string, number>): Tick => ({ timestamp, data });

function input(more: Partial<PanelInput> = {}): PanelInput {
  const days = more.days ?? 1;
  return {
    days,
    granularity: dataRange(days)?.granularity ?? 'HOURLY',
    span: { from: start, to: start + days * day },
    now: start + days * day,
    zone: 'America/Los_Angeles',
    units: metricUnits,
    normalRanges: {},
    axes: 'fit',
    locale: 'en',
    write: i18next.getFixedT('en', 'patientData'),
    ticks: [],
    bodyTicks: [],
    bandTicks: [],
    facts: [],
    averages: [],
    sleeps: [],
    depths: [],
    histogram: [],
    before: [],
    logged: [],
    anomalies: [],
    anomaliesFailed: false,
    newer: false,
    ...more,
  };
}
const panel = (id: string, more: Partial<PanelInput> = {}): Panel => {
  const found = buildPanels(input(more)).find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no panel ${id}`);
  return found;
};
const axisOf = (of: Panel) => {
  if (of.kind !== 'time') throw new Error('no time axis');
  const { min, max } = of.draw({ span: { from: start, to: start + day }, columns: 800, rows: 90, theme: plainTheme }).axis;
  return [min, max];
};

describe('value axes as specified', () => {
  it.each([
    ['heart_rate', metricUnits, [35, 230]],
    ['resp_rate', metricUnits, [10, 40]],
    ['spo2', metricUnits, [50, 100]],
    ['skin_temp', metricUnits, [30, 44]],
    ['skin_temp', imperialUnits, [86, 111.2]],
    ['glucose', metricUnits, [80, 180]],
    ['weight', imperialUnits, [100, 260]],
    ['battery', metricUnits, [50, 100]],
  ] as const)('%s, %s', (id, units, ends) => expect(axisOf(panel(id, { units, axes: 'standard' }))).toEqual(ends));

  it('resting heart rate has its own from a week on', () => expect(axisOf(panel('rhr', { days: 7, axes: 'standard' }))).toEqual([30, 120]));
  it('band time goes to a day', () => expect(axisOf(panel('band_removed', { days: 7 }))).toEqual([0, 24]));
  it('a glucose of 310 is not cut off', () =>
    expect(
      axisOf(panel('glucose', { ticks: [tick(start + 60, { glucose: 310 }), tick(start + 360, { glucose: 140 })] }))[1],
    ).toBeGreaterThanOrEqual(310));
});

describe('value axes fitted to what there is to see', () => {
  const weights = [80.4, 82.6].map((weight, index) => tick(start + index * 8 * hour, { weight }));
  it('let two kilograms of weight be seen', () => {
    const [low = 0, high = 0] = axisOf(panel('weight', { bodyTicks: weights }));
    expect(2.2 / (high - low)).toBeGreaterThan(0.25);
  });
  it('are not held open by a series without values', () => {
    const heart = [61, 74].map((heart_rate, index) => tick(start + index * 60, { heart_rate }));
    expect(axisOf(panel('heart_rate', { ticks: heart }))).toEqual([40, 80]);
  });
  it('hold what is usual for the member', () => {
    const before = Array.from({ length: 10 }, (_, index) => tick(start - (index + 1) * day, { weight_mean: 90 + (index % 3) }));
    const weight = panel('weight', { bodyTicks: weights, before });
    expect(axisOf(weight)[1]).toBeGreaterThan(91);
    expect(weight.kind === 'time' && weight.backdrop.usual).toHaveLength(1);
  });
});

describe('what a panel says', () => {
  const readings = [61, 142, 70].map((heart_rate, index) => tick(start + index * 60, { heart_rate }));
  const gap = tick(start + 8 * hour, { heart_rate: 75 });
  it('in figures and in a sentence', () => {
    const described = panel('heart_rate', { ticks: [...readings, gap] }).describe({ from: start, to: start + day });
    expect(described?.summary).toBe('Heart rate, 61 to 142 bpm, mean 87, 1 gap');
  });
  it('only of the stretch on screen', () =>
    expect(panel('heart_rate', { ticks: [...readings, gap] }).describe({ from: start + 7 * hour, to: start + day })?.figures).toEqual([
      { value: '75', unit: 'bpm', label: '' },
    ]));
  it('that its last step is not over, only while it is on screen', () => {
    const facts = [tick(start, { steps_sum: 900 }), tick(start + day, { steps_sum: 300 })];
    const steps = panel('steps', { days: 7, facts, zone: 'UTC', now: start + day + hour });
    expect(steps.describe({ from: start, to: start + 7 * day })?.summary).toMatch(/counts so far$/);
    expect(steps.describe({ from: start, to: start + hour })?.summary).not.toMatch(/so far/);
  });
  const month = { timestamp_from: start, timestamp_to: start + 31 * day };
  it('per day, divided by the days that have data and not by those before the first reading', () => {
    const facts = [{ ...tick(start, { steps_sum: 40_000, steps_days: 4, band_wearing_time: 72 * hour, band_days: 4 }), ...month }];
    const year = { days: 365, granularity: 'MONTHLY', facts, zone: 'UTC', now: start + 40 * day } as const;
    const span = { from: start - 200 * day, to: start + 100 * day };
    expect(panel('steps', year).describe(span)?.figures.at(-1)).toMatchObject({ value: '10.0 K', label: 'per day' });
    expect(panel('band_removed', year).describe(span)?.figures[0]?.value).toBe('18 h 0 min');
  });
  it('of a day under way the hours measured so far, in chart, table and figures, and of a week with less than a day of data too', () => {
    const now = start + 9.27 * hour;
    const worn = { band_wearing_time: 32_167, band_removed_time: 1_205, band_days: 9.27 / 24 };
    for (const granularity of ['DAILY', 'WEEKLY', 'MONTHLY'] as const) {
      const facts = [{ ...tick(start, worn), timestamp_from: start, timestamp_to: start + 31 * day }];
      const shown = panel('band_removed', { days: 30, granularity, facts, now });
      if (shown.kind !== 'time') throw new Error('no time axis');
      expect(shown.series.map(({ points: [point] }) => [Math.round((point?.value ?? 0) * 100) / 100, point?.soFar])).toEqual([
        [8.94, true],
        [0, undefined],
        [0.33, true],
      ]);
      expect(shown.describe({ from: start, to: start + day })?.figures[0]?.value).toBe('8 h 56 min');
    }
  });
  it('per day nothing of steps of which nobody knows how many days have data', () => {
    const days = [tick(start, { steps_sum: 6000, steps_days: 1 }), tick(start + day, { steps_sum: 6000, steps_days: 1 })];
    const unknown = [tick(start + 2 * day, { spo2_mean: 97 }), tick(start + 3 * day, {})];
    const shown = panel('steps', { days: 7, facts: [...days, ...unknown], zone: 'UTC' });
    expect(shown.describe({ from: start, to: start + 7 * day })?.figures.at(-1)).toMatchObject({ value: '6,000', label: 'per day' });
    const worn = (band_wearing_time: number) => ({ band_wearing_time, band_days: 1 });
    const band = panel('band_removed', { days: 7, facts: [tick(start, worn(20 * hour)), ...unknown], zone: 'UTC' });
    expect(band.describe({ from: start, to: start + 7 * day })?.figures[0]?.value).toBe('20 h 0 min');
  });
  it('of a resting heart rate that no band has sent that it is derived', () => {
    const fact = (derived: object) => ({ ...tick(start, { rhr_mean: 52 }), timestamp_from: start, timestamp_to: start + day, ...derived });
    const label = (derived: object) => {
      const shown = panel('rhr', { days: 7, facts: [fact(derived)], zone: 'UTC' });
      return shown.kind === 'time' ? shown.series[0]?.label : undefined;
    };
    expect(label({ derived: { rhr_mean: 'lowest hourly mean' } })).toBe('Resting heart rate, derived from heart rate');
    expect(label({})).toBe('Resting heart rate');
  });

  it('how many spot readings lie beyond their limits', () => {
    const glucose = [120, 210, 64].map((value, index) => tick(start + index * 5 * hour, { glucose: value }));
    const described = panel('glucose', { ticks: glucose }).describe({ from: start, to: start + day });
    expect(described?.figures.at(-1)).toEqual({ value: '', label: '2 beyond limits' });
    expect(described?.summary).toMatch(/2 beyond limits$/);
  });
  it('pressures beyond 140/90', () => {
    const bodyTicks = [
      [128, 79],
      [151, 88],
      [130, 94],
    ].map(([systolic = 0, diastolic = 0], index) => tick(start + index * hour, { systolic, diastolic }));
    expect(panel('blood_pressure', { bodyTicks }).describe({ from: start, to: start + day })?.summary).toMatch(/2 beyond limits$/);
  });
  it('nothing of nothing', () => expect(panel('heart_rate').describe({ from: start, to: start + day })).toBeNull());
  it('steps above 1000 in K on the yearly view, and only there', () => {
    const facts = [tick(start, { steps_sum: 154_196 })];
    const figure = (days: number) =>
      panel('steps', { days, facts }).describe({ from: start - 40 * day, to: start + days * day })?.figures[0]?.value;
    expect([figure(365), figure(30)]).toEqual(['154.2 K', '154,196']);
  });
});

describe('what a chart of several series reads at a moment', () => {
  const at = start + hour;
  const read = (id: string, more: Partial<PanelInput>) => {
    const found = panel(id, more);
    return found.kind === 'time' ? figureAt(found, at, 'en') : null;
  };
  it('total sleep is the sum of its stages, not the first of them', () => {
    const facts = [tick(start, { sleep_deep_sum: 3600, sleep_rem_sum: 4320, sleep_light_sum: 15_120 })];
    expect(read('sleep_total', { days: 7, facts, zone: 'UTC' })?.value).toBe('6 h 24 min');
  });
  it('a blood pressure is both of its values', () =>
    expect(read('blood_pressure', { bodyTicks: [tick(at, { systolic: 126, diastolic: 74 })] })?.value).toBe('126/74'));
  it('band time says which state it counts', () =>
    expect(read('band_removed', { days: 7, facts: [tick(start, { band_wearing_time: 82_800 })], zone: 'UTC' })).toEqual({
      value: '23 h 0 min',
      label: 'on wrist',
    }));
  it('a day that the band is known to have lain is one of no time on the wrist, and not one of which nothing is known', () => {
    const facts = [tick(start, { band_wearing_time: 0, band_charge_time: 0, band_removed_time: 86_400, band_days: 1 })];
    const known = { days: 7, facts, zone: 'UTC' } as const;
    expect(read('band_removed', known)).toEqual({ value: '0 h 0 min', label: 'on wrist' });
    const shown = panel('band_removed', known);
    expect(shown.kind === 'time' && shown.series.map(({ points }) => points.map(({ value }) => value))).toEqual([[0], [0], [24]]);
  });
  it('nothing where nothing was measured', () => expect(read('blood_pressure', {})).toBeNull());
});

describe('weight', () => {
  it.each([
    ['confidence of 80', { weight: 80, weight_conf: 80 }, 1],
    ['the confidence of another source’s, which does not count', { weight: 80, weight_conf: 79 }, 1],
    ['no confidence, as typed in by hand', { weight: 80 }, 1],
    ['a confidence without a weight', { weight_conf: 99 }, 0],
  ])('%s', (_, data, counted) =>
    expect(weightPanel(input({ bodyTicks: [tick(start, data as Record<string, number>)] })).series[0]?.points).toHaveLength(counted),
  );
});

describe('band states of a day', () => {
  const states = (bandTicks: readonly Tick[], now = start + day) =>
    bandStretches({ bandTicks, now }).map(({ from, to, state }) => [(from - start) / hour, (to - start) / hour, state]);
  const hourly = (from: number, to: number, band_removed: number) =>
    Array.from({ length: to - from }, (_, index) => tick(start + (from + index) * hour, { band_removed }));
  it('hold until the next tick and not beyond the present', () =>
    expect(states([...hourly(0, 5, 0), ...hourly(5, 6, 2)], start + 6 * hour)).toEqual([
      [0, 5, 'wearing'],
      [5, 6, 'charging'],
    ]));
  it('begin before the span when they still hold in it', () =>
    expect(states([tick(start - hour, { band_removed: 1 })])).toEqual([[-1, 1, 'removed']]));
  it('are unknown two hours after the last tick', () => expect(states(hourly(0, 3, 0))).toEqual([[0, 4, 'wearing']]));
  it('do not read an unknown code as wearing', () => expect(states([tick(start, { band_removed: 7 })])).toEqual([]));
});

describe('a line across a stretch without the band', () => {
  const minutes = [0, 10, 20, 30, 60, 70];
  const all = { rmssd: 40, resp_rate: 15, skin_temp: 33, battery: 80, heart_rate: 61 };
  const readings = { ticks: minutes.map((minute) => tick(start + minute * 60, all)) };
  const off = {
    bandTicks: [tick(start, { band_removed: 0 }), tick(start + 1980, { band_removed: 1 }), tick(start + 3360, { band_removed: 0 })],
  };
  it.each(['rmssd', 'resp_rate', 'skin_temp', 'battery', 'heart_rate'])('of %s breaks, and is told as a gap', (id) => {
    const gapsOf = (more: Partial<PanelInput>) =>
      panel(id, more)
        .describe({ from: start, to: start + day })
        ?.summary.match(/\w+ gaps?/)?.[0];
    expect([gapsOf(readings), gapsOf({ ...readings, ...off })]).toEqual(['no gaps', '1 gap']);
  });
});

describe('sleep', () => {
  const sleep = { id: '1', start, end: start + 600, smoothed_stages: [[start, start + 600, 2]] as [number, number, number][] };
  const figures = {
    awake_seconds: 0,
    light_seconds: 600,
    rem_seconds: 0,
    deep_seconds: 0,
    total_sleep_seconds: 600,
    percentages: { awake: 0, light: 100, rem: 0, deep: 0 },
    efficiency: 100,
    awakenings: 0,
    latency_seconds: null,
    device_type: null,
  };
  it('shows the smoothed stages', () =>
    expect(stagesOfDay({ sleeps: [{ ...sleep, ...figures }], depths: [tick(start, { sleep_depth: 4 })] })).toEqual({
      stages: [[start, start + 600, 2]],
      raw: false,
    }));
  it('falls back to the raw depths, the ones above 4 as 4', () => {
    const depths = [6, 6, 2, 2].map((sleep_depth, index) => tick(start + index * 60, { sleep_depth }));
    expect(stagesOfDay({ sleeps: [], depths })).toEqual({
      stages: [
        [start, start + 120, 4],
        [start + 120, start + 240, 2],
      ],
      raw: true,
    });
  });
});

describe('usual for the member', () => {
  const asked = { fact: 'rhr_mean', zone: 'UTC', byHour: false, convert: (value: number) => value };
  const span = { from: start, to: start + 7 * day };
  const daysBefore = (values: readonly number[]) =>
    values.map((rhr_mean, index) => tick(start - (values.length - index) * day, { rhr_mean }));
  it('is the median ± 2 robust standard deviations of the days before', () => {
    const [band] = usualRange(daysBefore([60, 61, 62, 63, 64, 65, 90]), asked, span);
    expect(band?.low).toBeCloseTo(63 - 2 * 1.4826 * 2);
    expect(band?.high).toBeCloseTo(63 + 2 * 1.4826 * 2);
  });
  it('tells how far a reading is from it, and whether that is worth a look', () => {
    const before = daysBefore([60, 61, 62, 63, 64, 65, 66]);
    const departure = (value: number) => departureOf(before, asked, value, 5);
    expect(departure(66)).toEqual({ by: 3, side: 'within' });
    expect(departure(75)).toEqual({ by: 12, side: 'above' });
    expect(departure(50)).toEqual({ by: -13, side: 'below' });
    expect(departureOf(daysBefore(Array(7).fill(60)), asked, 62, 5)).toEqual({ by: 2, side: 'within' });
    expect(departureOf([], asked, 62, 5)).toBeNull();
  });
  it('is unknown after fewer than seven days', () => expect(usualRange(daysBefore([60, 61, 62, 63, 64, 65]), asked, span)).toEqual([]));
  it('follows the hour of day on a single day', () => {
    const hours = Array.from({ length: 10 * 24 }, (_, index) =>
      tick(start - (index + 1) * hour, { rhr_mean: new Date((start - (index + 1) * hour) * 1000).getUTCHours() + 1 }),
    );
    const stretches = usualRange(hours, { ...asked, byHour: true }, { from: start, to: start + day });
    expect(stretches.map((stretch) => [new Date(stretch.from * 1000).getUTCHours() + 1, stretch.low])).toEqual(
      stretches.map((stretch) => [stretch.low, stretch.high]),
    );
    expect(stretches).toHaveLength(24);
  });
});

describe('the newer page has what was logged', () => {
  const logged = (over: object) =>
    ({
      timestamp: start + hour,
      status: 'DONE',
      title: null,
      description: null,
      schedule: null,
      activities: [],
      activityDetails: {},
      ...over,
    }) as never;
  const all = [
    logged({ activityType: 'LOGGING_FOOD', description: 'Lentil soup', activityDetails: { mealType: 'LUNCH' } }),
    logged({ activityType: 'LOGGING_FOOD', activityDetails: { mealType: 'DESSERT' }, timestamp: start + 3 * hour }),
    logged({ activityType: 'LOGGING_MEDICATION', title: 'metoprolol', schedule: { frequency: '2x per day' }, timestamp: start }),
    logged({ activityType: 'LOGGING_MEDICATION', title: 'Metoprolol', status: 'SKIPPED', timestamp: start + 12 * hour }),
    logged({ activityType: 'MOVE', title: 'Walk', activityDetails: { durationMinutes: 30 } }),
  ];
  const told = (id: string) => panel(id, { newer: true, logged: all }).describe({ from: start, to: start + day });

  it('as meal dots and log dots, each with its kind, its name and what was said', () => {
    const series = (id: string) => {
      const found = panel(id, { newer: true, logged: all });
      return found.kind === 'time'
        ? found.series.map(({ label, points }) => [label, points.map(({ value, note, missed }) => [value, note, missed])])
        : [];
    };
    expect(series('meals')).toEqual([
      [
        'Meals',
        [
          [2, 'Lentil soup', undefined],
          [4, undefined, undefined],
        ],
      ],
    ]);
    expect(series('medications')).toEqual([
      [
        'Metoprolol',
        [
          [1, '2x per day', undefined],
          [0, undefined, true],
        ],
      ],
    ]);
    expect(series('workouts')).toEqual([['Walk', [[1, '30 minutes', undefined]]]]);
  });

  it('and counts what was done, with what was left out told apart', () => {
    expect(told('meals')?.summary).toBe('Lunch: 1; Snack: 1');
    expect(told('medications')?.summary).toBe('Metoprolol, 1 left out: 1');
    expect(told('workouts')?.summary).toBe('Walk: 1');
  });

  it('and says nothing of a range in which nothing was logged, rather than none', () =>
    expect(panel('meals', { newer: true }).describe({ from: start, to: start + day })).toBeNull());

  it('and the other page has none of it', () => expect(buildPanels(input({ logged: all })).some(({ id }) => id === 'meals')).toBe(false));

  it.each([
    [activitiesOfAnswer.most - 1, false],
    [activitiesOfAnswer.most, true],
  ])('of %i entries says whether there are older ones that are not shown', (count, isCut) => {
    const many = Array.from({ length: count }, (_, index) => logged({ activityType: 'LOGGING_FOOD', timestamp: start + index }));
    const summary = panel('meals', { newer: true, logged: many }).describe({ from: start, to: start + day })?.summary ?? '';
    expect(summary.includes('5,000') || summary.includes('older ones are not')).toBe(isCut);
  });
});

describe('the anomaly score', () => {
  const scored = { days: 30, anomalies: [tick(start, { anomaly_score: 1.2 }), tick(start + day, { anomaly_score: 3.8 })] };

  it('is of days on every range, told by its mean and its highest', () => {
    for (const days of [1, 7, 30, 365]) {
      const found = panel('anomaly', { ...scored, days });
      if (found.kind !== 'time') throw new Error('no time axis');
      expect(found.series[0]?.points.map(({ from, to, value }) => [to - from, value])).toEqual([
        [day, 1.2],
        [day, 3.8],
      ]);
    }
    expect(panel('anomaly', scored).describe({ from: start, to: start + 3 * day })?.summary).toMatch(/^Anomaly score, 1.2 to 3.8/);
  });

  it('stands nowhere where no day has one, and with its failure where nobody knows', () => {
    expect(buildPanels(input()).some(({ id }) => id === 'anomaly')).toBe(false);
    expect(panel('anomaly', { anomaliesFailed: true }).sources).toEqual(['anomalies']);
  });
});
