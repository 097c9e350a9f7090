import { afterAll, expect, it } from 'vitest';
import { type TestUser, useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createTickWriter } from '../write/writer.ts';
import { readShortStretch, type ShortStretchQuestion } from './short-stretch.ts';
import { readSlots, readSteppedSlots } from './slots.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
afterAll(() => writer.stop());
const tenant = await harness.createTenant();
const start = Date.parse('2026-03-01T00:00:00Z') / 1000;
const at = (minute: number, value: number) => [start + minute * 60, value] as const;
const noneEarlier: ShortStretchQuestion['earlier'] = { metrics: [], fromMs: start * 1000 };
const range = { tenantId: tenant.id, fromMs: start * 1000, toMs: (start + 3_600) * 1000, earlier: noneEarlier };

async function readingsOf(member: TestUser, metric: 'heart_rate' | 'spo2' | 'band_removed', earlier = noneEarlier) {
  const stretch = await readShortStretch(harness.engine, { ...range, earlier, userIds: [member.id], metrics: [metric, 'steps'] });
  const { timesMs = new Float64Array(), values = [] } = stretch.get(metric)?.get(member.id) ?? {};
  return Array.from(timesMs, (ms, index) => [(ms / 1000 - start) / 60, values[index]]);
}

it('each reading in order of time, of the stretch alone; of some metrics from an earlier moment on', async () => {
  const member = await harness.createUser(tenant);
  await writer.append(tickBatch(member, { spo2: [at(30, 97), at(60, 80)], band_removed: [at(-90, 0), at(-30, 1), at(10, 0)] }));
  await writer.append(tickBatch(member, { spo2: [at(-1, 80), at(0, 96), at(4.5, 94)] }));
  expect(await readingsOf(member, 'spo2')).toEqual([
    [0, 96],
    [4.5, 94],
    [30, 97],
  ]);
  expect(await readingsOf(member, 'band_removed', { metrics: ['band_removed'], fromMs: (start - 3_600) * 1000 })).toEqual([
    [-30, 1],
    [10, 0],
  ]);
});

it('in order of time whatever parts the engine takes them from, those that overlap and those that stand alone', async () => {
  const member = await harness.createUser(tenant);
  const sent = [
    [40, 41, 45],
    [5, 6, 12],
    [8, 10, 14],
    [50, 51],
    [20, 22],
    [0, 1],
  ];
  for (const minutes of sent) await writer.append(tickBatch(member, { spo2: minutes.map((minute) => at(minute, 90 + (minute % 9))) }));
  const ordered = sent.flat().sort((one, other) => one - other);
  expect(await readingsOf(member, 'spo2')).toEqual(ordered.map((minute) => [minute, 90 + (minute % 9)]));
});

it('only what counts: no zero that is no reading, one source a moment, the corrected value, nothing that was taken back', async () => {
  const member = await harness.createUser(tenant);
  await writer.append(tickBatch(member, { heart_rate: [at(0, 0), at(1, 60), at(3, 63)] }));
  await writer.append(tickBatch(member, { heart_rate: [at(1, 200), at(2, 66)] }, { source: 'imported' }));
  await writer.append(tickBatch(member, { heart_rate: [at(1, 62)] }));
  const gone = { metric: 'heart_rate', timestampMs: (start + 180) * 1000, source: 'device' } as const;
  await writer.takeBack({ tenantId: tenant.id, userId: member.id, readings: [gone], reason: 'A test', by: member.id });
  expect(await readingsOf(member, 'heart_rate')).toEqual([
    [1, 62],
    [2, 66],
  ]);
});

it('comes to the same slots as one metric at a time, whatever was sent when', async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => harness.createUser(tenant)));
  for (const [index, member] of members.entries()) {
    for (let sent = 0; sent < 6; sent += 1) {
      const minutes = Array.from({ length: 25 }, (_, n) => ((n * (index + 2) + sent * 7) % 59) + sent / 10);
      await writer.append(
        tickBatch(
          member,
          { heart_rate: minutes.map((minute) => at(minute, 60 + ((minute * 13 + sent) % 40))), steps: minutes.map((m) => at(m, sent % 2)) },
          { source: sent === 4 ? 'manual' : 'device' },
        ),
      );
    }
  }
  const userIds = members.map(({ id }) => id);
  const together = await readShortStretch(harness.engine, { ...range, userIds, metrics: ['heart_rate', 'steps'] });
  const ofTicks = { rolledUpUntilMs: () => Number.NEGATIVE_INFINITY };
  const alone = await readSlots(harness.engine, { ...range, ...ofTicks, userIds, metric: 'heart_rate', value: 'last' });
  const stepped = await readSteppedSlots(harness.engine, { ...range, ...ofTicks, userIds });
  for (const { id } of members) {
    const pulse = together.get('heart_rate')?.get(id);
    expect(pulse?.values).toEqual(alone.get(id)?.totals);
    expect(Uint32Array.from(pulse?.timesMs ?? [], (ms) => ms / 300_000)).toEqual(alone.get(id)?.slots);
    const steps = together.get('steps')?.get(id);
    const walked = Array.from(steps?.timesMs ?? [], (ms, index) => (steps?.values[index] ? Math.floor(ms / 300_000) : -1));
    expect(new Set(walked.filter((slot) => slot >= 0))).toEqual(new Set(stepped.get(id)));
  }
});
