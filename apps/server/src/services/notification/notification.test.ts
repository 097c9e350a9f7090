import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Role } from '@vigil/domain/roles';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createApp } from '#app';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import type { NewPush } from './publish.ts';
import { type PushReader, readPushes } from './testing/push-reader.ts';

const harness = await useHarness({ PUSH_BUFFER_KIB: '16' });
const { asOwner, clock, database, log } = harness;
const start = () =>
  createApp({ config: { ...harness.config, publicUrl: 'http://localhost:3000' }, stores: harness, log, clock, portal: false });
/** Two server processes on the same stores, as far as they know of each other: nothing is shared but the database. */
const [one, other] = [await start(), await start()];
const [url, otherUrl] = [await one.listen(), await other.listen()];
const readers: PushReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
});

async function person(tenant: TestTenant, ...roles: Role[]) {
  const user = await harness.createUser(tenant, { roles, email: `${randomUUID()}@test.example` });
  await one.identity.accounts.create({ email: user.email, userId: user.id, emailVerified: true });
  return { ...user, authorization: `Bearer ${await one.identity.issueToken({ email: user.email })}` };
}
type Person = Awaited<ReturnType<typeof person>>;

const pathOf = (tenant: TestTenant, part: string) => `/notification/akka_actor/api/v1/subscribe/tenant/${tenant.id}/${part}/sse`;
async function follow(who: Person, part = `user/${who.id}`, { at = url, after }: { at?: string; after?: string } = {}) {
  const headers = { authorization: who.authorization, ...(after !== undefined && { 'last-event-id': after }) };
  const reader = await readPushes(`${at}${pathOf({ id: who.tenantId, code: '' }, part)}`, headers);
  readers.push(reader);
  return reader;
}
const publish = (tenant: TestTenant, push: Partial<NewPush> & Pick<NewPush, 'to'>) =>
  database.tenant(tenant.id, (sql) =>
    one.publishPush(sql, { tenantId: tenant.id, contentType: 'ACTION', patientId: null, description: 'told', ...push }),
  );
/** Everything that was committed before has been told to a reader when this one has. */
async function flush(tenant: TestTenant, who: TestUser, ...of: PushReader[]) {
  await publish(tenant, { to: { userIds: [who.id] }, description: 'the last' });
  for (const reader of of) await expect.poll(() => reader.descriptions().at(-1), { timeout: 20_000 }).toBe('the last');
}

describe('a push', () => {
  test('reaches the person’s streams in every server process once, with id, member and description in a text', async () => {
    const tenant = await harness.createTenant();
    const [nurse, member] = [await person(tenant, 'nurse'), await harness.createUser(tenant)];
    const both = [await follow(nurse), await follow(nurse, undefined, { at: otherUrl })];
    expect(both[0]?.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const id = await publish(tenant, {
      to: { userIds: [nurse.id], roles: ['nurse'] },
      patientId: member.id,
      description: 'Maya Miller: heart rate 140',
    });
    await Promise.all(both.map((reader) => reader.until(1)));
    await flush(tenant, nurse, ...both);
    for (const reader of both) {
      expect(reader.retryMs()).toBe(600_000);
      expect(reader.got[0]).toMatchObject({
        ...{ contentType: 'ACTION', id, patientId: member.id, description: 'Maya Miller: heart rate 140' },
      });
      expect(reader.got).toHaveLength(2);
    }
  });

  test('for a role reaches its holders on both streams under one id; the role stream names nobody and no value', async () => {
    const tenant = await harness.createTenant();
    const [nurse, coach, member] = [
      await person(tenant, 'nurse', 'support'),
      await person(tenant, 'coach'),
      await harness.createUser(tenant),
    ];
    const [asNurse, asUser, asCoach] = [await follow(nurse, 'role/NURSE'), await follow(nurse), await follow(coach)];
    const id = await publish(tenant, { to: { roles: ['nurse'] }, patientId: member.id, description: 'Maya Miller: 140' });
    await Promise.all([asNurse.until(1), asUser.until(1)]);
    expect(asUser.got[0]).toMatchObject({ id, description: 'Maya Miller: 140' });
    expect(asNurse.got[0]).toMatchObject({ id, patientId: member.id, description: 'An action has changed.' });
    await flush(tenant, coach, asCoach);
    expect(asCoach.descriptions()).toEqual(['the last']);
  });

  test('whose transaction fails is told to nobody, and one that commits late is not passed over', async () => {
    const tenant = await harness.createTenant();
    const nurse = await person(tenant, 'nurse');
    const reader = await follow(nurse);
    const to = { userIds: [nurse.id] };
    await expect(
      database.tenant(tenant.id, async (sql) => {
        await one.publishPush(sql, { tenantId: tenant.id, to, contentType: 'ACTION', patientId: null, description: 'never' });
        throw new Error('the cause failed');
      }),
    ).rejects.toThrow('the cause failed');
    let commit = () => {};
    const open = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begun = () => {};
    const written = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const late = database.tenant(tenant.id, async (sql) => {
      await one.publishPush(sql, { tenantId: tenant.id, to, contentType: 'ACTION', patientId: null, description: 'begun first' });
      begun();
      await open;
    });
    await written;
    await publish(tenant, { to, description: 'committed first' });
    await reader.until(1);
    commit();
    await late;
    await reader.until(2);
    expect(reader.descriptions()).toEqual(['committed first', 'begun first']);
  });

  test('about a member reaches only staff who may see the member, and never a member of the tenant', async () => {
    const tenant = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const [nurse, stranger, member] = [await person(tenant, 'nurse'), await person(tenant, 'nurse'), await person(tenant, 'patient')];
    const neighbour = await person(tenant, 'patient');
    await one.care.relations.assign(
      tenant.id,
      { userId: nurse.id, roles: ['tenant_admin'], atMs: clock.now() },
      { clinicianId: nurse.id, patientId: member.id, teamType: 'PRIMARY', assignmentType: 'DIRECT_ASSIGNMENT' },
    );
    const streams = [await follow(nurse), await follow(stranger), await follow(member), await follow(neighbour)] as const;
    const everybody = [nurse, stranger, member, neighbour].map(({ id }) => id);
    await publish(tenant, { to: { userIds: everybody, roles: ['nurse'] }, patientId: member.id, description: 'about the member' });
    await publish(tenant, { to: { userIds: everybody }, description: 'about nobody' });
    await Promise.all([streams[0].until(2), streams[1].until(1), streams[2].until(2), streams[3].until(1)]);
    expect(streams.map((reader) => reader.descriptions())).toEqual([
      ['about the member', 'about nobody'],
      ['about nobody'],
      ['about the member', 'about nobody'],
      ['about nobody'],
    ]);
  });

  test('about a member is in the audit log for each person told, and the opening of a stream is not', async () => {
    const tenant = await harness.createTenant();
    const [nurse, coach, member] = [await person(tenant, 'nurse'), await person(tenant, 'coach'), await harness.createUser(tenant)];
    const [told] = [await follow(nurse), await follow(coach)];
    await publish(tenant, { to: { userIds: [nurse.id, coach.id] } });
    await publish(tenant, { to: { userIds: [nurse.id] }, patientId: member.id });
    await told.until(2);
    expect(await asOwner('select actor_id, members, endpoint from vigil.audit_log where tenant_id = $1', [tenant.id])).toEqual([
      { actor_id: nurse.id, members: [member.id], endpoint: 'notification.followUser' },
    ]);
  });
});

describe('a stream that was lost', () => {
  test('goes on behind the last id it has, in whichever process, with all that came meanwhile and nothing again', async () => {
    const tenant = await harness.createTenant();
    const nurse = await person(tenant, 'nurse');
    const first = await follow(nurse);
    await publish(tenant, { to: { userIds: [nurse.id] }, description: 'before' });
    await first.until(1);
    first.close();
    await first.ended;
    const missed = Array.from({ length: 450 }, (_, index) => `missed ${index}`);
    await database.tenant(tenant.id, async (sql) => {
      for (const description of missed)
        await one.publishPush(sql, { tenantId: tenant.id, to: { roles: ['nurse'] }, contentType: 'MESSAGE', patientId: null, description });
    });
    await publish(tenant, { to: { roles: ['coach'] }, description: 'for others' });
    const again = await follow(nurse, undefined, { at: otherUrl, after: first.lastEventId() });
    await flush(tenant, nurse, again);
    expect(again.descriptions().toSorted()).toEqual([...missed, 'the last'].toSorted());
    expect(new Set(again.got.map(({ id }) => id)).size).toBe(451);
  }, 60_000);

  test('before anything was told goes on behind its opening', async () => {
    const tenant = await harness.createTenant();
    const nurse = await person(tenant, 'nurse');
    const first = await follow(nurse);
    first.close();
    await publish(tenant, { to: { userIds: [nurse.id] }, description: 'meanwhile' });
    const again = await follow(nurse, undefined, { after: first.lastEventId() });
    await again.until(1);
    expect(again.descriptions()).toEqual(['meanwhile']);
  });

  test.each([['nonsense'], ['-1'], ['999999999999999'], ['1e3'], ['9'.repeat(40)]])(
    'with the id %s, which was never given, begins now',
    async (after) => {
      const tenant = await harness.createTenant();
      const nurse = await person(tenant, 'nurse');
      await publish(tenant, { to: { userIds: [nurse.id] }, description: 'older' });
      const reader = await follow(nurse, undefined, { after });
      await flush(tenant, nurse, reader);
      expect(reader.descriptions()).toEqual(['the last']);
    },
  );

  test('finds what is younger than the time that pushes are kept; older ones are removed', async () => {
    const tenant = await harness.createTenant();
    const nurse = await person(tenant, 'nurse');
    const first = await follow(nurse);
    for (const description of ['old', 'young']) await publish(tenant, { to: { userIds: [nurse.id] }, description, contentType: 'MESSAGE' });
    await first.until(2);
    await asOwner("update vigil.pushes set created_at = now() - interval '25 hours' where tenant_id = $1 and description = 'old'", [
      tenant.id,
    ]);
    await one.forgetPushes();
    expect(await asOwner('select description from vigil.pushes where tenant_id = $1', [tenant.id])).toEqual([{ description: 'young' }]);
    const again = await follow(nurse, undefined, { after: first.headers.get('last-event-id') ?? '' });
    await again.until(1);
    expect(again.descriptions()).toEqual(['young']);
  });

  test('a reader that takes nothing is dropped, others are told, and it finds all of it when it comes back', async () => {
    const tenant = await harness.createTenant();
    const [nurse, coach] = [await person(tenant, 'nurse'), await person(tenant, 'coach')];
    const slow = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
    slow.on('error', () => {});
    slow.write(`GET ${pathOf(tenant, `user/${nurse.id}`)} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${nurse.authorization}\r\n\r\n`);
    const head = String((await once(slow, 'data'))[0]);
    slow.pause();
    const closed = once(slow, 'close');
    const well = await follow(coach);
    // More than what lies between the server and a reader that reads nothing: 12,000 × 600 bytes.
    const count = 12_000;
    for (let batch = 0; batch < count; batch += 1_500) {
      await database.tenant(tenant.id, async (sql) => {
        await sql.query(
          `insert into vigil.pushes (tenant_id, user_ids, content_type, description)
           select $1, array[$2::uuid, $3::uuid], 'ACTION', rpad($4 || n, 500, 'x') from generate_series(1, 1500) n`,
          [tenant.id, nurse.id, coach.id, `${batch} `],
        );
      });
      await well.until(batch + 1_500);
    }
    slow.resume();
    await closed;
    const again = await follow(nurse, undefined, { after: /last-event-id: (\d+)/i.exec(head)?.[1] ?? '' });
    await again.until(count);
    expect(new Set(again.got.map(({ id }) => id)).size).toBe(count);
  }, 120_000);
});

describe('a stream is opened', () => {
  test('by nobody else: not a foreign tenant’s, not another person’s, not that of a role one does not hold', async () => {
    const [tenant, foreign] = [await harness.createTenant(), await harness.createTenant()];
    const [nurse, patient] = [await person(tenant, 'nurse'), await person(tenant, 'patient')];
    const colleague = await person(tenant, 'coach');
    const status = async (who: Person | null, path: string) =>
      (await fetch(`${url}${path}`, { headers: who ? { authorization: who.authorization } : {} })).status;
    expect(await status(null, pathOf(tenant, `user/${nurse.id}`))).toBe(401);
    expect(await status(nurse, pathOf(foreign, `user/${nurse.id}`))).toBe(404);
    expect(await status(nurse, pathOf(foreign, 'role/NURSE'))).toBe(404);
    expect(await status(nurse, pathOf(tenant, `user/${colleague.id}`))).toBe(403);
    expect(await status(nurse, pathOf(tenant, 'role/COACH'))).toBe(403);
    expect(await status(nurse, pathOf(tenant, 'role/nurse'))).toBe(400);
    expect(await status(patient, pathOf(tenant, 'role/PATIENT'))).toBe(403);
  });

  test('and hears nothing of a foreign tenant, although a person of the same id is told there', async () => {
    const [tenant, foreign] = [await harness.createTenant(), await harness.createTenant()];
    const nurse = await person(tenant, 'nurse');
    await harness.createUser(foreign, { id: nurse.id, roles: ['nurse'], email: nurse.email });
    const reader = await readPushes(`${url}${pathOf(tenant, `user/${nurse.id}`)}`, {
      authorization: nurse.authorization,
      'x-tenant-id': tenant.id,
    });
    readers.push(reader);
    await publish(foreign, { to: { userIds: [nurse.id], roles: ['nurse'] }, description: 'abroad' });
    await flush(tenant, nurse, reader);
    expect(reader.descriptions()).toEqual(['the last']);
  });
});

describe('a stream ends', () => {
  /** Ended within so many seconds, having said that the session is over, and refused when it comes back. */
  async function endsSaying(reader: PushReader, again: () => Promise<unknown>, status: string) {
    const late = new Promise((resolve) => setTimeout(resolve, 20_000, 'still open').unref());
    expect(await Promise.race([reader.ended, late])).toBe('ended');
    expect(reader.got.at(-1)).toMatchObject({ contentType: 'SYSTEM', patientId: null, description: 'Your session has ended.' });
    await expect(again()).rejects.toThrow(status);
  }

  test('with the session, in every process, and says so', async () => {
    const tenant = await harness.createTenant();
    const nurse = await person(tenant, 'nurse');
    const [here, there] = [await follow(nurse), await follow(nurse, undefined, { at: otherUrl })];
    await one.identity.endSessions(nurse.id);
    await endsSaying(here, () => follow(nurse), '401');
    // What another process has kept of the account is judged by the test's clock.
    clock.advance(15_000);
    await endsSaying(there, () => follow(nurse, undefined, { at: otherUrl }), '401');
  }, 60_000);

  test('of a role, when the role is taken away; what is addressed to it stops on the person’s stream as well', async () => {
    const tenant = await harness.createTenant();
    const nurse = await person(tenant, 'nurse', 'coach');
    const [ofRole, ofUser] = [await follow(nurse, 'role/NURSE', { at: otherUrl }), await follow(nurse, undefined, { at: otherUrl })];
    await asOwner("update vigil.users set roles = array['coach'] where tenant_id = $1 and id = $2", [tenant.id, nurse.id]);
    await endsSaying(ofRole, () => follow(nurse, 'role/NURSE', { at: otherUrl }), '403');
    await publish(tenant, { to: { roles: ['nurse'] }, description: 'for nurses' });
    await flush(tenant, nurse, ofUser);
    expect(ofUser.descriptions()).toEqual(['the last']);
  }, 60_000);
});

test('200 streams are told within three seconds at the 95th percentile, and the 21st of a person is refused', async () => {
  const tenant = await harness.createTenant();
  const people: Person[] = [];
  for (let index = 0; index < 10; index += 1) people.push(await person(tenant, 'nurse'));
  const streams = await Promise.all(people.flatMap((who) => Array.from({ length: 20 }, () => follow(who))));
  await expect(follow(people[0] as Person)).rejects.toThrow('429');
  const rounds = 10;
  const latencies: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await publish(tenant, { to: { roles: ['nurse'] }, description: `round ${round}` });
    const publishedAtMs = performance.now();
    await Promise.all(streams.map((stream) => stream.until(round)));
    latencies.push(...streams.map((stream) => (stream.got[round - 1]?.atMs ?? Number.POSITIVE_INFINITY) - publishedAtMs));
  }
  latencies.sort((a, b) => a - b);
  const p95 = latencies[Math.floor(latencies.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  if (process.env.SHOW_FIGURES) console.log(`200 streams: p50 ${latencies[latencies.length / 2]} ms, p95 ${p95} ms`);
  // The figure of the specification for a push that stands on screen; a loaded machine is in it.
  expect(p95).toBeLessThan(3_000);
}, 120_000);
