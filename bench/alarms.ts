import { randomUUID } from 'node:crypto';
import { createUser } from '#server/operator/people.ts';
import type { Workplace } from '#server/operator/workplace.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { type PushReader, readPushes } from '#server/services/notification/testing/push-reader.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { createMembers, createTenant, type Tenant, withRooms } from './home.ts';
import { progress } from './report.ts';
import { startServer } from './server-process.ts';

/** So many of 100,000 come due in a second where each climbs every quarter of an hour. */
const perSecond = 111;
const seconds = 30;
const together = 1_000;
const acknowledged = 50;
/** Until the first is due. */
const leadSeconds = 5;

/**
 * From the moment when an alarm is due, by the database's clock, until the stream of the person who is asked next has told it, while
 * many others wait for their time: alarms that come due one after the other, and many at the same moment.
 */
export async function benchAlarms(scale: number): Promise<Figure[]> {
  const server = await startServer();
  try {
    return await withRooms(server, async (place) => {
      const { database } = place.stores;
      const count = Math.ceil(100_000 * scale);
      const tenant = await createTenant(database);
      const { nurseId, token } = await signInPrimaryNurse(place, tenant);
      await waitingAlarms(database, tenant.id, count);
      progress(`alarms: ${count} wait`);
      const stream = await readPushes(`${server.url}/notification/akka_actor/api/v1/subscribe/tenant/${tenant.id}/user/${nurseId}/sse`, {
        authorization: `Bearer ${token}`,
      });
      const told = new Map<string, number>();
      const latenciesOf = async (some: number, spreadSeconds: number) => {
        const from = stream.got.length;
        const due = await makeDue(database, tenant.id, { nurseId, some, spreadSeconds });
        const ofThem = () => stream.got.slice(from).filter(({ patientId }) => patientId !== null && due.has(patientId));
        for (let rung = ofThem(); new Set(rung.map(({ patientId }) => patientId)).size < some; rung = ofThem())
          await stream.until(stream.got.length + 1);
        for (const { patientId, atMs, description } of ofThem())
          if (description.startsWith('Not acknowledged') && patientId !== null && !told.has(patientId))
            told.set(patientId, performance.timeOrigin + atMs);
        return [...due].map(([userId, dueAtMs]) => (told.get(userId) ?? Number.NaN) - dueAtMs);
      };
      const steady = await latenciesOf(Math.ceil(perSecond * seconds * scale), seconds * scale);
      const burst = await latenciesOf(Math.ceil(together * scale), 0);
      const answered = await answeredToTold(place, server.url, { tenantId: tenant.id, token, stream });
      stream.close();
      const waiting = `${count} timers waiting`;
      return [
        figure(`alarms: due → told, ${waiting}, ${perSecond}/s due, p50`, percentile(steady, 0.5), 'ms'),
        figure(`alarms: due → told, ${waiting}, ${perSecond}/s due, p95`, percentile(steady, 0.95), 'ms', 2_000),
        figure(`alarms: due → told, ${waiting}, ${burst.length} due at once, p95`, percentile(burst, 0.95), 'ms', 2_000),
        figure('alarms: acknowledged → other screens told, p95', percentile(answered, 0.95), 'ms', 1_000),
      ];
    });
  } finally {
    await server.stop();
  }
}

/** From the moment when somebody acknowledges an alarm until a stream has told it, one after the other. Milliseconds. */
async function answeredToTold(
  { modules }: Workplace,
  url: string,
  { tenantId, token, stream }: { readonly tenantId: string; readonly token: string; readonly stream: PushReader },
): Promise<number[]> {
  const latencies: number[] = [];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const { id, version } of (await modules.alarms.standing(tenantId)).slice(0, acknowledged)) {
    const before = stream.got.length;
    const begun = performance.now();
    const body = JSON.stringify({ request_id: randomUUID(), version });
    const answer = await fetch(`${url}/alerts/api/v1/alarms/${id}/acknowledge`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`An alarm was not acknowledged: ${answer.status}`);
    await stream.until(before + 1);
    latencies.push((stream.got[before]?.atMs ?? Number.NaN) - begun);
  }
  return latencies;
}

/** Whoever is asked at the step after the first. */
async function signInPrimaryNurse(place: Workplace, tenant: Tenant): Promise<{ nurseId: string; token: string }> {
  const email = `nurse@${tenant.code}.example`;
  const nurse = { email, givenName: 'Synthetic', familyName: 'Nurse', roles: ['nurse'] };
  await createUser(place, { ...tenant, displayName: null, timeZone: null }, nurse);
  const [row] = await place.stores.database.tenant(tenant.id, (sql) =>
    sql.query<{ id: string }>('select id from vigil.users where tenant_id = $1 and email = $2', [tenant.id, email]),
  );
  if (!row) throw new Error('There is no nurse');
  return { nurseId: row.id, token: await place.modules.identity.issueToken({ email, tenantCode: tenant.code }) };
}

/** A raised alarm of each of so many members, each by a rule of its own, that waits for an hour and longer. */
async function waitingAlarms(database: Database, tenantId: string, count: number): Promise<void> {
  await createMembers(database, tenantId, count);
  await database.tenant(tenantId, async (sql) => {
    await sql.query(
      `insert into vigil.alarms (tenant_id, id, user_id, topic, state, severity, level, is_judged, due_at, raised_at, changed_at, version)
       select $1, gen_random_uuid(), id, 'sign:spo2', 'raised', 'HIGH', 0, true, now() + interval '1 hour' + random() * interval '1 day', now(), now(), 1
       from vigil.users where tenant_id = $1 and roles @> '{patient}'`,
      [tenantId],
    );
    await sql.query(
      `insert into vigil.alarm_parts (tenant_id, alarm_id, rule_id, version, firing_id, action_id, title, severity, subject, direction, role, judged_at, holds, ended)
       select $1, id, gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 'SpO2 low', 'HIGH', '{"kind":"metric","metric":"spo2"}', 'at_most', 'nurse', now(), true, false
       from vigil.alarms where tenant_id = $1`,
      [tenantId],
    );
  });
}

/** Some of those that wait come due, evenly over some seconds. Answers when each is, by member, in milliseconds since 1970. */
async function makeDue(
  database: Database,
  tenantId: string,
  { nurseId, some, spreadSeconds }: { readonly nurseId: string; readonly some: number; readonly spreadSeconds: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<{ userId: string; dueAt: number }>(
      `with chosen as (
         select id, row_number() over (order by id) as place from vigil.alarms where tenant_id = $1 and level = 0 order by id limit $2
       ), due as (
         update vigil.alarms a set due_at = now() + make_interval(secs => $3 + $4::float8 * chosen.place / $2)
         from chosen where a.tenant_id = $1 and a.id = chosen.id returning a.user_id, a.due_at
       ), cared as (
         insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
         select $1, user_id, $5, 'PRIMARY', 'DIRECT_ASSIGNMENT', now() from due
       )
       select user_id, due_at from due`,
      [tenantId, some, leadSeconds, spreadSeconds, nurseId],
    ),
  );
  return new Map(rows.map(({ userId, dueAt }) => [userId, dueAt]));
}
