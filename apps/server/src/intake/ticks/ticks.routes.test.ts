import { gzipSync, zstdCompressSync } from 'node:zlib';
import { VigilError } from '@vigil/contract/errors';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

const harness = await useHarness();
const server = await startIntake(harness);
const now = Math.floor(harness.clock.now() / 1000);
const hour = now - 3600;

describe('sending ticks', () => {
  it('stores rows and columns of a device before it answers, with their source', async () => {
    const { member, device } = await server.createHome();
    const rows = await server.postTicks(member.id, device, {
      source: 'device',
      ticks: [{ timestamp: hour, data: { heart_rate: 61, spo2: 97 } }],
    });
    expect([rows.status, rows.body]).toEqual([200, { accepted: 2, replaced: [], replacedTotal: 0, rejected: [], rejectedTotal: 0 }]);
    expect(await server.stored(member.id)).toEqual([`heart_rate@${hour}=61 device`, `spo2@${hour}=97 device`]);
    const series = { heart_rate: { timestamps: [hour + 0.25, hour + 0.5], values: [62, 63] } };
    expect((await server.postTicks(member.id, device, { source: 'device', series })).body.accepted).toBe(2);
    expect(await server.stored(member.id)).toContain(`heart_rate@${hour + 0.25}=62 device`);
  });

  it('sent again changes nothing, a corrected value takes the place of the old, order does not matter', async () => {
    const { member, device } = await server.createHome();
    const send = (...ticks: [number, number][]) =>
      server.postTicks(member.id, device, {
        source: 'device',
        ticks: ticks.map(([timestamp, heart_rate]) => ({ timestamp, data: { heart_rate } })),
      });
    await send([hour + 60, 70], [hour, 60]);
    await send([hour + 60, 70], [hour, 60]);
    await send([hour, 66], [hour - 86_400 * 30, 55]);
    expect(await server.stored(member.id)).toEqual([
      `heart_rate@${hour - 86_400 * 30}=55 device`,
      `heart_rate@${hour}=66 device`,
      `heart_rate@${hour + 60}=70 device`,
    ]);
  });

  it('refuses the bad ticks of a batch, each with its reason, and keeps the rest', async () => {
    const { member, device } = await server.createHome();
    const { status, body } = await server.postTicks(member.id, device, {
      source: 'device',
      ticks: [
        { timestamp: hour, data: { heart_rate: 61, pulse: 61 } },
        { timestamp: hour + 1, data: { heart_rate: 900, spo2: 0.97 } },
        { timestamp: now + 4000, data: { heart_rate: 61 } },
        { timestamp: 900_000_000, data: { heart_rate: 61 } },
        { timestamp: now * 1000, data: { heart_rate: 61 } },
        { timestamp: hour + 2, data: { body_temp: 98.6 } },
        { timestamp: hour + 3, data: { heart_rate: '61' } },
      ],
    });
    expect([status, body.accepted, body.rejectedTotal]).toEqual([200, 1, 8]);
    expect(body.rejected?.map(({ index, metric, reason }) => `${index} ${metric} ${reason}`)).toEqual([
      '0 pulse Unknown metric "pulse"',
      '1 heart_rate Heart rate is outside the plausible range of 20 to 300 bpm',
      '1 spo2 SpO2 is outside the plausible range of 40 to 100 %',
      expect.stringContaining('2 heart_rate The timestamp lies in the future'),
      expect.stringContaining('3 heart_rate The timestamp lies before the year 2000'),
      expect.stringContaining('4 heart_rate The timestamp looks like milliseconds'),
      '5 body_temp Body temperature is outside the plausible range of 25 to 45 °C',
      '6 heart_rate Heart rate is not a number',
    ]);
    expect(await server.stored(member.id)).toEqual([`heart_rate@${hour}=61 device`]);
  });

  it('counts as accepted what is stored, and says which values gave way to a later one of the same moment', async () => {
    const { member, device } = await server.createHome();
    const ticks = [60, 61, 62].map((heart_rate, index) => ({ timestamp: hour + (index === 1 ? 60 : 0), data: { heart_rate, spo2: 97 } }));
    const rows = await server.postTicks(member.id, device, {
      source: 'device',
      ticks: [...ticks, { timestamp: hour, data: { heart_rate: 1 } }],
    });
    expect([rows.body.accepted, rows.body.replacedTotal, rows.body.rejectedTotal]).toEqual([4, 2, 1]);
    expect(rows.body.replaced).toEqual(
      ['heart_rate', 'spo2'].map((metric) => ({ index: 0, metric, reason: expect.stringContaining('The same moment came again') })),
    );
    expect(await server.stored(member.id)).toHaveLength(4);
    const series = { gsr: { timestamps: [hour, hour + 1, hour, hour + 1.0001], values: [1, 2, 3, 4] } };
    const columns = await server.postTicks(member.id, device, { source: 'device', series });
    expect(columns.body).toMatchObject({ accepted: 2, replacedTotal: 2, replaced: [{ index: 0 }, { index: 1 }], rejectedTotal: 0 });
    expect((await server.stored(member.id)).filter((tick) => tick.startsWith('gsr'))).toEqual([
      `gsr@${hour}=3 device`,
      `gsr@${hour + 1}=4 device`,
    ]);
  });

  it('believes only credentials of the device about being the device', async () => {
    const { member, device, deviceId, nurse, self } = await server.createHome();
    const send = (token: string, more: object) =>
      server.postTicks(member.id, token, { ticks: [{ timestamp: hour, data: { weight: 80 } }], ...more });
    for (const token of [nurse, self]) {
      const refused = await send(token, { source: 'device', deviceId });
      expect([refused.status, refused.body.error?.fields?.[0]?.field]).toEqual([403, 'source']);
    }
    expect((await send(device, { source: 'manual' })).status).toBe(403);
    expect((await send(device, { source: 'device', deviceId: 'another' })).status).toBe(403);
    expect(await server.stored(member.id)).toEqual([]);
    expect((await send(nurse, { source: 'imported' })).status).toBe(200);
    expect((await send(self, { source: 'manual' })).status).toBe(200);
    expect((await send(device, { source: 'device', deviceId })).status).toBe(200);
    expect((await server.stored(member.id)).toSorted()).toEqual([
      `weight@${hour}=80 device`,
      `weight@${hour}=80 imported`,
      `weight@${hour}=80 manual`,
    ]);
  });

  it('refuses a device for any other member, and anybody for a member who does not exist or is another tenant’s', async () => {
    const { tenant, device, nurse } = await server.createHome();
    const colleague = await harness.createUser(tenant);
    const stranger = (await server.createHome()).member;
    const body = { source: 'device', ticks: [{ timestamp: hour, data: { heart_rate: 61 } }] };
    expect((await server.postTicks(colleague.id, device, body)).status).toBe(403);
    expect((await server.postTicks(stranger.id, device, body)).status).toBe(404);
    for (const id of [stranger.id, '00000000-0000-4000-8000-000000000000'])
      expect((await server.postTicks(id, nurse, { ...body, source: 'imported' })).body.error?.code).toBe('not_found');
    expect(await server.stored(stranger.id)).toEqual([]);
  });

  it.each([
    ['neither rows nor columns', { source: 'device' }],
    ['both rows and columns', { source: 'device', ticks: [], series: {} }],
    ['no source', { ticks: [] }],
    ['a source that does not exist', { source: 'band', ticks: [] }],
    ['a list', []],
  ])('answers %s with the field at fault', async (_name, body) => {
    const { member, device } = await server.createHome();
    const answer = await server.postTicks(member.id, device, body);
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_input']);
  });

  it('takes gzip and zstd, and refuses a truncated body, invalid JSON and a body too large without storing any of it', async () => {
    const { member, device } = await server.createHome();
    const text = JSON.stringify({ source: 'device', ticks: [{ timestamp: hour, data: { heart_rate: 61 } }] });
    const send = (body: Uint8Array | string, encoding?: string) =>
      server.postTicks(member.id, device, body, encoding === undefined ? {} : { 'content-encoding': encoding });
    expect((await send(gzipSync(text).subarray(0, 40), 'gzip')).body.error?.code).toBe('invalid_body_encoding');
    expect((await send(text.slice(0, -2))).body.error?.code).toBe('invalid_json');
    expect((await send(gzipSync(`${text}${' '.repeat(17 * 1024 * 1024)}`), 'gzip')).body.error?.code).toBe('body_too_large');
    expect(await server.stored(member.id)).toEqual([]);
    expect((await send(gzipSync(text), 'gzip')).body.accepted).toBe(1);
    expect((await send(zstdCompressSync(text.replace('"heart_rate":61', '"heart_rate":62')), 'zstd')).body.accepted).toBe(1);
    expect(await server.stored(member.id)).toEqual([`heart_rate@${hour}=62 device`]);
  });

  it('refuses a revoked device from its next call on and keeps what it sent', async () => {
    const { tenant, member, device, deviceId, admin } = await server.createHome();
    const body = { source: 'device', ticks: [{ timestamp: hour, data: { heart_rate: 61 } }] };
    await server.postTicks(member.id, device, body);
    const revoked = await server.call('DELETE', `/registry/api/v1/users/${member.id}/devices/${deviceId}`, admin);
    expect(revoked.body.revokedAt).toBe(harness.clock.now());
    await new Promise((resolve) => setImmediate(resolve));
    const refused = await server.postTicks(member.id, device, body);
    expect([refused.status, refused.body.error?.code]).toEqual([401, 'device_revoked']);
    expect(await server.stored(member.id)).toHaveLength(1);
    expect(tenant.id).toBe(member.tenantId);
  });
});

describe('when it cannot be stored', () => {
  const accepted: unknown[] = [];
  let failWith: VigilError | null = null;
  let waiting = 0;
  let free = Number.MAX_SAFE_INTEGER;
  const ticksStore = {
    append: async (batch: unknown) => {
      if (failWith) throw failWith;
      accepted.push(batch);
    },
    backlog: () => ({ rows: waiting, bytes: 0 }),
  };

  const strained = startIntake(harness, { ticksStore, freeBytes: async () => free });

  it('says so, with when to try again, accepts nothing, and takes the same call once it can', async () => {
    const { createHome, postTicks } = await strained;
    const { member, device } = await createHome();
    const send = async () => {
      const { status, headers, body } = await postTicks(member.id, device, {
        source: 'device',
        ticks: [{ timestamp: hour, data: { heart_rate: 61 } }],
      });
      return [status, body.error?.code, headers.get('retry-after')];
    };
    failWith = new VigilError('ticks_unavailable', 'Down', { retryAfterSeconds: 5 });
    expect(await send()).toEqual([503, 'ticks_unavailable', '5']);
    failWith = new VigilError('storage_full', 'Full');
    expect((await send())[0]).toBe(507);
    failWith = null;
    waiting = 2_000_000;
    expect(await send()).toEqual([429, 'too_many_requests', '2']);
    waiting = 0;
    free = 10 * 1024 * 1024;
    harness.clock.advance(2_000);
    expect(await send()).toEqual([507, 'storage_full', '60']);
    expect(accepted).toEqual([]);
    free = Number.MAX_SAFE_INTEGER;
    expect(await send()).toEqual([200, undefined, null]);
    expect(accepted).toMatchObject([
      { tenantId: member.tenantId, userId: member.id, source: 'device', series: [{ metric: 'heart_rate' }] },
    ]);
  });
});
