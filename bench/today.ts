import { randomUUID } from 'node:crypto';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { Workplace } from '#server/operator/workplace.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { createMembers, createTenant, signInNurse, type Tenant, withRooms } from './home.ts';
import { giveLatest, vacuum } from './population.ts';
import { ask, type Question } from './questions.ts';
import { progress } from './report.ts';
import { startServer } from './server-process.ts';

/** What is open where 100,000 members are. */
const population = { members: 100_000, actions: 5_000, gaps: 20_000, reviews: 300 } as const;
const asked = 80;

/**
 * The list of whom somebody needs, over HTTP: its pages and the lists beside it, and the panel by attention, while all default rules
 * are live. `scale` 1 is 5,000 open actions of 100,000 members.
 */
export async function benchToday(scale: number): Promise<Figure[]> {
  const server = await startServer();
  try {
    const members = Math.ceil(population.members * scale);
    const token = await withRooms(server, async (place) => {
      const tenant = await createTenant(place.stores.database);
      await createMembers(place.stores.database, tenant.id, members);
      await publishRules(place, tenant);
      await leaveAlone(place, tenant);
      await giveLatest(place.stores, tenant.id);
      await openWork(place, tenant, { actions: Math.ceil(population.actions * scale), gaps: Math.ceil(population.gaps * scale) });
      await vacuum(place.stores, ['actions', 'action_events', 'alarms', 'alarm_parts', 'gaps', 'gap_checks', 'alert_watches']);
      return signInNurse(place, tenant);
    });
    await putAside(server.url, token, { count: Math.ceil(population.reviews * scale), rows: Math.ceil(population.actions * scale) });
    progress(`today: asking`);
    const figures: Figure[] = [];
    for (const [name, question] of questions(population.actions * scale)) {
      const times = await ask(server.url, token, question, asked);
      figures.push(figure(`today.${name}_${members}_p50`, percentile(times, 0.5), 'ms'));
      figures.push(figure(`today.${name}_${members}_p95`, percentile(times, 0.95), 'ms', 200));
    }
    const [first = 0] = await ask(server.url, token, byAttention, 1, 0);
    figures.push(figure(`today.panel_by_attention_${members}_first`, first, 'ms'));
    const times = await ask(server.url, token, byAttention, asked);
    figures.push(figure(`today.panel_by_attention_${members}_p95`, percentile(times, 0.95), 'ms', 300));
    return figures;
  } finally {
    await server.stop();
  }
}

const page = (search: string): Question => ({
  path: () => `/triage/api/v1/today?${search}`,
  check(answer) {
    const { content } = answer as { readonly content: readonly object[] };
    if (content.length !== 25) throw new Error(`A page of Today has ${content.length} rows`);
  },
});

/** Everybody is judged for the first one; the order is kept for those that follow. */
const byAttention: Question = {
  path: (n) => `/events-processor/api/v1/user_facts?sortingField=attention&sortOrder=DESC&page=${n % 20}&size=50`,
  check(answer) {
    const { content } = answer as { readonly content: readonly { readonly attention: readonly object[] }[] };
    if (content.length !== 50 || !content.some(({ attention }) => attention.length > 0)) throw new Error('Nobody on the page has a reason');
  },
};

const questions = (rows: number) =>
  [
    ['first_page', page('page=0')],
    ['middle_page', page(`page=${Math.floor((0.3 * rows) / 25)}`)],
    ['gaps', page('list=gaps')],
    ['reviewed', page('list=reviewed')],
  ] as const;

/**
 * Actions that rules opened, of nearly as many members, most of them with an alarm that is asking or was answered; and holes in
 * the data of a fifth of the members. All of it as the server's own modules store it.
 */
async function openWork(
  { stores: { database } }: Workplace,
  { id: tenantId }: Tenant,
  { actions, gaps }: { actions: number; gaps: number },
) {
  await database.tenant(tenantId, async (sql) => {
    await sql.query(
      `insert into vigil.actions (tenant_id, id, user_id, category, alert, created_at)
       select $1::uuid, gen_random_uuid(), m.id, 'BIOMETRICS',
         jsonb_build_object('severity', 'HIGH', 'timeframe', '1h', 'baseline', '28d', 'triggered_at', extract(epoch from now()) - m.n,
           'triggered_values', jsonb_build_array(jsonb_build_object('metric', 'heart_rate', 'value', 90 + m.n % 50, 'unit', 'bpm')),
           'evidence', jsonb_build_array(jsonb_build_object('metric', 'heart_rate', 'order', 'primary', 'timeframe_average', 90 + m.n % 50,
             'timeframe_baseline', 70)),
           'rule', jsonb_build_object('id', gen_random_uuid(), 'version', 1, 'name', 'Synthetic')),
         now() - make_interval(secs => m.n)
       from (select id, row_number() over (order by id)::int as n from vigil.users where roles @> '{patient}') m
       where m.n <= $2::int * 0.9
       union all
       select $1::uuid, gen_random_uuid(), m.id, 'SURVEY', null, now() - make_interval(secs => m.n)
       from (select id, row_number() over (order by id)::int as n from vigil.users where roles @> '{patient}') m
       where m.n <= $2::int * 0.1`,
      [tenantId, actions],
    );
    await sql.query(
      `insert into vigil.action_events (tenant_id, action_id, sequence, kind, user_id, status, title, priority, assignee_role, due_at, expires_at)
       select $1, a.id, 1, 'OPENED', a.user_id, 'OPEN', 'Pulse high',
         (array['LOW', 'MEDIUM', 'MEDIUM', 'MEDIUM', 'HIGH', 'HIGH', 'CRITICAL'])[1 + abs(hashtext(a.id::text)) % 7], 'nurse',
         now() + make_interval(mins => abs(hashtext(a.id::text)) % 300 - 60), now() + interval '2 days'
       from vigil.actions a where a.tenant_id = $1`,
      [tenantId],
    );
    await sql.query(
      `insert into vigil.alarms (tenant_id, id, user_id, topic, state, severity, level, is_judged, raised_at, changed_at, version)
       select $1, a.id, a.user_id, 'pulse',
         (array['raised', 'raised', 'acknowledged', 'snoozed', 'cleared'])[1 + abs(hashtext(a.id::text)) % 5], a.priority,
         abs(hashtext(a.id::text)) % 4, true, a.created_at, now(), 1
       from vigil.actions a where a.tenant_id = $1 and a.category = 'BIOMETRICS'`,
      [tenantId],
    );
    await sql.query(
      `insert into vigil.alarm_parts (tenant_id, alarm_id, rule_id, version, firing_id, action_id, title, severity, subject, direction, role,
         judged_at, ended)
       select $1, a.id, gen_random_uuid(), 1, gen_random_uuid(), a.id, 'Pulse high', a.severity,
         '{"kind": "metric", "metric": "heart_rate"}', 'above', 'nurse', now(), false
       from vigil.alarms a where a.tenant_id = $1`,
      [tenantId],
    );
    await sql.query(
      `insert into vigil.gaps (tenant_id, user_id, kind, since)
       select $1, id, (array['band_off', 'not_syncing', 'battery_low', 'never_synced'])[1 + abs(hashtext(id::text)) % 4],
         now() - make_interval(hours => abs(hashtext(id::text)) % 2000)
       from vigil.users where roles @> '{patient}' order by hashtext(id::text) limit $2
       on conflict (tenant_id, user_id, kind, metric) where ended_at is null do nothing`,
      [tenantId, gaps],
    );
  });
}

/** All default rules go live. */
async function publishRules({ stores: { database }, modules: { alertRules } }: Workplace, { id: tenantId }: Tenant): Promise<void> {
  const [author] = await database.tenant(tenantId, (sql) =>
    sql.query<{ id: string }>(
      `insert into vigil.users (tenant_id, roles, given_name, family_name) values ($1, '{md}', 'Synthetic', 'Author') returning id`,
      [tenantId],
    ),
  );
  if (!author) throw new Error('There is nobody to write rules');
  for (const { title, rule } of defaultRules) {
    const made = await alertRules.create(tenantId, author.id, { id: randomUUID(), title, definition: rule });
    await alertRules.publish(tenantId, made.id, made.revision, 'live');
  }
}

/** Nobody is due for a look at their gaps or their rules while the bench asks: it would end what no readings stand behind. */
async function leaveAlone({ stores: { database } }: Workplace, { id: tenantId }: Tenant): Promise<void> {
  await database.tenant(tenantId, async (sql) => {
    await sql.query(
      `insert into vigil.gap_checks (tenant_id, user_id, due_at)
       select $1::uuid, id, now() + interval '1 day' from vigil.users where roles @> '{patient}'
       on conflict (tenant_id, user_id) do update set due_at = excluded.due_at`,
      [tenantId],
    );
    await sql.query(
      `insert into vigil.alert_watches (tenant_id, user_id, subjects, evaluated_at, next_at, generation)
       select $1::uuid, u.id, '{}', now(), now() + interval '1 day', p.generation
       from vigil.users u join vigil.alert_passes p on p.tenant_id = u.tenant_id where u.tenant_id = $1 and u.roles @> '{patient}'
       on conflict (tenant_id, user_id) do update
         set evaluated_at = excluded.evaluated_at, next_at = excluded.next_at, generation = excluded.generation`,
      [tenantId],
    );
  });
}

interface ReviewedRow {
  readonly user_id: string;
  readonly mark: string;
  readonly reviewable: string;
}

/** Puts rows from the end of the list aside, as people do: a critical or high alert has to be acknowledged before. */
async function putAside(url: string, token: string, { count, rows }: { count: number; rows: number }): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const api = `${url}/triage/api/v1/today`;
  for (let left = count; left > 0; left -= 100) {
    const answer = await fetch(`${api}?page=${Math.floor((rows * 0.8) / 100)}&per_page=100`, { headers });
    const { content } = (await answer.json()) as { readonly content: readonly ReviewedRow[] };
    for (const { user_id, mark } of content.filter(({ reviewable }) => reviewable === 'yes').slice(0, left)) {
      const put = await fetch(`${api}/${user_id}/reviewed`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ mark, reason: 'Being watched' }),
      });
      if (!put.ok) throw new Error(`A row could not be put aside: ${put.status} ${await put.text()}`);
    }
  }
}
