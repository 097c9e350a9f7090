import { memberCompliance } from '@vigil/contract/compliance.contract';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { describe, expect, test } from 'vitest';
import { startCare } from '#services/activities/testing/care-server.ts';
import { tickBatch } from '#testing/ticks.ts';

const { harness, server, call, log } = await startCare();
const now = harness.clock.now();
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });

async function memberOf(days: number, over: Parameters<typeof harness.createUser>[1] = {}) {
  const member = await harness.createUser(tenant, over);
  await harness.asOwner('update vigil.users set created_at = $2 where id = $1', [member.id, new Date(now - days * 86_400_000)]);
  return member;
}
const complianceOf = async (member: { id: string }, by: { id: string } = nurse) =>
  memberCompliance.parse((await call('GET', `/events-processor/api/v1/users/${member.id}/compliance`, by)).body);
/** A reading so many days ago, at noon. */
const send = (
  member: { id: string; tenantId: string },
  metric: MetricId,
  daysAgo: number,
  source: 'device' | 'manual' | 'imported',
  value = 70,
) =>
  server.modules.ticksWriter.append(
    tickBatch(member, { [metric]: [[now / 1000 - daysAgo * 86_400 - 3 * 3_600, value]] }, { source, receivedAtMs: now - 60_000 }),
  );
const doneDays = ({ complianceDays }: Awaited<ReturnType<typeof complianceOf>>, kind: 'weight' | 'band' | 'app' | 'medication' | 'meals') =>
  complianceDays.filter(({ done }) => done[kind]).map(({ date }) => date);

describe('compliance of a member', () => {
  test('a new account has a day, and an old one seven of compliance and 28 of activities', async () => {
    const windows = async (days: number) => {
      const found = await complianceOf(await memberOf(days));
      return [found.accountAgeDays, found.complianceDays.length, found.activityDays.length, found.weight.totalDays];
    };
    expect(await windows(0)).toEqual([0, 1, 1, 1]);
    expect(await windows(2.5)).toEqual([3, 4, 4, 4]);
    expect(await windows(12)).toEqual([12, 7, 13, 7]);
    expect(await windows(400)).toEqual([400, 7, 28, 7]);
  });

  test('nothing done is no day of seven, and a band that was never heard of is unknown and never synced', async () => {
    const none = { totalDays: 7, complianceDays: 0, compliancePercentage: 0 };
    expect(await complianceOf(await memberOf(90))).toMatchObject({
      ...{ weight: none, app: none, medication: none, meals: none },
      band: { ...none, status: 'unknown', lastSync: null, sync: 'never' },
    });
  });

  test('a band day is one on which the band measured the body: neither by hand, nor out of a file, nor of the band itself', async () => {
    const member = await memberOf(90);
    await send(member, 'heart_rate', 0, 'device');
    await send(member, 'spo2', 2, 'device', 97);
    await send(member, 'heart_rate', 3, 'manual');
    await send(member, 'heart_rate', 4, 'imported');
    await send(member, 'steps', 5, 'device');
    await send(member, 'heart_rate', 7, 'device');
    const found = await complianceOf(member);
    expect(doneDays(found, 'band')).toEqual(['2026-06-08', '2026-06-10']);
    expect(found.band).toMatchObject({ totalDays: 7, complianceDays: 2, compliancePercentage: 29 });
  });

  test('weight days are those with a weight that counts, logged or of a scale, and not one that was taken back', async () => {
    const member = await memberOf(90);
    await log(member, { activityType: 'LOGGING_WEIGHT', activityDetails: { weight: 80 } }, '?from=06-05-2026');
    await send(member, 'weight', 1, 'device', 80);
    await send(member, 'weight', 2, 'device', 80);
    await send(member, 'weight_conf', 2, 'device', 79);
    const wrong = await log(member, { activityType: 'LOGGING_WEIGHT', activityDetails: { weight: 180 } });
    await call('POST', `/activities/api/v1/activities/${member.id}/activities/${wrong.id}/taken-back`, member, {});
    expect(doneDays(await complianceOf(member), 'weight')).toEqual(['2026-06-05', '2026-06-09']);
  });

  test('meals, doses and use of the app are counted by the member’s own calendar', async () => {
    const member = await memberOf(90, { timeZone: 'Pacific/Auckland' });
    // 15:00 in UTC is 03:00 of the next day there.
    await log(member, { activityType: 'LOGGING_FOOD' }, '?from=06-10-2026');
    const dose = { activityType: 'LOGGING_MEDICATION', title: 'Metoprolol', schedule: { frequency: '2x per day' } } as const;
    await log(member, { ...dose, when: { time: '8 am' } }, '?from=06-09-2026', nurse);
    await log(member, { ...dose, when: { time: '8 pm' } }, '?from=06-09-2026', nurse);
    await log(member, { ...dose, when: { time: '8 am' } }, '?from=06-10-2026', nurse);
    await harness.asOwner(
      `insert into vigil.analytics_events (tenant_id, user_id, session_id, at, name, category, subcategory, visit_path)
       values ($1, $2, gen_random_uuid(), $3, 'visit', 'page', 'data', '/')`,
      [tenant.id, member.id, new Date(now - 3 * 86_400_000)],
    );
    const found = await complianceOf(member, member);
    expect(found.complianceDays.at(-1)?.date).toBe('2026-06-11');
    expect(doneDays(found, 'meals')).toEqual(['2026-06-10']);
    expect(doneDays(found, 'medication')).toEqual(['2026-06-09']);
    // What the nurse logged is no use of the app by the member.
    expect(doneDays(found, 'app')).toEqual(['2026-06-08', '2026-06-11']);
    expect(found.activityDays.slice(-3)).toEqual([
      { date: '2026-06-09', done: { LOGGING_MEDICATION: 2 } },
      { date: '2026-06-10', done: { LOGGING_MEDICATION: 1, LOGGING_FOOD: 1 } },
      { date: '2026-06-11', done: {} },
    ]);
  });

  test('is worn and fresh once the band says so', async () => {
    const member = await memberOf(90);
    await send(member, 'band_removed', 0, 'device', 0);
    await server.modules.ticksWriter.rollupsSettled();
    expect((await complianceOf(member)).band).toMatchObject({ status: 'wearing', sync: 'fresh' });
  });

  test.each<['fresh' | 'stale', number]>([
    ['fresh', 24],
    ['stale', 24.1],
  ])('is %s where the band synced %d hours ago', async (sync, hours) => {
    const member = await memberOf(90);
    await harness.bandSynced(member, { first: now / 1000 - 90 * 86_400, last: now / 1000 - hours * 3_600 });
    expect((await complianceOf(member)).band).toMatchObject({ status: 'unknown', sync, lastSync: now / 1000 - hours * 3_600 });
  });

  test('is read by clinical staff and the member alone', async () => {
    const member = await memberOf(90);
    const url = `/events-processor/api/v1/users/${member.id}/compliance`;
    for (const [roles, status] of [
      [['observer'], 200],
      [['tenant_admin'], 403],
      [['patient'], 403],
    ] as const)
      expect((await call('GET', url, await harness.createUser(tenant, { roles }))).status).toBe(status);
    expect((await call('GET', url, await harness.createUser(await harness.createTenant(), { roles: ['nurse'] }))).status).toBe(404);
  });
});
