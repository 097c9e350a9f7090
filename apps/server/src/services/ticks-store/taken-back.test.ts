import { setImmediate as turn } from 'node:timers/promises';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startReads } from '#testing/reads-server.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createTicksStoreReads, createTickWriter, type TickSource } from './index.ts';
import { createTakenBackStore } from './write/taken-back-store.ts';

const harness = await useHarness();
const now = Date.parse('2026-06-01T00:00:00Z');
harness.clock.set(now);
const { url, writer } = await startReads(harness);
const reads = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const observer = await harness.createUser(tenant, { roles: ['observer'] });
const day = Date.parse('2026-03-02T00:00:00Z') / 1000;

interface Answer {
  readonly error?: { readonly code: string; readonly fields?: readonly { readonly field: string }[] };
  readonly content?: readonly object[];
  readonly latest?: Readonly<Record<string, { readonly value: number; readonly timestamp: number }>>;
}

async function call<Body = Answer>(path: string, as: { id: string }, body?: object): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${as.id}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

const takenBackOf = (member: { id: string }) => `/ticks-store/api/v1/users/${member.id}/ticks/taken-back`;
const reading = (metric: MetricId, timestamp: number, source: TickSource = 'device') => ({ metric, timestamp, source });
const takeBack = (member: { id: string }, readings: object[], as = nurse, reason = 'Another person wore the band') =>
  call<object[] & Answer>(takenBackOf(member), as, { readings, reason });

const factsOf = async (member: { id: string }, facts: string, granularity: 'HOURLY' | 'DAILY' | 'MONTHLY') => {
  const search = `facts=${facts}&granularity=${granularity}&tz=UTC&from_ts=${day}&to_ts=${day + 86_400}`;
  const { body } = await call<{ data: object }[]>(`/events-processor/api/v1/users/${member.id}/facts-over-time?${search}`, nurse);
  return body.map(({ data }) => data);
};
const momentsOf = async (member: { id: string }, metric: MetricId, deduplicate = false) => {
  const range = { tenantId: tenant.id, userId: member.id, fromMs: day * 1000, toMs: (day + 86_400) * 1000 };
  return (await reads.moments({ ...range, metrics: [metric], deduplicate, provenance: false })).map((tick) => tick.data[metric]);
};
const latestOf = async (member: { id: string }) => {
  await writer.rollupsSettled();
  return (await call(`/events-processor/api/v1/users/${member.id}/latest`, nurse)).body.latest ?? {};
};

async function withHeartRates() {
  const member = await harness.createUser(tenant, { timeZone: 'UTC' });
  const heart_rate = [60, 70, 250].map((value, hour) => [day + hour * 3600, value] as const);
  await writer.append(tickBatch(member, { heart_rate, steps: heart_rate }));
  await writer.rollupsSettled();
  return { member, heart_rate, last: day + 7200 };
}

describe('a reading that was taken back', () => {
  it('leaves ticks, facts, rollups, histogram and latest values at once, and stays on record with who, when and why', async () => {
    const { member, last } = await withHeartRates();
    const { status, body } = await takeBack(member, [reading('heart_rate', last), reading('steps', last)]);
    expect(status).toBe(200);
    const expected = (metric: MetricId) => ({
      ...reading(metric, last),
      value: 250,
      deviceId: '5d0cba11-0000-4000-8000-000000000001',
      receivedAt: expect.any(Number),
      status: 'entered-in-error',
      reason: 'Another person wore the band',
      takenBackBy: nurse.id,
      takenBackAt: now / 1000,
    });
    expect(body).toEqual(expect.arrayContaining([expected('heart_rate'), expected('steps')]));
    const check = async () => {
      expect(await momentsOf(member, 'heart_rate')).toEqual([60, 70]);
      expect(await momentsOf(member, 'heart_rate', true)).toEqual([60, 70]);
      for (const granularity of ['HOURLY', 'DAILY', 'MONTHLY'] as const) {
        const facts = await factsOf(member, 'heart_rate_max,heart_rate_mean', granularity);
        expect(facts.at(-1), granularity).toMatchObject(
          granularity === 'HOURLY' ? { heart_rate_max: 70 } : { heart_rate_max: 70, heart_rate_mean: 65 },
        );
      }
      const range = { tenantId: tenant.id, userId: member.id, fromMs: day * 1000, toMs: (last + 1) * 1000 };
      expect((await reads.histogram({ ...range, metrics: ['heart_rate'] })).heart_rate?.at(-1)?.to).toBe(80);
    };
    await check();
    expect(await latestOf(member)).toMatchObject({
      heart_rate: { value: 70, timestamp: day + 3600 },
      steps: { value: 130, timestamp: day + 3600 },
    });
    await check();
    expect((await call(takenBackOf(member), nurse)).body.content).toEqual(
      expect.arrayContaining([expected('heart_rate'), expected('steps')]),
    );
  });

  it('and a correction that arrives meanwhile: it counts, or is on record as taken back as well', async () => {
    const glucose = (value: number) => ({ glucose: [[day, value]] as const });
    for (const turns of [0, 1, 5, 20, 50, 100, 200, 500, 1000]) {
      const member = await harness.createUser(tenant, { timeZone: 'UTC' });
      await writer.append(tickBatch(member, glucose(100), { source: 'manual' }));
      const [taken] = await Promise.all([
        takeBack(member, [reading('glucose', day, 'manual')]),
        (async () => {
          for (let passed = 0; passed < turns; passed++) await turn();
          await writer.append(tickBatch(member, glucose(200), { source: 'manual' }));
        })(),
      ]);
      expect(taken.status).toBe(200);
      const { content } = (await call(takenBackOf(member), nurse)).body;
      const onRecord = content?.map((one) => ('value' in one ? one.value : null));
      const counted = await momentsOf(member, 'glucose', true);
      expect([...(onRecord ?? []), ...counted].filter((value) => value === 200)).toEqual([200]);
      expect(counted).not.toContain(100);
    }
  });

  it('does not come back when its device sends it again, whichever process it comes through, nor when all is computed again', async () => {
    const { member, heart_rate, last } = await withHeartRates();
    const other = createTickWriter(harness);
    // Looked up before anything was taken back: the other process does not know of it yet.
    await other.append(tickBatch(member, { spo2: [[day, 97]] }));
    await takeBack(member, [reading('heart_rate', last)]);
    for (const one of [writer, other]) {
      await one.append(tickBatch(member, { heart_rate }, { receivedAtMs: now + 86_400_000 }));
      await one.rollupsSettled();
    }
    await other.stop();
    expect(await latestOf(member)).toMatchObject({ heart_rate: { value: 70, timestamp: day + 3600 } });
    await writer.rebuild({ tenantId: tenant.id, userId: member.id });
    expect(await momentsOf(member, 'heart_rate')).toEqual([60, 70]);
    expect(await factsOf(member, 'heart_rate_max,heart_rate_count', 'DAILY')).toEqual([{ heart_rate_max: 70, heart_rate_count: 2 }]);
    const latest = await latestOf(member);
    expect(latest).toMatchObject({ heart_rate: { value: 70 } });
    const [sync] = await harness.asOwner<{ last: Date }>('select last_received_at as last from vigil.band_syncs where user_id = $1', [
      member.id,
    ]);
    expect(sync?.last.getTime()).toBeLessThan(Date.UTC(2100));
  });

  it('gives way to another value for the same moment from the same source, which can be taken back as well', async () => {
    const member = await harness.createUser(tenant, { timeZone: 'UTC' });
    const weigh = (value: number) => writer.append(tickBatch(member, { weight: [[day, value]] }, { source: 'manual' }));
    const record = async () =>
      (await call<{ content: { value: number }[] }>(takenBackOf(member), nurse)).body.content.map(({ value }) => value);
    await weigh(480);
    await takeBack(member, [reading('weight', day, 'manual')]);
    expect(await latestOf(member)).toEqual({});
    await weigh(48);
    expect(await latestOf(member)).toMatchObject({ weight: { value: 48, timestamp: day } });
    expect(await momentsOf(member, 'weight', true)).toEqual([48]);
    await weigh(480);
    expect(await latestOf(member)).toMatchObject({ weight: { value: 48 } });
    await takeBack(member, [reading('weight', day, 'manual')]);
    expect(await latestOf(member)).toEqual({});
    expect((await record()).sort()).toEqual([48, 480]);
  });

  it('uncovers what another source said for the same moment', async () => {
    const { member, last } = await withHeartRates();
    await writer.append(tickBatch(member, { heart_rate: [[last, 72]] }, { source: 'manual' }));
    await takeBack(member, [reading('heart_rate', last)]);
    expect(await momentsOf(member, 'heart_rate', true)).toEqual([60, 70, 72]);
    expect(await latestOf(member)).toMatchObject({ heart_rate: { value: 72, source: 'manual' } });
  });

  it('is told to pages that are open', async () => {
    const { member, last } = await withHeartRates();
    const told: object[] = [];
    harness.bus.subscribe('ticks.committed', (event) => void (event.userId === member.id && told.push(event)));
    await takeBack(member, [reading('heart_rate', last)]);
    await writer.rollupsSettled();
    expect(told).toMatchObject([{ metrics: ['heart_rate'], fromMs: last * 1000, toMs: last * 1000 }]);
  });

  it('counts no more once it is listed, also where a crash came between the record and the reading', async () => {
    const { member, last } = await withHeartRates();
    const reason = 'Another person wore the band';
    const was = { timestampMs: last * 1000, value: 250, deviceId: '', receivedAtMs: now, takenBackAtMs: now };
    const one = { ...was, metric: 'heart_rate', source: 'device', reason, takenBackBy: nurse.id } as const;
    // Of the steps, a value that was corrected since: that one counts, and goes on counting.
    const corrected = { ...one, metric: 'steps', value: 249 } as const;
    await createTakenBackStore(harness.database).record(tenant.id, member.id, [one, corrected]);
    expect((await call(takenBackOf(member), member)).body.content).toMatchObject([{ value: 250 }, { value: 249 }]);
    expect(await momentsOf(member, 'heart_rate')).toEqual([60, 70]);
    expect(await momentsOf(member, 'steps')).toEqual([60, 70, 250]);
  });

  it('may be taken back again, and the first reason stays', async () => {
    const { member, last } = await withHeartRates();
    await takeBack(member, [reading('heart_rate', last)]);
    const { status, body } = await takeBack(member, [reading('heart_rate', last)], nurse, 'again');
    expect([status, body.length]).toEqual([200, 1]);
    expect(body[0]).toMatchObject({ reason: 'Another person wore the band' });
  });
});

describe('taking readings back', () => {
  it.each<[string, (last: number) => object, number, string]>([
    [
      'one that is not there',
      (last) => ({ readings: [reading('heart_rate', last), reading('heart_rate', last + 1)], reason: 'x' }),
      404,
      'readings.1',
    ],
    ['one of another source', (last) => ({ readings: [reading('heart_rate', last, 'manual')], reason: 'x' }), 404, 'readings.0'],
    ['without a reason', (last) => ({ readings: [reading('heart_rate', last)], reason: '  ' }), 400, 'reason'],
    ['nothing', () => ({ readings: [], reason: 'x' }), 400, 'readings'],
  ])('%s is refused, and changes nothing', async (_, body, status, field) => {
    const { member, last } = await withHeartRates();
    const answer = await call(takenBackOf(member), nurse, body(last));
    expect(answer).toMatchObject({ status, body: { error: { fields: [{ field }] } } });
    expect(await momentsOf(member, 'heart_rate')).toEqual([60, 70, 250]);
    expect((await call(takenBackOf(member), nurse)).body.content).toEqual([]);
  });

  it('is refused with a reason that could not be kept as it was written', async () => {
    const { member, last } = await withHeartRates();
    for (const reason of ['half \ud800', 'NUL \0'])
      expect(await takeBack(member, [reading('heart_rate', last)], nurse, reason)).toMatchObject({ status: 400 });
    expect(await momentsOf(member, 'heart_rate')).toContain(250);
  });

  it('is the care team’s alone; the member sees what was taken back', async () => {
    const { member, last } = await withHeartRates();
    expect((await takeBack(member, [reading('heart_rate', last)], observer)).status).toBe(403);
    expect((await takeBack(member, [reading('heart_rate', last)], member)).status).toBe(403);
    await takeBack(member, [reading('heart_rate', last)]);
    expect((await call(takenBackOf(member), member)).body.content).toHaveLength(1);
    const neighbour = await harness.createUser(await harness.createTenant(), { timeZone: 'UTC' });
    expect((await takeBack(neighbour, [reading('heart_rate', last)])).status).toBe(404);
  });
});
