import { type MetricId, metricIds } from '@vigil/domain/metrics/catalogue';
import { sleepsOf } from '@vigil/domain/sleep/sleeps';
import { describe, expect, it } from 'vitest';
import { localMidnightMs } from './local-days.ts';
import type { SyntheticMember } from './member.ts';
import { syntheticMembers } from './members.ts';
import { readings } from './readings.ts';

const dayMs = 86_400_000;
const epochMs = Date.UTC(2026, 10, 11, 9, 30);
const population = syntheticMembers({ seed: 7, count: 60, tenantCode: 'demo', epochMs, stories: [] }).filter(
  (member) => member.status === 'ACTIVE',
);

const all = new Map(population.map((member) => [member.key, readings(member, epochMs - 21 * dayMs, epochMs).series]));
const series = (member: SyntheticMember, metric: MetricId) => {
  const found = all.get(member.key)?.find((one) => one.metric === metric);
  return { timestampsMs: [...(found?.timestampsMs ?? [])], values: [...(found?.values ?? [])] };
};
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const ofPopulation = (metric: MetricId) => mean(population.map((member) => mean(series(member, metric).values)).filter(Number.isFinite));
/** Hours of the member's own clock, for moments of days on which clocks do not change. */
const hoursOf = (member: SyntheticMember, times: readonly number[]) => {
  const offsetMs = localMidnightMs(member.timeZone, Math.floor(epochMs / dayMs) - 4) % dayMs;
  return times.map((at) => ((at - offsetMs + dayMs) % dayMs) / 3_600_000);
};

describe('people without a story, taken together', () => {
  // Means of the sources named in members.ts, breath.ts, heart.ts and skin.ts, with room for a sample of sixty.
  it.each<[MetricId, number, number]>([
    ['rhr', 62, 70],
    ['heart_rate', 68, 82],
    ['rmssd', 18, 42],
    ['resp_rate', 14, 19],
    ['spo2', 95, 98],
    ['skin_temp', 32, 35],
    ['systolic', 110, 135],
    ['glucose', 85, 115],
  ])('have a mean %s between %d and %d', (metric, low, high) => {
    expect(ofPopulation(metric)).toBeGreaterThan(low);
    expect(ofPopulation(metric)).toBeLessThan(high);
  });

  it('walk 3,000 to 14,000 steps a day, the old less than the young', () => {
    const perDay = (member: SyntheticMember) => {
      const { timestampsMs, values } = series(member, 'steps');
      return values.reduce((sum, value) => sum + value, 0) / new Set(timestampsMs.map((at) => Math.floor(at / dayMs))).size;
    };
    const young = population.filter((member) => member.ageYears < 50).map(perDay);
    const old = population.filter((member) => member.ageYears > 72).map(perDay);
    expect(mean(young)).toBeGreaterThan(6_000);
    expect(mean(young)).toBeLessThan(12_000);
    expect(mean(old)).toBeLessThan(0.8 * mean(young));
  });

  it('have a lower HRV when older', () => {
    const level = (from: number, to: number) =>
      mean(
        population
          .filter((m) => m.ageYears >= from && m.ageYears < to)
          .map((m) => mean(series(m, 'rmssd').values))
          .filter(Number.isFinite),
      );
    expect(level(25, 45)).toBeGreaterThan(1.5 * level(65, 91));
  });

  it('have a heart rate lower by night than by day', () => {
    for (const member of population.slice(0, 12)) {
      const { timestampsMs, values } = series(member, 'heart_rate');
      const hours = hoursOf(member, timestampsMs);
      const at = (from: number, to: number) => mean(values.filter((_, n) => (hours[n] ?? 0) >= from && (hours[n] ?? 0) < to));
      const night = at(3, 5);
      if (Number.isFinite(night)) expect(at(13, 17) - night).toBeGreaterThan(8);
    }
  });

  it('sleep about 7 hours in cycles, with deep sleep early, REM late, and shares as published', () => {
    const sleeps = population.flatMap((member) => {
      const { timestampsMs, values } = series(member, 'sleep_depth');
      return sleepsOf(timestampsMs.map((at, n) => ({ seconds: at / 1000, depth: values[n] ?? 0 }))).filter(
        (sleep) => sleep.totalSleepSeconds > 4 * 3_600,
      );
    });
    expect(sleeps.length).toBeGreaterThan(400);
    expect(mean(sleeps.map((sleep) => sleep.totalSleepSeconds / 3_600))).toBeGreaterThan(5.8);
    expect(mean(sleeps.map((sleep) => sleep.totalSleepSeconds / 3_600))).toBeLessThan(7.8);
    const share = (of: 'deepSeconds' | 'remSeconds') => mean(sleeps.map((sleep) => sleep[of] / sleep.totalSleepSeconds));
    expect(share('deepSeconds')).toBeGreaterThan(0.08);
    expect(share('deepSeconds')).toBeLessThan(0.24);
    expect(share('remSeconds')).toBeGreaterThan(0.15);
    expect(share('remSeconds')).toBeLessThan(0.3);
    const efficiency = mean(sleeps.map((sleep) => sleep.efficiency));
    expect(efficiency).toBeGreaterThan(82);
    expect(efficiency).toBeLessThan(97);
    const centre = (depth: number) =>
      mean(
        sleeps.flatMap((sleep) =>
          sleep.stages
            .filter((stage) => stage[2] === depth)
            .map((stage) => ((stage[0] + stage[1]) / 2 - sleep.start) / (sleep.end - sleep.start)),
        ),
      );
    expect(centre(4)).toBeLessThan(0.45);
    expect(centre(3)).toBeGreaterThan(0.52);
  });

  it('use energy of a plausible size', () => {
    const perDay = population.map((member) => {
      const { timestampsMs, values } = series(member, 'calories');
      return values.reduce((sum, value) => sum + value, 0) / new Set(timestampsMs.map((at) => Math.floor(at / dayMs))).size;
    });
    expect(mean(perDay)).toBeGreaterThan(1_200);
    expect(mean(perDay)).toBeLessThan(2_600);
  });
});

it('between them the demonstration’s members report every metric but those no band of theirs measures', () => {
  const members = syntheticMembers({ seed: 7, count: 60, tenantCode: 'demo', epochMs });
  const seen = new Set(members.flatMap((member) => readings(member, epochMs - 7 * dayMs, epochMs).series.map((one) => one.metric)));
  expect(metricIds.filter((metric) => !seen.has(metric))).toEqual(['distance', 'sleep_efficiency', 'insulin']);
});
