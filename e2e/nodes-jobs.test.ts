import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newsInWords } from '#server/services/calendar/told.ts';
import { startMailServer } from '#server/testing/mail-server.ts';
import { hasRedis } from '#server/testing/redis-server.ts';
import { pngOf } from '#server/testing/sample-pictures.ts';
import { handsOf } from './nodes/hands.ts';
import { type Nodes, startNodes } from './nodes/nodes.ts';
import { createStaff, type Staff } from './nodes/people.ts';

/*
 * Five hundred jobs that two servers share: 200 people are reminded in their bells and by mail, and 100 pictures get their small
 * copies. One of the two is killed while they are at it.
 */
describe.skipIf(!hasRedis())('jobs of two servers', () => {
  const [people, events, pictures] = [50, 4, 100] as const;
  /** What a server takes on at once: mails of a queue, small copies of a tenant. */
  const inHand = { mails: 10, copies: 4 } as const;
  const [first, second] = [0, 1] as const;
  const folder = mkdtempSync(join(tmpdir(), 'vigil-nodes-files-'));
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let nodes: Nodes;
  let staff: Staff;
  let db: pg.Client;

  beforeAll(async () => {
    mail = await startMailServer({ afterMs: 100 });
    const env = { BLOB_URL: `file://${folder}`, SMTP_URL: mail.url, CALENDAR_SECONDS: '0.2', FILE_JOBS_SECONDS: '0.2' };
    nodes = await startNodes({ env: { ...env, MAIL_FROM: 'vigil@jobs.example' } });
    staff = await createStaff(nodes, people);
    db = new pg.Client({ connectionString: nodes.databaseUrl });
    await db.connect();
  }, 300_000);
  afterAll(async () => {
    await db?.end();
    await nodes?.stop();
    await mail?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const count = async (statement: string) =>
    Number((await db.query<{ count: string }>(`select count(*) from ${statement}`)).rows[0]?.count);
  const waiting = async () => ({
    reminders: await count('vigil.calendar_participants where remind_at <= now()'),
    mails: await count('vigil.calendar_mails'),
    copies: await count('vigil.file_jobs'),
  });
  /** Until what waits has been the same for so long: what is left then is what the dead one had in hand. */
  async function settled(quietMs: number): Promise<Awaited<ReturnType<typeof waiting>>> {
    for (let [left, sinceMs] = [await waiting(), performance.now()]; ; ) {
      await pause(200);
      const now = await waiting();
      if (JSON.stringify(now) !== JSON.stringify(left)) [left, sinceMs] = [now, performance.now()];
      if (performance.now() - sinceMs > quietMs) return left;
    }
  }

  test('are each done, once: the mails that the killed one had in hand may be sent twice', async () => {
    const hands = handsOf(nodes, staff);
    for (let event = 0; event < events; event += 1)
      await hands.call(first, 0, 'POST', '/calendar/api/v1/event', {
        ...{ ownerId: staff.colleagues[0]?.userId, tenantId: staff.tenant.id, title: `Round ${event}`, type: 'REGULAR', notifyBefore: 10 },
        ...{ date: Date.now() + 3_600_000, durationMinutes: 30, participants: staff.colleagues.slice(1).map(({ userId }) => userId) },
      });
    const picture = pngOf(600, 600);
    const ids = Array.from({ length: pictures }, () => randomUUID());
    for (const id of ids) writeFileSync(join(folder, id), picture);
    await db.query(
      `with sent as (
         insert into vigil.files (tenant_id, id, user_id, purpose, media_type, size_bytes, created_at, name, sha256, state, conversation_id)
         select $1, one, $2, 'chat', 'image/png', $4, now(), 'ward.png', '\\x00', 'ready', gen_random_uuid() from unnest($3::uuid[]) as one)
       insert into vigil.file_jobs (tenant_id, file_id, kind) select $1, one, 'thumbnail' from unnest($3::uuid[]) as one`,
      [staff.tenant.id, staff.colleagues[0]?.userId, ids, picture.length],
    );
    await db.query('update vigil.calendar_participants set remind_at = now() where remind_at is not null');
    await expect.poll(async () => mail.taken().length, { timeout: 30_000, interval: 20 }).toBeGreaterThan(40);
    await nodes.kill(second);

    const left = await settled(8_000);
    expect(left.reminders).toBe(0);
    expect(left.mails).toBeLessThanOrEqual(inHand.mails);
    expect(left.copies).toBeLessThanOrEqual(inHand.copies);
    // As when the time is over for which nobody else takes them on.
    await db.query('update vigil.calendar_mails set next_try_at = now()');
    await db.query('update vigil.file_jobs set due_at = now()');
    await expect.poll(waiting, { timeout: 60_000 }).toEqual({ reminders: 0, mails: 0, copies: 0 });

    const rung = await db.query<{ rings: string }>(
      `select count(*) as rings from vigil.pushes p, unnest(p.user_ids) as person
       where content_type = 'CALENDAR_EVENT' and description = $1 group by person`,
      [newsInWords.reminder],
    );
    expect(rung.rows.map(({ rings }) => Number(rings))).toEqual(Array(people).fill(events));
    const mails = mail.taken();
    const times = [...Map.groupBy(mails, (to) => to).values()].map(({ length }) => length);
    process.stdout.write(
      `  killed with ${left.mails} mails and ${left.copies} small copies in hand; ${mails.length - people * events} mails were sent twice\n`,
    );
    expect(times).toHaveLength(people);
    expect(Math.min(...times)).toBe(events);
    expect(mails.length - people * events).toBeLessThanOrEqual(inHand.mails);
    const copies = (
      await db.query<{ id: string; thumbnailId: string }>(
        'select id, thumbnail_id as "thumbnailId" from vigil.files where purpose = \'chat\'',
      )
    ).rows;
    expect(new Set(copies.map(({ thumbnailId }) => thumbnailId)).size).toBe(pictures);
    // What the dead one had begun to write is cleared away within the hour.
    const named = (
      await db.query<{ id: string }>('select id from vigil.files union select thumbnail_id from vigil.files where thumbnail_id is not null')
    ).rows;
    expect(readdirSync(folder).filter((name) => !named.some(({ id }) => name.startsWith(id)))).toEqual([]);
    await db.query("update vigil.files set created_at = now() - interval '61 minutes' where purpose = 'unfinished'");
    await nodes.atWork(({ modules }) => modules.fileJobs.clearUp());
    expect(readdirSync(folder)).toHaveLength(2 * pictures);
  });
});
