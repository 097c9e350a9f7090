import { slotSeconds } from '@vigil/domain/alerts/rule';
import { slotOf } from '@vigil/domain/alerts/slots';
import { countedReadings, type Reading } from '@vigil/domain/metrics/counting';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type TestUser, useOwnHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import type { TickSource } from '../tick-batch.ts';
import { createTicksReads } from '../ticks-store.service.ts';
import { createTickWriter } from '../write/writer.ts';
import { readSlots } from './slots.ts';
import type { MemberSlots } from './slots-parts.ts';

// On stores of its own: rollups that another file's writer has left would have to be followed up first.
const harness = await useOwnHarness();
const { engine } = harness;
const writer = createTickWriter(harness);
const reads = createTicksReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
afterAll(() => writer.stop());
const tenant = await harness.createTenant();
const startMs = Date.parse('2026-03-01T00:00:00Z');
const hours = 30;
const range = { tenantId: tenant.id, fromMs: startMs, toMs: startMs + hours * 3_600_000 };
const metrics = ['heart_rate', 'steps', 'skin_temp'] as const;

/** What each slot comes to, in order; slots without a reading are absent. */
function bySlot(found: MemberSlots | undefined) {
  const sums = new Map<number, { n: number; total: number }>();
  for (const [index, slot] of Array.from(found?.slots ?? []).entries()) {
    const known = sums.get(slot) ?? { n: 0, total: 0 };
    const n = found?.counts ? (found.counts[index] ?? 0) : 1;
    sums.set(slot, { n: known.n + n, total: known.total + (found?.totals[index] ?? 0) });
  }
  const told = [...sums].filter(([, { n }]) => n > 0).sort(([a], [b]) => a - b);
  return {
    slots: told.map(([slot, { n, total }]) => [slot, n, Number(total.toFixed(6))]),
    readings: found?.readings ?? 0,
    late: found?.late ?? 0,
  };
}

describe('slots that hours keep', () => {
  const tick = fc.record({
    metric: fc.constantFrom(...metrics),
    // Few moments, so that sources meet and corrections hit; seconds on both sides of a slot's end.
    second: fc.integer({ min: 0, max: 40 }).map((n) => (n % 8) * 3_600 * 3 + Math.floor(n / 8) * 150 - 1),
    value: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 250, max: 400 }).map((n) => n / 10),
    ),
  });
  const send = fc.record({
    source: fc.constantFrom<TickSource>('device', 'manual', 'imported'),
    lateByHours: fc.constantFrom(0, 200),
    ticks: fc.array(tick, { minLength: 1, maxLength: 50 }),
    takesBack: fc.boolean(),
    settles: fc.boolean(),
  });

  it('equal those of a straightforward reading of what was sent, however it came: late, corrected, taken back, of several sources', {
    timeout: 180_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(send, { minLength: 1, maxLength: 6 }), async (sends) => {
        const member = await harness.createUser(tenant);
        const sent: Reading[] = [];
        for (const { source, lateByHours, ticks, takesBack, settles } of sends) {
          const readings = ticks
            .map(({ metric, second, value }) => ({ metric, source, value, timestampMs: startMs + second * 1000 }))
            .filter(({ timestampMs }) => timestampMs >= startMs);
          const series = Map.groupBy(readings, ({ metric }) => metric);
          const pairs = [...series].map(([metric, some]) => [metric, some.map((one) => [one.timestampMs / 1000, one.value] as const)]);
          const receivedAtMs = startMs + (hours + lateByHours) * 3_600_000;
          await writer.append(tickBatch(member, Object.fromEntries(pairs), { source, receivedAtMs }));
          sent.push(...readings);
          const [first] = readings;
          if (takesBack && first) {
            await writer.takeBack({ tenantId: tenant.id, userId: member.id, readings: [first], reason: 'A test', by: member.id });
            sent.push({ ...first, value: Number.NaN });
          }
          if (settles) await writer.rollupsSettled();
        }
        await expectAsRead(member, sent);
        await writer.rollupsSettled();
        await expectAsRead(member, sent);
        await expectAsTicksSay(member);
      }),
      { numRuns: 10 },
    );
  });

  /** What was taken back stays so when it is sent again, which the plain reading of a list does not know. */
  async function expectAsRead(member: TestUser, sent: readonly Reading[]) {
    for (const metric of metrics) {
      const found = (await reads.slots({ ...range, userIds: [member.id], metric, value: 'total' })).get(member.id);
      const counted = countedReadings(withoutSentAgain(sent).filter((one) => one.metric === metric));
      expect(bySlot(found).slots).toEqual(plainSlots(counted));
      expect(found?.readings ?? 0).toBe(counted.length);
    }
  }

  async function expectAsTicksSay(member: TestUser) {
    for (const metric of metrics) {
      const question = { ...range, userIds: [member.id], metric, value: 'total' } as const;
      const ofTicks = await readSlots(engine, { ...question, rolledUpUntilMs: () => Number.NEGATIVE_INFINITY });
      expect(bySlot((await reads.slots(question)).get(member.id))).toEqual(bySlot(ofTicks.get(member.id)));
    }
  }
});

function withoutSentAgain(sent: readonly Reading[]): Reading[] {
  const takenBack = new Map<string, Set<number>>();
  const last = new Map<string, number>();
  return sent.filter((one) => {
    const name = `${one.metric}/${one.timestampMs}/${one.source}`;
    const before = last.get(name);
    const gone = takenBack.get(name) ?? new Set();
    if (Number.isNaN(one.value)) takenBack.set(name, gone.add(before ?? Number.NaN));
    else if (gone.has(one.value)) return false;
    last.set(name, one.value);
    return true;
  });
}

function plainSlots(readings: readonly Reading[]): (readonly number[])[] {
  const slots = Map.groupBy(readings, ({ timestampMs }) => slotOf(timestampMs / 1000));
  return [...slots]
    .sort(([a], [b]) => a - b)
    .map(([slot, some]) => [slot, some.length, Number(some.reduce((sum, { value }) => sum + value, 0).toFixed(6))]);
}

const minutes = (count: number, value: number) =>
  Array.from({ length: count }, (_, minute) => [startMs / 1000 + minute * 60, value] as const);
const pulse = (member: TestUser) => ({ ...range, userIds: [member.id], metric: 'heart_rate', value: 'total' }) as const;

it('what has not been rolled up yet is read from the ticks, beside the hours that have', async () => {
  const member = await harness.createUser(tenant);
  await writer.append(tickBatch(member, { heart_rate: minutes(120, 60) }));
  await writer.rollupsSettled();
  await writer.append(tickBatch(member, { heart_rate: [[startMs / 1000 + 90 * 60, 160]] }));
  const found = bySlot((await reads.slots(pulse(member))).get(member.id));
  expect(found).toMatchObject({ readings: 120 });
  expect(found.slots.map(([, , total]) => total)).toEqual(Array.from({ length: 24 }, (_, slot) => (slot === 18 ? 400 : 300)));
});

it('members whose hours were rolled up before hours had slots are read from the ticks', async () => {
  const [old, other] = [await harness.createUser(tenant), await harness.createUser(tenant)];
  for (const member of [old, other]) await writer.append(tickBatch(member, { heart_rate: minutes(60, 60) }));
  await writer.rollupsSettled();
  await engine.command(
    `insert into vigil.ticks_hour (tenant_id, user_id, metric, hour, n, total, low, high, computed_at)
     select tenant_id, user_id, metric, hour, n, total, low, high, now64(6) from vigil.ticks_hour final where user_id = {id:UUID}`,
    { id: old.id },
  );
  const found = await reads.slots({ ...pulse(old), userIds: [old.id, other.id] });
  expect(bySlot(found.get(old.id))).toEqual(bySlot(found.get(other.id)));
  expect(bySlot(found.get(old.id)).slots).toHaveLength(12);
});

it('what hours keep is what rules read: no tick is asked for while all is rolled up', async () => {
  const member = await harness.createUser(tenant);
  await writer.append(tickBatch(member, { heart_rate: minutes(60, 60) }));
  await writer.rollupsSettled();
  await engine.command('delete from vigil.ticks where user_id = {id:UUID}', { id: member.id });
  const found = bySlot((await reads.slots(pulse(member))).get(member.id));
  expect(found.slots).toEqual(Array.from({ length: 12 }, (_, slot) => [startMs / 1000 / slotSeconds + slot, 5, 300]));
});
