import { describe, expect, it } from 'vitest';
import { chartKindOf, drawnKind } from './kind-of-metric.ts';
import { readingPoint, type Series, stepPoint } from './series.ts';

describe('the kind of chart of a metric', () => {
  it.each([
    ['sleep', 1, 'sleep-depth'],
    ['sleep', 2, 'basic-line'],
    ['sleep', 28, 'basic-line'],
    ['band_removed', 1, 'band-states'],
    ['band_removed', 2, 'composed-bar'],
    ['band_removed', 365, 'composed-bar'],
    ['blood_pressure', 1, 'blood-pressure'],
    ['diastolic', 28, 'blood-pressure'],
    ['meals', 7, 'meal-dots'],
    ['medications', 7, 'log-dots'],
    ['workouts', 28, 'log-dots'],
    ['weight', 28, 'reading-dots'],
    ['steps', 1, 'basic-bar'],
    ['calories', 365, 'basic-bar'],
    ['heart_rate', 1, 'basic-line'],
    ['heart_rate', 7, 'band-line'],
    ['gsr', 14, 'band-line'],
  ] as const)('%s over %d days is %s', (metric, days, kind) => expect(chartKindOf(metric, days)).toBe(kind));
});

const span = { from: 0, to: 86_400 };
const series = (points: Series['points']): readonly Series[] => [
  { key: 'spo2', label: 'SpO2', unit: '%', decimals: 0, tone: 'oxygen', points },
];

describe('what is drawn of it', () => {
  it.each([
    ['a line of one reading', 'basic-line', [readingPoint(10, 96)], 'one-point-line'],
    ['a band of one day', 'band-line', [stepPoint(0, 86_400, 96)], 'one-point-line'],
    ['a line of which one reading is on screen', 'basic-line', [readingPoint(10, 96), readingPoint(90_000, 97)], 'one-point-line'],
    ['a line of readings hours apart', 'basic-line', [0, 9000, 18_000].map((at) => readingPoint(at, 96)), 'reading-dots'],
    ['a line of minutes', 'basic-line', [0, 60, 120].map((at) => readingPoint(at, 96)), 'basic-line'],
    ['a line without readings', 'basic-line', [], 'basic-line'],
    ['one bar', 'basic-bar', [stepPoint(0, 3600, 900)], 'basic-bar'],
  ] as const)('%s', (_, kind, points, drawn) => expect(drawnKind(kind, series(points), span)).toBe(drawn));
});
