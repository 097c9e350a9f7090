import { afterAll, expect, test } from 'vitest';
import { createEventsProcessor } from '#services/events-processor/index.ts';
import { withoutLimits } from '#services/events-processor/testing/no-limits.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { figuresFrom } from './figures-beside.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
afterAll(() => writer.stop());
const { facts } = createEventsProcessor({
  ...harness,
  ticks: createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs }),
  limits: withoutLimits,
  deviceTypes: async () => new Map(),
  loggedAt: async () => [],
  cohortOf: async () => ({ conditions: [] }),
});
const figuresOver = figuresFrom(facts, harness.people);

test('steps beside a score are those of whole days: neither the day of the answer nor a part of an eighth counts as a day', async () => {
  const tenant = await harness.createTenant();
  const member = await harness.createUser(tenant, { timeZone: 'America/New_York' });
  // Half of each day's steps before and half after the hour at which the survey is answered; clocks change on March 8.
  const days = Array.from({ length: 10 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`);
  const at = (day: string, hour: string) => Date.parse(`${day}T${hour}:00${day < '2026-03-08' ? '-05:00' : '-04:00'}`) / 1000;
  await writer.append(
    tickBatch(member, { steps: days.flatMap((day) => [[at(day, '09:00'), 3_000] as const, [at(day, '18:00'), 3_000] as const]) }),
  );
  await writer.rollupsSettled();
  const answered = at('2026-03-10', '12:00');
  const week = 7 * 86_400;
  expect(await figuresOver({ tenantId: tenant.id, userId: member.id }, answered - week, answered)).toEqual({
    sleep_score: null,
    steps: 6_000,
  });
});
