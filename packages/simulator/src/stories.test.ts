import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { sleepsOf } from '@vigil/domain/sleep/sleeps';
import { describe, expect, it } from 'vitest';
import type { StoryId, SyntheticMember } from './member.ts';
import { syntheticMembers } from './members.ts';
import { readings } from './readings.ts';
import { stories, storyIds } from './stories.ts';

const dayMs = 86_400_000;
const epochMs = Date.UTC(2026, 10, 11, 9, 30);
const members = syntheticMembers({ seed: 7, count: 60, tenantCode: 'demo', epochMs });

const of = (story: StoryId): SyntheticMember => {
  const member = members.find((one) => one.story === story);
  if (!member) throw new Error(`nobody tells ${story}`);
  return member;
};
/** Values of a metric from `fromDay` up to `toDay`, days before (negative) or after the story's present. */
const values = (story: StoryId, metric: MetricId, fromDay: number, toDay: number): number[] =>
  readings(of(story), epochMs + fromDay * dayMs, epochMs + toDay * dayMs)
    .series.filter((series) => series.metric === metric)
    .flatMap((series) => [...series.values]);
const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
const deviation = (list: readonly number[]) => Math.sqrt(mean(list.map((value) => (value - mean(list)) ** 2)));
/** Mean of the last three days against the mean of a quiet month before. */
const change = (story: StoryId, metric: MetricId) => mean(values(story, metric, -3, 0)) - mean(values(story, metric, -60, -30));
const ratio = (story: StoryId, metric: MetricId) => mean(values(story, metric, -3, 0)) / mean(values(story, metric, -60, -30));
const stepsPerDay = (story: StoryId, fromDay: number, toDay: number) =>
  values(story, 'steps', fromDay, toDay).reduce((sum, value) => sum + value, 0) / (toDay - fromDay);
const sleeps = (story: StoryId, fromDay: number, toDay: number) =>
  sleepsOf(
    readings(of(story), epochMs + fromDay * dayMs, epochMs + toDay * dayMs)
      .series.filter((series) => series.metric === 'sleep_depth')
      .flatMap((series) => Array.from(series.timestampsMs, (at, n) => ({ seconds: at / 1000, depth: series.values[n] ?? 0 }))),
  ).filter((sleep) => sleep.totalSleepSeconds > 7_200);

it('every story is told by one member of a tenant of sixty, each with a title and conditions', () => {
  expect(members.flatMap((member) => member.story ?? [])).toEqual(storyIds);
  expect(storyIds.every((story) => stories[story].title.length > 5 && stories[story].conditions.length > 0)).toBe(true);
});

describe('heart failure', () => {
  it('gains 2 to 3 kg within a week', () => {
    const before = mean(values('heart-failure', 'weight', -12, -8));
    const gained = mean(values('heart-failure', 'weight', -1.5, 0.5)) - before;
    expect(gained).toBeGreaterThan(2);
    expect(gained).toBeLessThan(3.6);
  });
  it('has a rising resting rate, falling HRV, quicker breath and half the steps', () => {
    expect(change('heart-failure', 'rhr')).toBeGreaterThan(7);
    expect(ratio('heart-failure', 'rmssd')).toBeLessThan(0.82);
    expect(change('heart-failure', 'resp_rate')).toBeGreaterThan(2);
    expect(stepsPerDay('heart-failure', -3, 0)).toBeLessThan(0.65 * stepsPerDay('heart-failure', -60, -30));
  });
});

describe('infection', () => {
  it('has a fever of over 38 °C in the last days only, with a faster heart and warmer skin', () => {
    expect(Math.max(...values('infection', 'body_temp', -2, 0))).toBeGreaterThan(38);
    expect(values('infection', 'body_temp', -90, -6)).toEqual([]);
    expect(change('infection', 'rhr')).toBeGreaterThan(9);
    expect(change('infection', 'skin_temp')).toBeGreaterThan(0.7);
    expect(stepsPerDay('infection', -2, 0)).toBeLessThan(0.5 * stepsPerDay('infection', -60, -30));
  });
  it('is over ten days later', () => {
    expect(mean(values('infection', 'rhr', 9, 14)) - mean(values('infection', 'rhr', -60, -30))).toBeLessThan(4);
  });
});

describe('atrial fibrillation', () => {
  it('has several episodes of hours with a variability that age does not allow, and none in between', () => {
    const irregular = (fromDay: number, toDay: number) =>
      values('atrial-fibrillation', 'rmssd', fromDay, toDay).filter((value) => value > 100).length / 6;
    expect(irregular(-10, 0)).toBeGreaterThan(5);
    expect(irregular(-34, -24)).toBe(0);
    expect(mean(values('atrial-fibrillation', 'rmssd', -34, -24))).toBeLessThan(40);
  });
  it('has a fast heart without movement in an episode', () => {
    const fast = (fromDay: number, toDay: number) =>
      values('atrial-fibrillation', 'heart_rate', fromDay, toDay).filter((rate) => rate > 125).length;
    expect(fast(-10, 0)).toBeGreaterThan(3 * Math.max(1, fast(-34, -24)));
  });
});

describe('COPD', () => {
  it('lives with low oxygen and loses more in the exacerbation, with quick breath and night dips', () => {
    expect(mean(values('copd-exacerbation', 'spo2', -60, -30))).toBeLessThan(94);
    expect(change('copd-exacerbation', 'spo2')).toBeLessThan(-2.5);
    expect(change('copd-exacerbation', 'resp_rate')).toBeGreaterThan(3);
    const dips = (fromDay: number, toDay: number) =>
      values('copd-exacerbation', 'spo2', fromDay, toDay).filter((value) => value < 88).length / (toDay - fromDay);
    expect(dips(-2, 0)).toBeGreaterThan(20);
    expect(dips(-2, 0)).toBeGreaterThan(4 * dips(-40, -10));
  });
});

describe('sleep apnoea', () => {
  it('falls below 90 % dozens of times each night, where a healthy member hardly does', () => {
    const dips = (story: StoryId) => values(story, 'spo2', -20, -6).filter((value) => value < 90).length / 14;
    expect(dips('sleep-apnoea')).toBeGreaterThan(25);
    expect(dips('improving')).toBeLessThan(2);
    expect(mean(sleeps('sleep-apnoea', -20, 0).map((sleep) => sleep.awakenings))).toBeGreaterThan(
      1.5 * mean(sleeps('improving', -20, 0).map((sleep) => sleep.awakenings)),
    );
  });
});

describe('hypertension', () => {
  it('measures twice a day, and most readings are grade 2', () => {
    const systolic = values('hypertension', 'systolic', -30, 0);
    expect(systolic.length).toBeGreaterThan(45);
    expect(mean(systolic)).toBeGreaterThan(160);
    expect(mean(values('hypertension', 'diastolic', -30, 0))).toBeGreaterThan(98);
  });
});

describe('diabetes', () => {
  it('rises above 250 after meals', () => {
    expect(values('diabetes', 'glucose', -7, 0).filter((value) => value > 250).length).toBeGreaterThan(8);
  });
  it('falls below 54 in some of the last nights', () => {
    expect(values('diabetes', 'glucose', -10, 0.3).filter((value) => value < 54).length).toBeGreaterThan(3);
  });
});

describe('inactivity', () => {
  it('walks a third of what it did, and sleeps late, short and broken', () => {
    expect(stepsPerDay('inactivity', -10, 0)).toBeLessThan(0.38 * stepsPerDay('inactivity', -88, -55));
    const [before, after] = [sleeps('inactivity', -88, -55), sleeps('inactivity', -12, 0)];
    expect(mean(after.map((sleep) => sleep.awakenings))).toBeGreaterThan(1.5 * mean(before.map((sleep) => sleep.awakenings)));
    expect(deviation(after.map((sleep) => sleep.totalSleepSeconds))).toBeGreaterThan(
      1.4 * deviation(before.map((sleep) => sleep.totalSleepSeconds)),
    );
    expect(change('inactivity', 'rhr')).toBeGreaterThan(2);
  });
});

it('the band that was never worn has no reading, before or after the present', () => {
  expect(of('never-worn').status).toBe('CREATED');
  expect(readings(of('never-worn'), epochMs - 90 * dayMs, epochMs + 10 * dayMs).series).toEqual([]);
});

it('the flat band reported an empty battery three days ago and nothing since', () => {
  const battery = values('flat-battery', 'battery', -5, -2.2);
  expect(battery.at(-1)).toBeLessThanOrEqual(1);
  expect(values('flat-battery', 'heart_rate', -4.5, -3.5).length).toBeGreaterThan(300);
  expect(
    readings(of('flat-battery'), epochMs - 2.2 * dayMs, epochMs + 10 * dayMs).series.filter((series) => series.source === 'device'),
  ).toEqual([]);
});

describe('improving', () => {
  it('loses weight and pressure, walks twice as far, with a lower resting rate', () => {
    const since = (metric: MetricId) => mean(values('improving', metric, -7, 0)) - mean(values('improving', metric, -90, -80));
    expect(since('weight')).toBeLessThan(-4.5);
    expect(since('systolic')).toBeLessThan(-9);
    expect(since('rhr')).toBeLessThan(-7);
    expect(stepsPerDay('improving', -10, 0)).toBeGreaterThan(1.8 * stepsPerDay('improving', -90, -80));
  });
});
