import { afterAll, expect, test } from 'vitest';
import { createCalendar } from '#services/calendar/index.ts';
import { useHarness } from '#testing/harness.ts';
import { seedCalendar } from './calendar.ts';
import { demoId, demoTenants, membersOf, tenantId } from './people.ts';

const harness = await useHarness();
const calendar = createCalendar({
  ...{
    ...harness,
    post: { carries: () => false, send: async () => {} },
    homeOf: async () => 'http://clinic.example',
    memberOfAction: async () => null,
    mostBookings: async () => 3,
    say: async () => {},
  },
});
afterAll(() => calendar.stop?.());

test('the calendars of the demonstration hold a week that is called synthetic, each event once however often it starts, and no news', async () => {
  const [first] = demoTenants;
  if (!first) throw new Error('There is no demonstration');
  const home = { ...first, code: 'weekly', members: 3, stories: ['hypertension'] as const };
  const tenant = { id: tenantId(home), code: home.code };
  await harness.asOwner('insert into vigil.tenants (id, code) values ($1, $2)', [tenant.id, tenant.code]);
  for (const name of ['md', 'nurse', 'coach'] as const)
    await harness.createUser(tenant, { id: demoId(`${home.code}/${name}`), roles: [name] });
  const members = membersOf(home, Date.now());
  for (const { userId } of members) await harness.createUser(tenant, { id: userId });
  const clock = { now: () => Date.now() };
  const stored = () =>
    harness.asOwner<{ events: number; synthetic: number; news: number; members: number; types: number }>(
      `select count(distinct e.id)::int as events, count(distinct e.id) filter (where e.title like 'Synthetic: %')::int as synthetic,
         count(p.news)::int as news, count(distinct p.user_id) filter (where p.user_id = any($2))::int as members,
         count(distinct e.type)::int as types
       from vigil.calendar_events e join vigil.calendar_participants p on p.tenant_id = e.tenant_id and p.event_id = e.id where e.tenant_id = $1`,
      [tenant.id, members.map(({ userId }) => userId)],
    );
  for (let start = 0; start < 2; start += 1) await seedCalendar({ calendar, clock, log: harness.log }, [home], members);
  expect(await stored()).toEqual([{ events: 22, synthetic: 22, news: 0, members: 1, types: 4 }]);
  await seedCalendar({ calendar, clock: { now: () => Date.now() + 86_400_000 }, log: harness.log }, [home], members);
  expect((await stored())[0]?.events).toBeGreaterThan(22);
});
