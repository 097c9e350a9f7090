import { slotOf } from '@vigil/domain/alerts/slots';
import { afterAll, expect, it } from 'vitest';
import { type TestUser, useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createTickWriter } from '../write/writer.ts';
import { readSlots, readSteppedSlots } from './slots.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
afterAll(() => writer.stop());
const tenant = await harness.createTenant();
const start = Date.parse('2026-03-01T00:00:00Z') / 1000;
/** As if no hour had been rolled up. */
const ofTicks = { rolledUpUntilMs: () => Number.NEGATIVE_INFINITY };
const range = { tenantId: tenant.id, fromMs: start * 1000, toMs: (start + 3_600) * 1000, ...ofTicks };
const slotsOf = async (member: TestUser, metric: 'spo2' | 'weight' | 'heart_rate', value: 'total' | 'last' = 'last') => {
  const found = (await readSlots(harness.engine, { ...range, userIds: [member.id], metric, value })).get(member.id);
  const read = Array.from(found?.slots ?? [], (slot, index) => [(slot - slotOf(start)) * 5, found?.totals[index]] as const);
  return value === 'last' ? read : read.sort(([a], [b]) => a - b);
};
const at = (minute: number, value: number) => [start + minute * 60, value] as const;

it('each reading with its five minutes, in order of time where the last matters, of the stretch alone', async () => {
  const member = await harness.createUser(tenant);
  await writer.append(tickBatch(member, { spo2: [at(-1, 80), at(0, 96), at(4.99, 94), at(5, 97), at(59.9, 98), at(60, 80)] }));
  const readings = [
    [0, 96],
    [0, 94],
    [5, 97],
    [55, 98],
  ];
  expect(await slotsOf(member, 'spo2')).toEqual(readings);
  expect(await slotsOf(member, 'spo2', 'total')).toEqual(expect.arrayContaining(readings));
});

it('only what counts: no zero that is no reading, no doubtful weight, one source a moment, the corrected value', async () => {
  const member = await harness.createUser(tenant);
  await writer.append(
    tickBatch(member, { heart_rate: [at(0, 0), at(1, 60)], weight: [at(0, 80), at(6, 90)], weight_conf: [at(0, 90), at(6, 40)] }),
  );
  await writer.append(tickBatch(member, { heart_rate: [at(1, 200), at(2, 66)] }, { source: 'imported' }));
  await writer.append(tickBatch(member, { heart_rate: [at(1, 62)] }));
  expect(await slotsOf(member, 'heart_rate')).toEqual([
    [0, 62],
    [0, 66],
  ]);
  expect(await slotsOf(member, 'weight')).toEqual([[0, 80]]);
});

it('in which of them somebody took a step', async () => {
  const member = await harness.createUser(tenant);
  await writer.append(tickBatch(member, { steps: [at(1, 0), at(7, 3), at(8, 40), at(59, 1)] }));
  const found = await readSteppedSlots(harness.engine, { ...range, userIds: [member.id] });
  expect([...new Set(found.get(member.id))].map((slot) => (slot - slotOf(start)) * 5).sort((a, b) => a - b)).toEqual([5, 55]);
});
