import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRedis } from '#server/testing/redis-server.ts';
import { hasNetworks, makePlace, type Place } from './networks.ts';
import { handsOf } from './nodes/hands.ts';
import { type Nodes, startNodes } from './nodes/nodes.ts';
import { createStaff, type Staff } from './nodes/people.ts';

/*
 * The machine on which PostgreSQL, the ticks store and Redis stand is gone from one moment to the next: nothing comes back from it, no
 * refusal either. TCP would wait for a quarter of an hour.
 */
describe.skipIf(!hasRedis() || !hasNetworks())('two servers whose stores', () => {
  const [network, first, second] = [0, 0, 1] as const;
  let place: Place;
  let nodes: Nodes;
  let staff: Staff;
  let hands: ReturnType<typeof handsOf>;

  beforeAll(async () => {
    place = makePlace();
    place.use(network);
    nodes = await startNodes({ through: (url) => place.standIn(url, network) });
    staff = await createStaff(nodes, 30);
    hands = handsOf(nodes, staff);
  }, 300_000);
  afterAll(async () => {
    hands?.letGo();
    // Its servers end as they do with their stores in reach.
    place?.use(network);
    await nodes?.stop();
    place?.close();
  });

  const timed = async (asked: Promise<Response>) => {
    const fromMs = performance.now();
    const { status, headers } = await asked;
    return { status, comesBack: headers.get('retry-after') !== null, seconds: (performance.now() - fromMs) / 1_000 };
  };
  const write = (node: number, by: number, conversationId: string, id: string) =>
    hands.ask(node, by, 'POST', `/chat/api/v1/conversations/${conversationId}/messages`, { id, text: 'One' });

  test('vanish for half a minute: whoever asks is told within 15 s, and all works by itself within 10 s of their return', async () => {
    const { conversationId } = await hands.direct(first, 0, 1);
    const page = await hands.connect(second, 1);
    await page.ask('chat:watch', { conversationId });
    expect((await write(first, 0, conversationId, randomUUID())).status).toBe(200);

    place.use(null);
    const goneAtMs = performance.now();
    const lost = randomUUID();
    // More than there are connections.
    const asked = await Promise.all([
      timed(write(first, 0, conversationId, lost)),
      ...staff.colleagues.map((_, by) => timed(hands.ask(first, by, 'GET', '/chat/api/v1/conversations'))),
      ...staff.colleagues.map((_, by) => timed(hands.ask(second, by, 'GET', '/chat/api/v1/conversations'))),
    ]);
    for (const answer of asked) expect(answer).toMatchObject({ status: 503, comesBack: true });
    const longest = Math.max(...asked.map(({ seconds }) => seconds));
    const later = await timed(hands.ask(first, 2, 'GET', '/chat/api/v1/conversations'));
    expect(longest).toBeLessThan(15);
    expect(later.status).toBe(503);
    expect(later.seconds).toBeLessThan(10);
    await pause(Math.max(0, 30_000 - (performance.now() - goneAtMs)));

    place.use(network);
    const backAtMs = performance.now();
    const soon = { timeout: 10_000, interval: 200 };
    await expect.poll(async () => (await write(first, 0, conversationId, lost)).status, soon).toBe(200);
    await expect.poll(async () => (await write(second, 1, conversationId, randomUUID())).status, soon).toBe(200);
    const stream = await hands.pushes(second, 1);
    stream.close();
    for (const node of [first, second])
      await expect.poll(async () => (await fetch(`${nodes.nodeUrl(node)}/readyz`)).status, soon).toBe(200);
    expect(performance.now() - backAtMs).toBeLessThan(10_000);
  });
});
