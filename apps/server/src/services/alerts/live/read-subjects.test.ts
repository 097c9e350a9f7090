import { observe, prepareRule } from '@vigil/domain/alerts/decide';
import { type AlertRule, slotSeconds } from '@vigil/domain/alerts/rule';
import { afterAll, expect, test } from 'vitest';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import type { HistoryReads } from '../backtest/histories.ts';
import { readSubjects, type WantedHistory } from './read-subjects.ts';

const harness = await useHarness();
const now = Date.parse('2026-03-02T12:00:00Z') / 1000;
const writer = createTickWriter({ ...harness, clock: { now: () => now * 1000 } });
afterAll(() => writer.stop());

let readings = 0;
const reads = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
const ticks: HistoryReads = {
  ...{ ...reads, birthDatesOf: harness.people.birthDatesOf, saidOf: async () => new Map(), surveyScores: async () => [] },
  shortStretch(question) {
    readings += 1;
    return reads.shortStretch(question);
  },
};

const low: AlertRule = {
  ...{ subject: { kind: 'metric', metric: 'spo2' }, aggregate: 'mean', direction: 'at_most', against: 'value', window: '1h' },
  ...{ baseline: null, level: 91, clearing: 92, persistMinutes: 15, leastCoverage: 0.5, severity: 'HIGH', category: 'BIOMETRICS' },
  ...{ role: 'nurse', timeToLiveHours: 72, closesOnClearing: false },
};
const longer: AlertRule = { ...low, window: '3h' };

test('what two rules look at, of which one looks back farther, is read once, and both see what they would see by themselves', async () => {
  const tenant = await harness.createTenant();
  const member = await harness.createUser(tenant);
  // Irregular, with a break of hours, so that coverage differs from moment to moment.
  const values = Array.from({ length: 200 }, (_, n) => [now - 86_400 + n * 420 + (n % 7) * 60, 85 + ((n * 13) % 11)] as const);
  await writer.append(tickBatch(member, { spo2: values.filter((_, n) => n < 60 || n > 110) }, { receivedAtMs: now * 1000 }));
  const wanted: WantedHistory[] = [
    { userId: member.id, rule: low, fromSeconds: now - 1_800 },
    { userId: member.id, rule: longer, fromSeconds: now - 86_400 },
  ];
  const ask = (some: readonly WantedHistory[]) =>
    readSubjects(ticks, { tenantId: tenant.id, nowSeconds: now, wanted: some, timeZoneOf: () => 'UTC', isSilent: false });
  const together = await ask(wanted);
  expect(readings).toBe(1);
  for (const one of wanted) {
    const alone = await ask([one]);
    const seenBy = (histories: typeof alone, at: number) => observe(prepareRule(one.rule), histories(one.rule, member.id).series, at);
    for (let at = one.fromSeconds; at <= now; at += slotSeconds) {
      const { average, ...seen } = seenBy(together, at);
      const { average: expected, ...others } = seenBy(alone, at);
      expect(seen).toEqual(others);
      // Sums over more hours end in other digits.
      if (expected === null) expect(average).toBeNull();
      else expect(average).toBeCloseTo(expected, 9);
    }
  }
});

test('a history that was not asked for is not taken for one without readings', async () => {
  const tenant = await harness.createTenant();
  const histories = await readSubjects(ticks, {
    tenantId: tenant.id,
    nowSeconds: now,
    wanted: [],
    timeZoneOf: () => 'UTC',
    isSilent: false,
  });
  expect(() => histories(low, tenant.id)).toThrow('not read');
});
