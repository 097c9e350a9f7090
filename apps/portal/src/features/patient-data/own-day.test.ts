import { describe, expect, it } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import './messages.ts';
import { ownSentences } from './own-day.ts';

const span = { from: 0, to: 86_400 };
const asleep = (total_sleep_seconds: number) => ({
  id: '1',
  start: 0,
  end: 30_000,
  smoothed_stages: [] as [number, number, number][],
  awake_seconds: 0,
  light_seconds: 0,
  rem_seconds: 0,
  deep_seconds: 0,
  total_sleep_seconds,
  percentages: { awake: 0, light: 0, rem: 0, deep: 0 },
  efficiency: 90,
  awakenings: 1,
  latency_seconds: null,
  device_type: null,
});
const day = {
  span,
  sleeps: [asleep(26_280)],
  facts: [
    { timestamp: 3600, data: { steps_sum: 4000 } },
    { timestamp: 7200, data: { steps_sum: 234 } },
  ],
  ticks: [60, 70, 80].map((heart_rate, index) => ({ timestamp: index * 60, data: { heart_rate } })),
};
const said = (language: string, more: Partial<typeof day> = {}) =>
  ownSentences({ ...day, ...more }, i18next.getFixedT(language, 'patientData'), language);

describe('the last day in plain sentences', () => {
  it('is sleep, movement and heart', () =>
    expect(said('en')).toEqual([
      'You slept 7 h 18 min in the last 24 hours.',
      'You took 4,234 steps in the last 24 hours.',
      'Your heart beat 70 times a minute on average, between 60 and 80.',
    ]));
  it('counts of a night only what lies within the 24 hours, as the chart below shows it', () => {
    const before = { ...asleep(20_000), start: -10_000, end: 12_000 };
    const staged = {
      ...before,
      smoothed_stages: [
        [-10_000, 4_800, 2],
        [4_800, 6_000, 1],
        [6_000, 12_000, 4],
      ] as [number, number, number][],
    };
    expect(said('en', { sleeps: [staged] })[0]).toBe('You slept 3 h 0 min in the last 24 hours.');
    expect(said('en', { sleeps: [{ ...before, end: 10_000 }] })[0]).toBe('You slept 2 h 47 min in the last 24 hours.');
  });
  it('says in Spanish too what was measured', () => expect(said('es')[1]).toBe('Dio 4234 pasos en las últimas 24 horas.'));
  it('counts one step as one', () => expect(said('en', { facts: [{ timestamp: 0, data: { steps_sum: 1 } }] })[1]).toMatch(/1 step in/));
  it('says what is missing as missing', () =>
    expect(said('en', { sleeps: [], facts: [], ticks: [] })).toEqual([
      'No sleep was recorded in the last 24 hours.',
      'No movement was recorded in the last 24 hours.',
      'No heart rate was recorded in the last 24 hours.',
    ]));
  it('takes no steps at all for what was measured, not for a gap', () =>
    expect(said('en', { facts: [{ timestamp: 0, data: { steps_sum: 0 } }] })[1]).toBe('You took 0 steps in the last 24 hours.'));
});
