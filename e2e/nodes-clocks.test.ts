import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '#server/operator/people.ts';
import { hasRedis } from '#server/testing/redis-server.ts';
import { openBrowser } from './browser.ts';
import { newContext } from './demo.ts';
import { handsOf } from './nodes/hands.ts';
import { type Nodes, startNodes } from './nodes/nodes.ts';
import { withClockAhead } from './nodes/odd-clock.ts';
import { createStaff, type Staff } from './nodes/people.ts';

/* Two servers on machines of which one is five minutes ahead and one five minutes behind: PostgreSQL says what time it is. */
describe.skipIf(!hasRedis())('servers whose clocks differ', () => {
  const [ahead, behind] = [0, 1] as const;
  const aboutMs = 5_000;
  let nodes: Nodes;
  let staff: Staff;
  let hands: ReturnType<typeof handsOf>;

  beforeAll(async () => {
    nodes = await startNodes({ each: [withClockAhead(5), withClockAhead(-5)] });
    staff = await createStaff(nodes, 10);
    hands = handsOf(nodes, staff);
  }, 300_000);
  afterAll(async () => {
    hands?.letGo();
    await nodes?.stop();
  });

  test('say so in their logs, and go by the same time', async () => {
    for (const [node, seconds] of [
      [ahead, -300],
      [behind, 300],
    ] as const)
      expect(nodes.server(node).output()).toMatch(new RegExp(`"seconds":${seconds},.*the clock of the database`));
  });

  test('date what is written at one and the other in the order in which it was written', async () => {
    const { conversationId } = await hands.direct(ahead, 0, 1);
    const path = `/chat/api/v1/conversations/${conversationId}/messages`;
    const writtenAt: number[] = [];
    for (const number of [0, 1, 2, 3]) {
      await hands.call(number % 2, number % 2, 'POST', path, { id: randomUUID(), text: `${number}` });
      writtenAt.push(Date.now());
      await pause(50);
    }
    const { messages } = await hands.call<{ messages: { text: string; createdAt: number }[] }>(behind, 0, 'GET', path);
    expect(messages.map(({ text }) => text)).toEqual(['0', '1', '2', '3']);
    const times = messages.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const [number, at] of times.entries()) expect(Math.abs(at - (writtenAt[number] ?? 0))).toBeLessThan(aboutMs);
  });

  test('end a call that nobody answers when its time has come, and none before', async () => {
    for (const [at, by] of [
      [ahead, 2],
      [behind, 4],
    ] as const) {
      const device = randomUUID();
      const call = {
        callId: randomUUID(),
        calleeId: staff.colleagues[by + 1]?.userId,
        memberId: null,
        isVideoCall: false,
        deviceId: device,
      };
      await hands.call(at, by, 'POST', '/calls/api/v1/calls', call);
      await pause(4_000);
      const path = `/calls/api/v1/calls/current?deviceId=${device}`;
      for (const node of [ahead, behind])
        expect(await hands.call(node, by, 'GET', path)).toMatchObject({ call: { callId: call.callId, callState: 'dialing' } });
      await hands.call(at, by, 'PUT', `/calls/api/v1/calls/${call.callId}/end`, { deviceId: device });
    }
  });

  test('let a person in who asks one for the page, gives the password to the other and is handed to and fro; for a quarter of an hour', async () => {
    const email = 'nurse@clocks.example';
    const password = await nodes.atWork(async (place) => {
      const tenant = { ...staff.tenant, displayName: null, timeZone: null };
      return (await createUser(place, tenant, { email, givenName: 'Nadia', familyName: 'Synthetic', roles: ['nurse'] })).password;
    });
    const browser = await openBrowser();
    try {
      for (const [asked, given] of [
        [ahead, behind],
        [behind, ahead],
      ] as const) {
        const page = await (await newContext(browser)).newPage();
        const tokens: { exp: number; iat: number }[] = [];
        page.on('response', async (response) => {
          if (!response.url().endsWith('/idp/token')) return;
          const { access_token: access, id_token: id } = (await response.json()) as Record<string, string>;
          for (const one of [access, id])
            if (one !== undefined) tokens.push(JSON.parse(Buffer.from(one.split('.')[1] ?? '', 'base64url').toString()));
        });
        nodes.handTo([asked]);
        await page.goto(nodes.url);
        await page.getByRole('button', { name: 'Sign In', exact: true }).click();
        await page.waitForURL(/\/idp\//);
        await page.getByLabel('E-mail address').fill(email);
        await page.getByLabel('Password', { exact: true }).fill(password);
        // The password goes to one, the code that comes of it to the other.
        await page.route('**/idp/token', async (route) => {
          nodes.handTo([asked]);
          await route.continue();
        });
        nodes.handTo([given]);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.waitForURL(/\/dashboard\//);
        expect(tokens.length).toBeGreaterThan(0);
        for (const { exp } of tokens) expect(Math.abs(exp * 1000 - Date.now() - 15 * 60_000)).toBeLessThan(30_000);
        await page.context().close();
      }
    } finally {
      nodes.handTo();
      await browser.close();
    }
  });

  test('know at both who is here, and that a session that one has ended is over', async () => {
    const { conversationId } = await hands.direct(ahead, 6, 7);
    const page = await hands.connect(behind, 6);
    await page.ask('chat:watch', { conversationId });
    const other = await hands.connect(ahead, 7);
    const isHere = { conversationId, userId: staff.colleagues[7]?.userId };
    await expect.poll(() => page.of('chat:presence'), { timeout: 5_000 }).toEqual([{ ...isHere, isOnline: true }]);
    await nodes.atWork(({ modules }) => modules.identity.endSessions(isHere.userId ?? ''));
    await expect.poll(() => other.socket.connected, { timeout: 5_000 }).toBe(false);
    await expect
      .poll(() => page.of('chat:presence'), { timeout: 5_000 })
      .toEqual([
        { ...isHere, isOnline: true },
        { ...isHere, isOnline: false },
      ]);
    for (const node of [ahead, behind]) expect((await hands.ask(node, 7, 'GET', '/chat/api/v1/conversations')).status).toBe(401);
  });
});
