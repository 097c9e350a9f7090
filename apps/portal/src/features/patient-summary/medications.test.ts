import type { Activity } from '@vigil/contract/activities.contract';
import { expect, test } from 'vitest';
import { medicationsOf } from './medications.ts';

const dose = (title: string, timestamp: number, more: Partial<Activity> = {}) =>
  ({ activityType: 'LOGGING_MEDICATION', status: 'DONE', title, timestamp, schedule: null, ...more }) as Activity;

test('doses of one name are one medication, with its last time and the frequency that was told last', () =>
  expect(
    medicationsOf([
      dose('metoprolol', 300),
      dose('Metoprolol', 100, { schedule: { frequency: '2x per day' } }),
      dose('Aspirin', 200),
      dose('Water', 250, { activityType: 'LOGGING_FOOD' }),
    ]),
  ).toEqual([
    { name: 'metoprolol', frequency: '2x per day', doses: 2, lastAt: 300 },
    { name: 'Aspirin', frequency: null, doses: 1, lastAt: 200 },
  ]));
