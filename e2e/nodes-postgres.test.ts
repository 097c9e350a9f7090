import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRedis } from '#server/testing/redis-server.ts';
import { handsOf } from './nodes/hands.ts';
import { type Nodes, startNodes } from './nodes/nodes.ts';
import { createStaff, type Staff } from './nodes/people.ts';
import { beginTalk } from './nodes/talk.ts';

/* Two servers whose PostgreSQL is started again, or stands still, while people write and bells ring; and one of which is killed. */
describe.skipIf(!hasRedis())('two servers', () => {
  const [first, second] = [0, 1] as const;
  const soon = { timeout: 10_000, interval: 50 };
  let nodes: Nodes;
  let staff: Staff;
  let hands: ReturnType<typeof handsOf>;

  beforeAll(async () => {
    nodes = await startNodes();
    staff = await createStaff(nodes, 15);
    hands = handsOf(nodes, staff);
  }, 300_000);
  afterAll(async () => {
    hands?.letGo();
    await nodes?.stop();
  });

  /** A connection of whoever writes pushes, as a server does in the transaction of what they are about. */
  async function connected(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: nodes.databaseUrl });
    client.on('error', () => {});
    await client.connect();
    return client;
  }
  const push = (client: pg.Client, by: number, description: string) =>
    client.query("insert into vigil.pushes (tenant_id, user_ids, roles, content_type, description) values ($1, $2, '{}', 'ACTION', $3)", [
      ...[staff.tenant.id, [staff.colleagues[by]?.userId], description],
    ]);
  /** A bell that comes back, to one server and the other in turns, behind the last that it was told; what it was told, in order. */
  function bellOf(by: number) {
    const told: string[] = [];
    const times = { open: 0 };
    let lastEventId: string | undefined;
    let isOver = false;
    let current: Awaited<ReturnType<typeof hands.pushes>> | undefined;
    const ringing = (async () => {
      for (let time = 0; !isOver; time += 1) {
        current = await hands.pushes(time % 2 === 0 ? first : second, by, lastEventId).catch(() => undefined);
        if (current) {
          times.open += 1;
          await current.ended;
          told.push(...current.descriptions());
          lastEventId = current.lastEventId();
        }
        await pause(300);
      }
    })();
    return {
      times,
      told: () => [...told, ...(current && current.lastEventId() !== lastEventId ? current.descriptions() : [])],
      async stop() {
        isOver = true;
        current?.close();
        await ringing;
      },
    };
  }

  test.each([
    ['is shut down for half a minute', { strike: () => nodes.postgres.halt(), undo: () => nodes.postgres.startAgain(), seconds: 30 }],
    [
      'is killed, and started again after three seconds',
      { strike: () => nodes.postgres.kill(), undo: () => nodes.postgres.startAgain(), seconds: 3 },
    ],
    [
      'stands still for twenty seconds',
      { strike: async () => nodes.postgres.hang(), undo: async () => nodes.postgres.resume(), seconds: 20 },
    ],
  ])('whose PostgreSQL %s lose nothing that was acknowledged: chat and bell are whole again by themselves', async (_, fault) => {
    const bell = bellOf(0);
    const before = await connected();
    await expect.poll(() => bell.times.open, soon).toBe(1);
    const talk = await beginTalk({
      nodes,
      colleagues: staff.colleagues.slice(5),
      tokenOf: (index) => staff.tokens[5 + index] ?? '',
      everyMs: 500,
    });
    try {
      await push(before, 0, 'before');
      await pause(2_000);
      const acknowledgedBefore = talk.acknowledged();
      await fault.strike();
      await pause(fault.seconds * 1000);
      await fault.undo();
      const after = await connected();
      await push(after, 0, 'after');
      await expect.poll(bell.told, soon).toEqual(['before', 'after']);
      const { completeMs } = await talk.whole();
      await pause(1_000);
      await talk.end();
      expect(talk.findings()).toEqual([]);
      expect(talk.acknowledged()).toBeGreaterThan(acknowledgedBefore);
      expect(completeMs).toBeLessThan(10_000);
      await after.end();
    } finally {
      talk.stop();
      await bell.stop();
      await before.end().catch(() => {});
    }
  });

  test('a stream that goes on at one when the other is killed misses nothing and doubles nothing, whenever it was committed', async () => {
    const by = 1;
    const [early, late, later] = [await connected(), await connected(), await connected()];
    const before = await hands.pushes(first, by);
    // It has its number, and waits to be committed, while two that came after it are told.
    await late.query('begin');
    await push(late, by, 'committed at the other');
    await later.query('begin');
    await push(later, by, 'committed while nobody listened');
    await push(early, by, 'told at the first');
    await expect.poll(before.descriptions, soon).toEqual(['told at the first']);
    await nodes.kill(first);
    await before.ended;
    await push(early, by, 'while nobody listened');
    await later.query('commit');
    await pause(1_000);
    const after = await hands.pushes(second, by, before.lastEventId());
    const missed = () => after.descriptions().slice(0, 2).sort();
    await expect.poll(missed, soon).toEqual(['committed while nobody listened', 'while nobody listened']);
    await late.query('commit');
    await push(early, by, 'at last');
    await expect.poll(() => after.descriptions().slice(2).sort(), soon).toEqual(['at last', 'committed at the other']);
    const ids = after.got.map(({ position }) => Number(position));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    // Whoever loses the connection again goes on from any of them.
    after.close();
    await after.ended;
    const again = await hands.pushes(second, by, String(ids[1]));
    await expect.poll(again.descriptions, soon).toEqual(after.descriptions().slice(2));
    again.close();
    for (const client of [early, late, later]) await client.end();
    await nodes.startAgain(first);
  });
});
