import { randomUUID } from 'node:crypto';
import type { News2 } from '@vigil/contract/triage.contract';
import { describe, expect, test } from 'vitest';
import { type TestUser, useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { startTriage } from './testing/triage-server.ts';

const harness = await useHarness();
const now = Math.floor(Date.parse('2026-03-10T12:00:00Z') / 1000);
const clock = { now: () => now * 1000 };
const { writer, server, saidOf, triage } = await startTriage(harness, clock);

const tenant = await harness.createTenant();
const [nurse, observer, admin] = (await Promise.all(
  (['nurse', 'observer', 'tenant_admin'] as const).map((role) => harness.createUser(tenant, { roles: [role] })),
)) as [TestUser, TestUser, TestUser];

async function newMember(birthDate: string | null = '1950-05-05') {
  const member = await harness.createUser(tenant);
  await harness.asOwner('update vigil.users set birth_date = $1 where tenant_id = $2 and id = $3', [birthDate, tenant.id, member.id]);
  return member;
}
async function call(member: TestUser, as: TestUser, body?: object) {
  const answer = await server.http.inject({
    method: body ? 'POST' : 'GET',
    url: `/triage/api/v1/users/${member.id}/news2${body ? '/statements' : ''}`,
    headers: { authorization: `Bearer ${as.id}`, 'x-tenant-id': tenant.id, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const news2Of = async (member: TestUser) => (await call(member, nurse)).body as News2;
const say = (member: TestUser, kind: string, value: string, as = nurse) => call(member, as, { id: randomUUID(), kind, value });
const inputOf = (answer: News2, input: string) => answer.inputs.find((one) => one.input === input);
const send = (member: TestUser, series: Parameters<typeof tickBatch>[1]) => writer.append(tickBatch(member, series));
const minutes = (from: number, count: number, value: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => [now - from * 60 + index * 60, value(index)] as const);

describe('NEWS2 of a member', () => {
  test('pulse, respiration and SpO2 are medians of the last worn hour; what is unknown leaves bounds and no band', async () => {
    const member = await newMember();
    await send(member, {
      // Worn until an hour ago; charged since, while the sensor told nonsense.
      band_removed: [...[5, 4, 3, 2].map((hours) => [now - hours * 3_600, 0] as const), [now - 3_600, 2]],
      heart_rate: [...minutes(300, 180, () => 140), ...minutes(120, 60, (index) => (index < 10 ? 190 : 95)), ...minutes(60, 60, () => 30)],
      resp_rate: minutes(120, 60, () => 22.4),
      spo2: minutes(120, 60, () => 93.4),
    });
    const answer = await news2Of(member);
    expect(answer.score).toEqual({
      low: 5,
      high: 16,
      known: 3,
      hasThree: false,
      band: null,
      words: 'at least 5, at most 16; 3 of 7 known',
    });
    expect(inputOf(answer, 'pulse')).toEqual({
      ...{ input: 'pulse', value: 95, low: 1, high: 1, readings: 60, measuredAt: now - 3_660, source: 'readings', saidBy: null },
    });
    expect(inputOf(answer, 'temperature')).toEqual({
      ...{ input: 'temperature', value: null, low: 0, high: 3, readings: null, measuredAt: null, source: null, saidBy: null },
    });
  });

  test('a band that says nothing of being worn is no worn one', async () => {
    const member = await newMember();
    await send(member, { heart_rate: minutes(60, 60, () => 70) });
    expect(inputOf(await news2Of(member), 'pulse')).toMatchObject({ value: null, low: 0, high: 3 });
  });

  test('systolic and body temperature are up to 24 hours old, and the skin’s temperature never stands in', async () => {
    const member = await newMember();
    await send(member, { systolic: [[now - 86_000, 104]], skin_temp: [[now - 60, 35]], body_temp: [[now - 86_500, 39.5]] });
    const answer = await news2Of(member);
    expect(inputOf(answer, 'systolic')).toMatchObject({ value: 104, low: 1, measuredAt: now - 86_000 });
    expect(inputOf(answer, 'temperature')).toMatchObject({ value: null });
    await send(member, { body_temp: [[now - 600, 38.2]] });
    expect(inputOf(await news2Of(member), 'temperature')).toMatchObject({ value: 38.2, low: 1 });
  });

  test('consciousness and oxygen come from a clinician and hold for a day; with all seven there is a band', async () => {
    const member = await newMember();
    await send(member, {
      ...{
        band_removed: [
          [now - 3_600, 0],
          [now - 60, 0],
        ],
        systolic: [[now - 600, 120]],
        body_temp: [[now - 600, 37]],
      },
      ...{ heart_rate: minutes(60, 60, () => 70), resp_rate: minutes(60, 60, () => 16), spo2: minutes(60, 60, () => 97) },
    });
    await say(member, 'oxygen', 'air');
    const { body } = await say(member, 'consciousness', 'confusion');
    expect(body.score).toEqual({ low: 3, high: 3, known: 7, hasThree: true, band: 'MEDIUM', words: '3' });
    expect(inputOf(body, 'consciousness')).toMatchObject({ value: 'confusion', source: 'clinician', saidBy: nurse.id, measuredAt: now });
    await harness.asOwner(
      "update vigil.news2_statements set said_at = said_at - interval '25 hours' where tenant_id = $1 and user_id = $2",
      [tenant.id, member.id],
    );
    expect((await news2Of(member)).score).toMatchObject({ known: 5, band: null });
  });

  test('scale 2 holds only where somebody has set it, and says who', async () => {
    const member = await newMember();
    await send(member, {
      band_removed: [
        [now - 3_600, 0],
        [now - 60, 0],
      ],
      spo2: minutes(60, 60, () => 89),
    });
    expect(inputOf(await news2Of(member), 'spo2')).toMatchObject({ low: 3 });
    const { body } = await say(member, 'scale', '2');
    expect([inputOf(body, 'spo2')?.low, body.scale]).toEqual([0, { scale: 2, setBy: nurse.id, setAt: now }]);
    expect((await say(member, 'scale', '1')).body.scale.scale).toBe(1);
  });

  test.each([
    ['2010-03-11', 'under_16', null],
    ['2010-03-10', 'yes', 0],
    [null, 'age_unknown', 0],
  ] as const)('born %s it applies: %s', async (birthDate, applies, low) => {
    const answer = await news2Of(await newMember(birthDate));
    expect([answer.applies, answer.score?.low ?? null]).toEqual([applies, low]);
  });

  test('not in a pregnancy, until it is over', async () => {
    const member = await newMember();
    expect((await say(member, 'pregnancy', 'yes')).body).toMatchObject({ applies: 'pregnancy', score: null });
    expect((await say(member, 'pregnancy', 'no')).body).toMatchObject({ applies: 'yes' });
  });

  test('beside it each metric against the member’s own 28 days, and the anomaly score', async () => {
    const member = await newMember();
    const day = 86_400;
    const daily = Array.from({ length: 20 }, (_, index) => [now - (20 - index) * day, index === 19 ? 75 : 60 + (index % 3)] as const);
    await send(member, { rhr: daily });
    await writer.rollupsSettled();
    const { baselines, anomaly } = await news2Of(member);
    expect(baselines.find(({ metric }) => metric === 'rhr')).toMatchObject({ value: 75, usual: 61, days: 19 });
    expect(baselines.find(({ metric }) => metric === 'spo2')).toEqual({
      metric: 'spo2',
      value: null,
      day: null,
      usual: null,
      deviations: null,
      days: 0,
    });
    expect(anomaly?.score).toBeGreaterThan(5);
  });

  test('read by clinical staff, said by physicians and nurses; sent twice it is said once, something else under its id is refused', async () => {
    const member = await newMember();
    for (const [as, reads, says] of [
      [nurse, 200, 200],
      [observer, 200, 403],
      [admin, 403, 403],
      [member, 403, 403],
    ] as const) {
      expect((await call(member, as)).status).toBe(reads);
      expect((await say(member, 'oxygen', 'air', as)).status).toBe(says);
    }
    const statement = { id: randomUUID(), kind: 'consciousness', value: 'alert' };
    expect((await call(member, nurse, statement)).status).toBe(200);
    expect((await call(member, nurse, statement)).status).toBe(200);
    expect((await call(member, nurse, { ...statement, value: 'pain' })).status).toBe(409);
    expect((await call(member, nurse, { ...statement, id: randomUUID(), value: 'sleepy' })).status).toBe(400);
    // Rules hear of each once, and read all of them in their order.
    expect(saidOf.filter((userId) => userId === member.id)).toHaveLength(2);
    const said = (await triage.saidOf(tenant.id, [member.id])).get(member.id);
    expect(said).toEqual([
      { kind: 'oxygen', value: 'air', saidAt: now },
      { kind: 'consciousness', value: 'alert', saidAt: now },
    ]);
  });
});
