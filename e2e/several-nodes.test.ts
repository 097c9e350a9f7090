import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '#server/operator/people.ts';
import { hasRedis } from '#server/testing/redis-server.ts';
import { pngOf } from '#server/testing/sample-pictures.ts';
import { sendReadings, signInBand } from './band.ts';
import { openBrowser } from './browser.ts';
import { newContext } from './demo.ts';
import { handsOf } from './nodes/hands.ts';
import { type Nodes, startNodes } from './nodes/nodes.ts';
import { createStaff, type Staff } from './nodes/people.ts';
import { beginTalk } from './nodes/talk.ts';
import { freePort, newDataDir, removeDataDir, startInVain } from './server.ts';

/*
 * Three servers over one PostgreSQL, one ticks store and one folder of files: two of them hear each other through a real Redis, the
 * third has none and hears by asking. What is done at one holds at the others, at once or within five seconds.
 */
describe.skipIf(!hasRedis())('several servers', () => {
  const [first, second, withoutRedis] = [0, 1, 2] as const;
  const withinMs = 5_000;
  let nodes: Nodes;
  let staff: Staff;
  let hands: ReturnType<typeof handsOf>;

  beforeAll(async () => {
    nodes = await startNodes({ each: [{}, {}, { REDIS_URL: '' }] });
    staff = await createStaff(nodes, 24);
    hands = handsOf(nodes, staff);
  }, 300_000);
  afterAll(async () => {
    hands?.letGo();
    await nodes?.stop();
  });

  const soon = { timeout: withinMs, interval: 50 };

  test('one whose secrets are others is not let in, and says what to copy', async () => {
    const dataDir = newDataDir();
    const { code, stderr } = await startInVain({ ...nodes.env, DATA_DIR: dataDir, PORT: String(await freePort()), DEMO: '0' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('copy it from the DATA_DIR of another of them')]);
    removeDataDir(dataDir);
  });

  test('whoever asks one for the sign-in page gives the password to another, and is signed in at each', async () => {
    const email = 'nurse@several.example';
    const password = await nodes.atWork(async (place) => {
      const tenant = { ...staff.tenant, displayName: null, timeZone: null };
      return (await createUser(place, tenant, { email, givenName: 'Nadia', familyName: 'Synthetic', roles: ['nurse'] })).password;
    });
    const browser = await openBrowser();
    try {
      const page: Page = await (await newContext(browser)).newPage();
      nodes.handTo([first]);
      await page.goto(nodes.url);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.waitForURL(/\/idp\//);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      nodes.handTo([second]);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL(/\/dashboard\//);
      for (const node of [withoutRedis, first]) {
        nodes.handTo([node]);
        await page.reload();
        await page.getByRole('button', { name: /^Notifications/ }).waitFor();
        expect(new URL(page.url()).pathname).toMatch(/^\/dashboard\//);
      }
    } finally {
      nodes.handTo();
      await browser.close();
    }
  });

  test.each([
    ['at once where both have Redis', second, 1_500],
    ['within five seconds where one has none', withoutRedis, withinMs],
  ])('a message that one takes stands on a page of another: %s', async (_, node, timeout) => {
    const { conversationId } = await hands.direct(first, 0, 1);
    const page = await hands.connect(node, 1);
    await page.ask('chat:watch', { conversationId });
    const id = randomUUID();
    await hands.call(first, 0, 'POST', `/chat/api/v1/conversations/${conversationId}/messages`, { id, text: 'Good morning' });
    const arrived = () => page.of('chat:message').map(({ message }) => (message as { messageId: string }).messageId);
    await expect.poll(arrived, { timeout, interval: 20 }).toEqual([id]);
    await pause(1_500);
    expect(arrived()).toEqual([id]);
  });

  test('who is here and who is typing is known to pages of another', async () => {
    const { conversationId } = await hands.direct(first, 2, 3);
    const [page, distant] = await Promise.all([hands.connect(second, 2), hands.connect(withoutRedis, 2)]);
    for (const one of [page, distant]) await one.ask('chat:watch', { conversationId });
    const typing = await hands.connect(first, 3);
    const isHere = { conversationId, userId: staff.colleagues[3]?.userId, isOnline: true };
    for (const one of [page, distant]) await expect.poll(() => one.of('chat:presence'), soon).toEqual([isHere]);
    await typing.ask('chat:typing', { conversationId });
    await expect.poll(() => page.of('chat:typing'), soon).toEqual([{ conversationId, userId: isHere.userId }]);
    typing.socket.disconnect();
    for (const one of [page, distant])
      await expect.poll(() => one.of('chat:presence'), soon).toEqual([isHere, { ...isHere, isOnline: false }]);
  });

  test('a person whose sign-in or whose place is ended is cut off everywhere: streams, connections and calls', async () => {
    for (const [by, end] of [
      [4, (userId: string) => nodes.atWork(({ modules }) => modules.identity.endSessions(userId))],
      [
        5,
        (userId: string) =>
          nodes.atWork(({ stores }) =>
            stores.database.tenant(staff.tenant.id, (sql) =>
              sql.query('update vigil.users set is_in_the_tenant = false where id = $1', [userId]),
            ),
          ),
      ],
    ] as const) {
      const userId = staff.colleagues[by]?.userId ?? '';
      const pages = await Promise.all([hands.connect(second, by), hands.connect(withoutRedis, by)]);
      const streams = await Promise.all([hands.pushes(second, by), hands.pushes(withoutRedis, by)]);
      const endedAt: number[] = [];
      for (const stream of streams) void stream.ended.then(() => endedAt.push(performance.now()));
      await end(userId);
      await expect.poll(() => pages.map(({ socket }) => socket.connected), soon).toEqual([false, false]);
      await expect.poll(() => endedAt.length, soon).toBe(2);
      for (const node of [first, second, withoutRedis])
        await expect.poll(async () => (await hands.ask(node, by, 'GET', '/chat/api/v1/conversations')).status, soon).not.toBe(200);
    }
  });

  test('readings that one takes are told to a chart at another, and a band that is revoked sends to none any more', async () => {
    const { member, band } = await nodes.atWork(async (place) => {
      const tenant = { ...staff.tenant, displayName: null, timeZone: null };
      const person = { email: 'member@several.example', givenName: 'Mia', familyName: 'Synthetic', roles: ['patient'] };
      const { id } = await createUser(place, tenant, person);
      const made = await place.modules.devices.create(tenant.id, id, 'Synthetic band');
      return { member: id, band: { id: made.id, clientId: made.clientId, secret: made.clientSecret } };
    });
    const token = await signInBand(nodes.nodeUrl(first), band);
    const abort = new AbortController();
    const chart = await fetch(`${nodes.nodeUrl(second)}/ticks-store/api/v1/users/${member}/ticks/sse`, {
      headers: hands.authorization(0),
      signal: abort.signal,
    });
    expect(chart.status).toBe(200);
    let told = '';
    const reading = (async () => {
      for await (const chunk of chart.body ?? []) told += Buffer.from(chunk).toString();
    })().catch(() => {});
    const send = (node: number, value: number) =>
      sendReadings(nodes.nodeUrl(node), member, token, [
        { timestamp: Math.floor(Date.now() / 1000) - 60 * value, data: { heart_rate: 60 + value } },
      ]);
    expect((await send(first, 1)).status).toBe(200);
    await expect.poll(() => told, soon).toContain('"contentType":"TICKS"');
    await expect.poll(() => told, { timeout: 15_000 }).toContain('"contentType":"LATEST"');
    abort.abort();
    await reading;
    for (const node of [second, withoutRedis]) expect((await send(node, 2 + node)).status).toBe(200);
    await nodes.atWork(({ modules }) => modules.devices.revoke(staff.tenant.id, member, band.id));
    for (const node of [first, second, withoutRedis]) await expect.poll(async () => (await send(node, 9)).status, soon).not.toBe(200);
  });

  test('a stream goes on at another behind the last push that the page has', async () => {
    const by = 6;
    const userId = staff.colleagues[by]?.userId ?? '';
    const publish = (description: string) =>
      nodes.atWork(({ modules, stores }) =>
        stores.database.tenant(staff.tenant.id, (sql) =>
          modules.publishPush(sql, {
            ...{ tenantId: staff.tenant.id, to: { userIds: [userId] }, contentType: 'ACTION', patientId: null, description },
          }),
        ),
      );
    const before = await hands.pushes(first, by);
    await publish('first');
    await expect.poll(() => before.descriptions(), soon).toEqual(['first']);
    before.close();
    await before.ended;
    await publish('second');
    const after = await hands.pushes(second, by, before.lastEventId() ?? '');
    await publish('third');
    await expect.poll(() => after.descriptions(), soon).toEqual(['second', 'third']);
    after.close();
  });

  test('a picture that one takes is shown by another', async () => {
    const userId = staff.colleagues[0]?.userId ?? '';
    const answer = await fetch(`${nodes.nodeUrl(first)}/blob/tenant/${staff.tenant.id}/user/${userId}/upload?path=profile`, {
      method: 'POST',
      headers: { ...hands.authorization(0), 'content-type': 'image/png' },
      body: new Uint8Array(pngOf(300, 300)),
    });
    const { url } = (await answer.json()) as { url: string };
    const shown = await fetch(`${nodes.nodeUrl(second)}${url}`, { headers: hands.authorization(0) });
    expect([answer.status, shown.status, shown.headers.get('content-type')]).toEqual([200, 200, 'image/png']);
  });

  test('one is killed while people write: each acknowledged message is on every page once, in one order, and everybody is back', async () => {
    const from = 4;
    const talking = staff.colleagues.slice(from);
    const talk = await beginTalk({
      ...{ nodes, colleagues: talking.slice(2), everyMs: 1_000 },
      tokenOf: (index) => staff.tokens[from + 2 + index] ?? '',
    });
    try {
      await pause(3_000);
      await nodes.kill(second);
      const { lost } = await talk.whole();
      await pause(2_000);
      await talk.end();
      expect(talk.findings()).toEqual([]);
      expect(lost).toBeGreaterThan(0);
      expect(talk.acknowledged()).toBeGreaterThan(20);
    } finally {
      talk.stop();
    }
  });
});
