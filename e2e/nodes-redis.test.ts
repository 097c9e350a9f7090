import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '#server/operator/people.ts';
import { hasRedis } from '#server/testing/redis-server.ts';
import { sendReadings, signInBand } from './band.ts';
import { handsOf } from './nodes/hands.ts';
import { type Nodes, startNodes } from './nodes/nodes.ts';
import { createStaff, type Staff } from './nodes/people.ts';

/*
 * Two servers and a Redis that fails in every way but one that anybody would notice: it stops answering and keeps its connections,
 * it forgets everything, it is gone. What is said at one server meanwhile holds at the other within five seconds.
 */
describe.skipIf(!hasRedis())('two servers whose Redis', () => {
  const [first, second] = [0, 1] as const;
  const soon = { timeout: 5_000, interval: 50 };
  let nodes: Nodes;
  let staff: Staff;
  let hands: ReturnType<typeof handsOf>;
  let member: string;
  let administrator: string;

  beforeAll(async () => {
    nodes = await startNodes();
    staff = await createStaff(nodes, 24);
    hands = handsOf(nodes, staff);
    const tenant = { ...staff.tenant, displayName: null, timeZone: null };
    await onlyAssigned(nodes.databaseUrl, tenant.id);
    await nodes.atWork(async (place) => {
      const person = { givenName: 'Mia', familyName: 'Synthetic' };
      member = (await createUser(place, tenant, { ...person, email: 'member@redis.example', roles: ['patient'] })).id;
      const email = 'admin@redis.example';
      await createUser(place, tenant, { ...person, email, roles: ['tenant_admin'] });
      administrator = await place.modules.identity.issueToken({ email, tenantCode: tenant.code });
    });
  }, 300_000);
  afterAll(async () => {
    hands?.letGo();
    await nodes?.stop();
  });

  /** Everything that has to end everywhere, begun at the second server and ended at the first. */
  async function endsEverywhere(by: number): Promise<void> {
    const userId = staff.colleagues[by]?.userId ?? '';
    const assigned = staff.colleagues[by + 1]?.userId ?? '';
    const ofPair = `/registry/api/v1/users/${assigned}/patients/${member}`;
    const asAdministrator = (method: string) =>
      fetch(`${nodes.nodeUrl(first)}${ofPair}`, { method, headers: { authorization: `Bearer ${administrator}` } });
    expect((await asAdministrator('PUT')).status).toBe(200);
    const band = await nodes.atWork(async ({ modules }) => modules.devices.create(staff.tenant.id, member, 'Synthetic band'));
    const token = await signInBand(nodes.nodeUrl(second), { clientId: band.clientId, secret: band.clientSecret });
    const send = () =>
      sendReadings(nodes.nodeUrl(second), member, token, [{ timestamp: Math.floor(Date.now() / 1000), data: { heart_rate: 70 } }]);
    const open = () => hands.ask(second, by + 1, 'GET', `/chat/api/v1/conversations/${member}`);
    await expect.poll(async () => [(await send()).status, (await open()).status], soon).toEqual([200, 200]);
    const [page, ofMember, stream] = await Promise.all([
      hands.connect(second, by),
      hands.connect(second, by + 1),
      hands.pushes(second, by),
    ]);
    expect(await ofMember.ask('chat:watch', { conversationId: member })).toMatchObject({ lastSequence: expect.any(Number) });
    let streamEnded = false;
    void stream.ended.then(() => {
      streamEnded = true;
    });

    await nodes.atWork(({ modules }) => modules.identity.endSessions(userId));
    await nodes.atWork(({ modules }) => modules.devices.revoke(staff.tenant.id, member, band.id));
    expect((await asAdministrator('DELETE')).status).toBe(200);
    await expect
      .poll(
        async () => ({
          connected: page.socket.connected,
          streamEnded,
          signedOut: (await hands.ask(second, by, 'GET', '/chat/api/v1/conversations')).status,
          band: (await send()).status,
          unassigned: (await open()).status,
          refused: ofMember.of('chat:refused').length,
        }),
        soon,
      )
      .toEqual({ connected: false, streamEnded: true, signedOut: 401, band: 401, unassigned: 403, refused: 1 });
  }

  /** Messages that are written at both while something goes on; each has to be told once, at both, in one order. */
  async function talkDuring(by: number, strike: () => Promise<void>) {
    const { conversationId } = await hands.direct(first, by, by + 1);
    const pages = await Promise.all([hands.connect(first, by), hands.connect(second, by + 1)]);
    for (const page of pages) await page.ask('chat:watch', { conversationId });
    let over = false;
    const written: string[] = [];
    const tookMs: number[] = [];
    const writing = (async () => {
      for (let number = 0; !over; number += 1) {
        const id = randomUUID();
        const from = performance.now();
        await hands.call(number % 2, by + (number % 2), 'POST', `/chat/api/v1/conversations/${conversationId}/messages`, {
          id,
          text: `${number}`,
        });
        tookMs.push(performance.now() - from);
        written.push(id);
        await pause(200);
      }
    })();
    try {
      await strike();
    } finally {
      over = true;
      await writing;
    }
    for (const page of pages) await expect.poll(page.messages, soon).toEqual(written);
    await pause(2_000);
    for (const page of pages) expect(page.messages()).toEqual(written);
    return Math.max(...tookMs);
  }

  test('stops answering for half a minute: what ends, ends everywhere; each message is told once; and nobody waits for it', async () => {
    const longestMs = await talkDuring(0, async () => {
      nodes.redis.hang();
      try {
        await pause(1_000);
        await endsEverywhere(2);
        await pause(20_000);
      } finally {
        nodes.redis.resume();
      }
      await pause(3_000);
    });
    expect(longestMs).toBeLessThan(5_000);
  });

  test('forgets everything: nothing was kept there', async () => {
    await talkDuring(4, async () => {
      await nodes.redis.forget();
      await endsEverywhere(6);
    });
  });

  test('is gone and comes back', async () => {
    await talkDuring(8, async () => {
      await nodes.redis.kill();
      await endsEverywhere(10);
      await pause(3_000);
      await nodes.redis.startAgain();
      await pause(3_000);
    });
  });
});

/** Members are seen by those who look after them, and by nobody else of the tenant. */
async function onlyAssigned(databaseUrl: string, tenantId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('update vigil.tenants set settings = $2 where id = $1', [tenantId, { access: { patients: 'assigned' } }]);
  await client.end();
}
