import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { BusEvents } from '#platform/bus.ts';
import { useHarness } from '#testing/harness.ts';
import { batchOf } from './testing/batches.ts';
import { createTickWriter } from './writer.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
afterAll(() => writer.stop());
const tenantId = randomUUID();
const start = Date.UTC(2026, 2, 1, 12);

async function stored(userId: string) {
  return harness.engine.query<{ metric: string; at: number; source: string; value: number; device_id: string }>(
    `select metric, toUnixTimestamp64Milli(ts) as at, source, value, device_id from vigil.ticks final
     where tenant_id = {tenantId:UUID} and user_id = {userId:UUID} order by metric, ts, source`,
    { tenantId, userId },
  );
}

describe('append', () => {
  it('keeps every value, to the millisecond, with its source and device', async () => {
    const userId = randomUUID();
    await writer.append(
      batchOf({
        tenantId,
        userId,
        deviceId: 'band-1',
        series: {
          heart_rate: [
            [start + 1, 61.5],
            [start + 2, 62],
          ],
          spo2: [[start, 97]],
        },
      }),
    );
    await writer.append(batchOf({ tenantId, userId, source: 'manual', deviceId: null, series: { weight: [[start, 80.25]] } }));
    expect(await stored(userId)).toEqual([
      { metric: 'heart_rate', at: start + 1, source: 'device', value: 61.5, device_id: 'band-1' },
      { metric: 'heart_rate', at: start + 2, source: 'device', value: 62, device_id: 'band-1' },
      { metric: 'spo2', at: start, source: 'device', value: 97, device_id: 'band-1' },
      { metric: 'weight', at: start, source: 'manual', value: 80.25, device_id: '' },
    ]);
  });

  it('sending the same batch again changes nothing', async () => {
    const userId = randomUUID();
    const batch = batchOf({
      tenantId,
      userId,
      series: {
        heart_rate: [
          [start, 60],
          [start + 60_000, 61],
        ],
      },
    });
    await writer.append(batch);
    const before = await stored(userId);
    await Promise.all([writer.append(batch), writer.append(batch)]);
    expect(await stored(userId)).toEqual(before);
  });

  it('a correction sent later wins, also within the same millisecond and in the same group', async () => {
    const userId = randomUUID();
    const values = Array.from({ length: 20 }, (_, index) => 60 + index);
    await Promise.all(values.map((value) => writer.append(batchOf({ tenantId, userId, series: { heart_rate: [[start, value]] } }))));
    expect(await stored(userId)).toMatchObject([{ value: 79 }]);
  });

  it('values of different sources stand side by side', async () => {
    const userId = randomUUID();
    for (const source of ['imported', 'device', 'manual'] as const)
      await writer.append(batchOf({ tenantId, userId, source, series: { heart_rate: [[start, 60]] } }));
    expect((await stored(userId)).map((tick) => tick.source)).toEqual(['device', 'manual', 'imported']);
  });

  it('stores a batch that spans ten years', async () => {
    const userId = randomUUID();
    const monthly = Array.from({ length: 120 }, (_, month): [number, number] => [Date.UTC(2000, month, 15), 70 + (month % 20)]);
    await writer.append(batchOf({ tenantId, userId, source: 'imported', series: { weight: monthly } }));
    expect((await stored(userId)).map((tick) => tick.at)).toEqual(monthly.map(([at]) => at));
  });

  it('refuses columns of unequal length and ids that are none, without harm to others in the group', async () => {
    const good = randomUUID();
    const uneven = {
      ...batchOf({ tenantId, userId: randomUUID(), series: {} }),
      series: [{ metric: 'spo2' as const, timestampsMs: Float64Array.of(1, 2), values: Float64Array.of(1) }],
    };
    const results = await Promise.allSettled([
      writer.append(batchOf({ tenantId, userId: good, series: { spo2: [[start, 97]] } })),
      writer.append(uneven),
      writer.append(batchOf({ tenantId, userId: "x' or 1=1", series: { spo2: [[start, 97]] } })),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await stored(good)).toHaveLength(1);
  });

  it('joins what arrives together into few inserts', async () => {
    const insertFrom = vi.fn(harness.engine.insertFrom);
    const own = createTickWriter({ ...harness, engine: { ...harness.engine, insertFrom } });
    const users = Array.from({ length: 200 }, () => randomUUID());
    await Promise.all(users.map((userId) => own.append(batchOf({ tenantId, userId, series: { spo2: [[start, 97]] } }))));
    await own.stop();
    expect(insertFrom.mock.calls.length).toBeLessThan(10);
  });

  it('tells the bus which metrics changed between which times, once it is stored', async () => {
    const userId = randomUUID();
    const events: BusEvents['ticks.committed'][] = [];
    const end = harness.bus.subscribe('ticks.committed', (event) => void (event.userId === userId && events.push(event)));
    await writer.append(
      batchOf({
        tenantId,
        userId,
        series: {
          heart_rate: [
            [start + 5, 60],
            [start + 1, 61],
          ],
          spo2: [[start + 9, 97]],
        },
      }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    end();
    expect(events).toEqual([
      {
        ...{ tenantId, userId, metrics: ['heart_rate', 'spo2'], fromMs: start + 1, toMs: start + 9 },
        ...{ earliestMs: { heart_rate: start + 1, spo2: start + 9 }, receivedAtMs: expect.any(Number) },
      },
    ]);
  });
});

describe('back-pressure', () => {
  it('refuses with a time to come back when too much waits, and stores what it took', async () => {
    const own = createTickWriter({ ...harness, maxBacklogRows: 1_000 });
    const userId = randomUUID();
    const minutes = (from: number) => Array.from({ length: 400 }, (_, index): [number, number] => [start + (from + index) * 60_000, 60]);
    const results = await Promise.allSettled(
      [0, 400, 800, 1_200].map((from) => own.append(batchOf({ tenantId, userId, series: { heart_rate: minutes(from) } }))),
    );
    await own.stop();
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(results[2]).toMatchObject({ reason: { code: 'too_many_requests', retryAfterSeconds: 1 } });
    expect(await stored(userId)).toHaveLength(800);
    expect(own.backlog()).toEqual({ rows: 0, bytes: 0 });
  });

  it('takes a batch larger than the bound when nothing waits', async () => {
    const own = createTickWriter({ ...harness, maxBacklogRows: 1 });
    const userId = randomUUID();
    await own.append(
      batchOf({
        tenantId,
        userId,
        series: {
          heart_rate: [
            [start, 60],
            [start + 1, 61],
          ],
        },
      }),
    );
    await own.stop();
    expect(await stored(userId)).toHaveLength(2);
  });

  it('after stop says that the server is stopping', async () => {
    const own = createTickWriter(harness);
    await own.stop();
    await expect(own.append(batchOf({ tenantId, userId: randomUUID(), series: { spo2: [[start, 97]] } }))).rejects.toMatchObject({
      code: 'ticks_unavailable',
    });
  });
});
