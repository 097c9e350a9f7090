import { describe, expect, test } from 'vitest';
import { defaultMealTimes, type MealType, mealTypeOf } from './meals.ts';
import { doubtOf, isPressure, type TypedDoubt, type TypedMetric } from './measures.ts';
import { dosesPerDay, type MedicationFrequency, medicationFrequencies } from './medication.ts';
import { dayParts, dayPartTimes, timeOfDay24 } from './time-of-day.ts';

describe('a time of day becomes 24-hour time', () => {
  test.each<[string, string | null]>([
    ['7:05 am', '07:05'],
    ['7:05 PM', '19:05'],
    ['07:05pm', '19:05'],
    ['7 p.m.', '19:00'],
    ['12:00 am', '00:00'],
    ['12:30 AM', '00:30'],
    ['12:00 pm', '12:00'],
    ['12:59 pm', '12:59'],
    [' 11:59 pm ', '23:59'],
    ['19:05', '19:05'],
    ['9:05', '09:05'],
    ['00:00', '00:00'],
    ['09:00:30', '09:00'],
    ['24:00', null],
    ['13:00 pm', null],
    ['0:30 am', null],
    ['7:60 am', null],
    ['7', null],
    ['noon', null],
    ['', null],
  ])('%s → %s', (text, time) => expect(timeOfDay24(text)).toBe(time));

  test('every part of a day has a time of its own, in order', () => {
    const times = dayParts.map((part) => dayPartTimes[part]);
    expect(times).toEqual([...new Set(times)].sort());
  });
});

describe('meals', () => {
  test.each<[string | null, MealType | null]>([
    [null, 'LUNCH'],
    ['BREAKFAST', 'BREAKFAST'],
    ['dinner', 'DINNER'],
    ['snack', 'SNACK'],
    ['Dessert', 'SNACK'],
    ['beverage', 'SNACK'],
    ['jacket', 'SNACK'],
    ['brunch', null],
    ['', null],
  ])('%s is %s', (name, type) => expect(mealTypeOf(name)).toBe(type));

  test.each<[MealType, string]>([
    ['BREAKFAST', '09:00'],
    ['LUNCH', '12:00'],
    ['DINNER', '19:00'],
    ['SNACK', '16:00'],
  ])('%s without a time was at %s', (type, time) => expect(defaultMealTimes[type]).toBe(time));
});

test('medication frequencies are the literal words, each with its doses', () => {
  expect(medicationFrequencies.map((one): [MedicationFrequency, number] => [one, dosesPerDay(one)])).toEqual([
    ['1x per day', 1],
    ['2x per day', 2],
    ['3x per day', 3],
    ['As needed', 1],
    ['Other', 1],
  ]);
});

describe('a value that somebody types', () => {
  test.each<[string, TypedMetric, number, number | null, TypedDoubt | null]>([
    ['a usual weight', 'weight', 80, 81, null],
    ['the first weight', 'weight', 80, null, null],
    ['pounds for kilograms, told by the last one', 'weight', 176, 80, 'changed'],
    ['exactly a tenth more', 'weight', 88, 80, null],
    ['a little over a tenth more', 'weight', 88.1, 80, 'changed'],
    ['a tenth less and more', 'weight', 71, 80, 'changed'],
    ['a rare weight', 'weight', 231, 230, 'unlikely'],
    ['the least weight that is possible', 'weight', 3, null, 'unlikely'],
    ['no weight', 'weight', 2.9, null, 'impossible'],
    ['far too heavy', 'weight', 500.1, null, 'impossible'],
    ['a usual pressure', 'systolic', 128, 90, null],
    ['a rare pressure', 'systolic', 221, null, 'unlikely'],
    ['no pressure', 'systolic', 1280, null, 'impossible'],
    ['a low second value', 'diastolic', 39, null, 'unlikely'],
    ['low glucose is asked about, not refused', 'glucose', 39, null, 'unlikely'],
    ['mmol/l typed for mg/dL', 'glucose', 5.5, null, 'impossible'],
    ['nothing that is a number', 'glucose', Number.NaN, null, 'impossible'],
  ])('%s', (_, metric, value, last, doubt) => expect(doubtOf(metric, value, last)).toBe(doubt));

  test.each([
    [120, 80, true],
    [80, 120, false],
    [80, 80, false],
  ])('%d over %d is a pressure: %s', (systolic, diastolic, is) => expect(isPressure(systolic, diastolic)).toBe(is));
});
