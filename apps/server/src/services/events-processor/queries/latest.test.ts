import { expect, it } from 'vitest';
import { createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { readLatest } from './latest.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
const tenant = await harness.createTenant();
const at = Date.parse('2026-03-02T10:00:00Z') / 1000;
const received = { receivedAtMs: Date.parse('2030-01-01T00:00:00Z') };

it('gives the newest value of each metric with its time and source, and the band as last heard of', async () => {
  const member = await harness.createUser(tenant);
  await writer.append(
    tickBatch(
      member,
      {
        heart_rate: [
          [at, 70],
          [at - 60, 90],
        ],
        band_removed: [[at - 600, 1]],
        battery: [[at, 44]],
      },
      received,
    ),
  );
  await writer.append(tickBatch(member, { glucose: [[at + 5, 101]] }, { source: 'manual', ...received }));
  await writer.rollupsSettled();
  const band = { status: 'removed', since: at - 600, lastSync: received.receivedAtMs / 1000, battery: 44 };
  const heartRate = { value: 70, timestamp: at, source: 'device' };
  expect(await readLatest(harness.database, tenant.id, member.id, undefined)).toEqual({
    latest: {
      band_removed: { value: 1, timestamp: at - 600, source: 'device' },
      battery: { value: 44, timestamp: at, source: 'device' },
      glucose: { value: 101, timestamp: at + 5, source: 'manual' },
      heart_rate: heartRate,
    },
    band,
  });
  expect(await readLatest(harness.database, tenant.id, member.id, ['heart_rate', 'spo2'])).toEqual({
    latest: { heart_rate: heartRate },
    band,
  });
});

it('of a member who never sent anything is empty and unknown', async () => {
  const member = await harness.createUser(tenant);
  expect(await readLatest(harness.database, tenant.id, member.id, undefined)).toEqual({
    latest: {},
    band: { status: 'unknown', since: null, lastSync: null, battery: null },
  });
});

it('leaves out a weight that the scale was not sure of', async () => {
  const member = await harness.createUser(tenant);
  await writer.append(tickBatch(member, { weight: [[at, 80]], weight_conf: [[at, 79]] }));
  await writer.rollupsSettled();
  expect(Object.keys((await readLatest(harness.database, tenant.id, member.id, undefined)).latest)).toEqual(['weight_conf']);
});

it('does not know another tenant’s member', async () => {
  const foreign = await harness.createUser(await harness.createTenant());
  await writer.append(tickBatch(foreign, { heart_rate: [[at, 70]] }));
  await writer.rollupsSettled();
  expect((await readLatest(harness.database, tenant.id, foreign.id, undefined)).latest).toEqual({});
});
