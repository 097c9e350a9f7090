import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createUser } from '#server/operator/people.ts';
import type { Workplace } from '#server/operator/workplace.ts';
import { type PushReader, readPushes } from '#server/services/notification/testing/push-reader.ts';
import { defaultRules } from '../packages/domain/src/alerts/defaults.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { type BandMember, createBandMembers, withRooms } from './home.ts';
import { progress } from './report.ts';
import { startServer } from './server-process.ts';

/** Of several tenants, since twenty members on one rule within ten minutes ring as one. */
const tenants = 12;
const membersOfEach = 19;
/** A cuff's reading every so often, each of another member. */
const everyMs = 250;
const answersWithinMs = 30_000;
const pollMs = 50;

interface Ward {
  readonly members: readonly BandMember[];
  readonly token: string;
  readonly stream: PushReader;
}

/**
 * From the acknowledgement of a reading that a device sent over HTTP until the stream of a nurse who is signed in has told of the
 * member, and until Today, asked then as the screen asks, has the member's row.
 */
export async function benchAlertShown(scale: number): Promise<Figure[]> {
  const server = await startServer();
  const wards: Ward[] = [];
  try {
    for (let n = 0; n < Math.ceil(tenants * scale); n += 1) {
      const members = await createBandMembers(server, membersOfEach);
      wards.push(await withRooms(server, (place) => openWard(place, server.url, members)));
    }
    progress('alert shown: readings');
    const bell: number[] = [];
    const today: number[] = [];
    const looking: Promise<void>[] = [];
    for (let n = 0; n < membersOfEach; n += 1) {
      for (const ward of wards) {
        const member = ward.members[n];
        if (!member) continue;
        looking.push(
          shown(server.url, ward, member).then((times) => {
            bell.push(times.bellMs);
            today.push(times.todayMs);
          }),
        );
        await pause(everyMs);
      }
    }
    await Promise.all(looking);
    return [
      figure('alert shown: acknowledged → bell, p50', percentile(bell, 0.5), 'ms'),
      figure('alert shown: acknowledged → bell, p95', percentile(bell, 0.95), 'ms', 3_000),
      figure('alert shown: acknowledged → bell, p99', percentile(bell, 0.99), 'ms', 6_000),
      figure('alert shown: acknowledged → Today, p95', percentile(today, 0.95), 'ms', 3_000),
      figure('alert shown: acknowledged → Today, p99', percentile(today, 0.99), 'ms', 6_000),
    ];
  } finally {
    for (const { stream } of wards) stream.close();
    await server.stop();
  }
}

/** One rule that is live, and a nurse whose members they all are. */
async function openWard(place: Workplace, url: string, members: readonly BandMember[]): Promise<Ward> {
  const { database } = place.stores;
  const tenantId = members[0]?.tenantId ?? '';
  const [tenant] = await database.global((sql) => sql.query<{ code: string }>('select code from vigil.tenants where id = $1', [tenantId]));
  const rule = defaultRules.find(({ id }) => id === 'systolic-crisis');
  if (!tenant || !rule) throw new Error('There is no tenant or no rule');
  const email = `nurse@${tenant.code}.example`;
  const nurse = { email, givenName: 'Synthetic', familyName: 'Nurse', roles: ['nurse'] };
  await createUser(place, { id: tenantId, code: tenant.code, displayName: null, timeZone: null }, nurse);
  const [row] = await database.tenant(tenantId, (sql) =>
    sql.query<{ id: string }>(
      `with nurse as (select id from vigil.users where tenant_id = $1 and email = $2), cared as (
         insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
         select $1, u.id, nurse.id, 'PRIMARY', 'DIRECT_ASSIGNMENT', now() from vigil.users u, nurse where u.tenant_id = $1 and u.roles @> '{patient}'
       ) select id from nurse`,
      [tenantId, email],
    ),
  );
  if (!row) throw new Error('There is no nurse');
  const made = await place.modules.alertRules.create(tenantId, row.id, {
    id: randomUUID(),
    title: rule.title,
    definition: { ...rule.rule, role: 'nurse' },
  });
  await place.modules.alertRules.publish(tenantId, made.id, made.revision, 'live');
  const token = await place.modules.identity.issueToken({ email, tenantCode: tenant.code });
  const stream = await readPushes(`${url}/notification/akka_actor/api/v1/subscribe/tenant/${tenantId}/user/${row.id}/sse`, {
    authorization: `Bearer ${token}`,
  });
  return { members, token, stream };
}

async function shown(url: string, { token, stream }: Ward, member: BandMember): Promise<{ bellMs: number; todayMs: number }> {
  const series = { systolic: { timestamps: [Date.now() / 1000], values: [190] } };
  const sent = await fetch(`${url}/ticks-store/api/v1/users/${member.userId}/ticks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ source: 'device', series }),
  });
  await sent.arrayBuffer();
  if (!sent.ok) throw new Error(`A reading was answered with ${sent.status}`);
  const acknowledged = performance.now();
  const isOver = () => performance.now() - acknowledged > answersWithinMs;
  const told = () => stream.got.find(({ patientId }) => patientId === member.userId);
  while (!told()) {
    if (isOver()) throw new Error('The stream never told of a member');
    await pause(pollMs / 10);
  }
  const bellMs = (told()?.atMs ?? Number.NaN) - acknowledged;
  for (;;) {
    const answer = await fetch(`${url}/triage/api/v1/today?page=0&per_page=25`, { headers: { authorization: `Bearer ${token}` } });
    const { content } = (await answer.json()) as { readonly content: readonly { readonly user_id: string }[] };
    if (content.some(({ user_id }) => user_id === member.userId)) return { bellMs, todayMs: performance.now() - acknowledged };
    if (isOver()) throw new Error('Today never showed a member');
    await pause(pollMs);
  }
}
