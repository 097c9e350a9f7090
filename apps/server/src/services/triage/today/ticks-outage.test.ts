import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { afterAll, expect, test } from 'vitest';
import { startClickHouse } from '#testing/clickhouse-server.ts';
import { type TestUser, useOwnHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { alertAbout, startTriage } from '../testing/triage-server.ts';

/* Today and the list of members over a ClickHouse server (TICKS_URL) that goes away and comes back. */
const store = await startClickHouse();
afterAll(() => store.stop());
const harness = await useOwnHarness({ ticksUrl: store.url });
const nowMs = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 12 * 3_600_000;
const now = nowMs / 1000;
const day = 86_400;
const { writer, call, staff, opened, alarm } = await startTriage(harness, { now: () => nowMs });
const tenant = await harness.createTenant();
const nurse = await staff(tenant, 'nurse');
const member = (familyName: string) => harness.createUser(tenant, { familyName, timeZone: 'UTC', onboardedAt: new Date('2026-01-01') });
const send = (who: TestUser, data: Parameters<typeof tickBatch>[1]) =>
  writer.append(tickBatch(who, data, { receivedAtMs: nowMs - 60_000 }));

interface Page<Row> {
  readonly content: Row[];
  readonly isWithoutTrends?: boolean;
}
const today = () => call<Page<TodayRow>>('GET', '/triage/api/v1/today', nurse);
const panel = (sort = 'attention&sortOrder=DESC') =>
  call<Page<MemberRow>>('GET', `/events-processor/api/v1/user_facts?sortingField=${sort}&facts=rhr,heart_rate`, nurse);
const names = ({ body }: Awaited<ReturnType<typeof panel>>) => body.content.map(({ data }) => data.lastName);
const kindsOf = ({ body }: Awaited<ReturnType<typeof panel>>) =>
  Object.fromEntries(body.content.map(({ data, attention }) => [data.lastName, attention.map(({ kind }) => kind)]));

test('while the ticks store is away, who needs somebody is still told, without courses and changes, and the answers say so', async () => {
  const [changed, silent, well] = [await member('Changed'), await member('Silent'), await member('Well')];
  const everyDay = Array.from({ length: 30 }, (_, index): [number, number] => [now - (30 - index) * day, 60 + (index % 3) - 1]);
  await send(changed, {
    rhr: [...everyDay, [now - 3_600, 75]],
    heart_rate: [
      [now - 7_200, 100],
      [now - 3_600, 120],
      [now - 60, 131],
    ],
  });
  await send(well, { rhr: everyDay });
  await writer.rollupsSettled();
  await harness.bandSynced(silent, { first: now - 30 * day, last: now - 3 * day });
  const action = await opened(changed, { priority: 'HIGH', alert: alertAbout('heart_rate', 118.5, 74, { triggered_at: now - 3_600 }) });
  const alert = await alarm(changed, { severity: 'HIGH', actionIds: [action], state: 'acknowledged', by: nurse.id });
  await opened(silent, { category: 'SURVEY', title: 'Unwell' });
  const rows = async () => {
    const { status, body } = await today();
    return { status, rows: body.content.map((row) => [row.user_id, row.course !== null, row.isCourseUnavailable]) };
  };
  const whole = {
    status: 200,
    rows: [
      [changed.id, true, false],
      [silent.id, false, false],
    ],
  };
  expect(await rows()).toEqual(whole);
  expect([names(await panel()), kindsOf(await panel()), (await panel()).body.isWithoutTrends]).toEqual([
    ['Changed', 'Silent', 'Well'],
    { Changed: ['change'], Silent: ['gap'], Well: [] },
    false,
  ]);

  await store.kill();
  // A row without a course for want of a reason about a metric lacks none.
  expect(await rows()).toEqual({
    status: 200,
    rows: [
      [changed.id, false, true],
      [silent.id, false, false],
    ],
  });
  expect((await today()).body.content[0]).toMatchObject({
    ...{ course: null, severity: 'HIGH', alarms: [{ id: alert, state: 'acknowledged' }] },
    reason: { latest: { value: 131, at: now - 60 } },
  });
  const byName = await panel('lastName');
  expect([byName.status, byName.body.isWithoutTrends, kindsOf(byName)]).toEqual([200, true, { Changed: [], Silent: ['gap'], Well: [] }]);
  expect(byName.body.content[0]).toMatchObject({ latest: { heart_rate: { value: 131 }, rhr: { value: 75 } }, recent: null });
  const { mark } = (await today()).body.content[0] as TodayRow;
  const reviewed = await call<TodayRow>('POST', `/triage/api/v1/today/${changed.id}/reviewed`, nurse, { mark, reason: 'Being treated' });
  expect([reviewed.status, reviewed.body.isCourseUnavailable, reviewed.body.review?.reason]).toEqual([200, true, 'Being treated']);
  expect((await call('DELETE', `/triage/api/v1/today/${changed.id}/reviewed`, nurse)).status).toBe(200);

  await store.startAgain();
  await expect.poll(rows, { timeout: 20_000 }).toEqual(whole);
  const again = await panel();
  expect([again.body.isWithoutTrends, kindsOf(again)]).toEqual([false, { Changed: ['change'], Silent: ['gap'], Well: [] }]);
}, 120_000);
