import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { applicationRole, withCredentials } from '#platform/migrate.ts';
import { listenForMail } from '#testing/mail-server.ts';
import { startCalendar } from './testing/calendar-server.ts';

const server = await startCalendar();
const { harness, staff, make, makeDue, bell } = server;
const appUrl = withCredentials(harness.ownerUrl, applicationRole, harness.secrets.databaseApp);

/** At which word of a sender the mail server falls silent, and what it has taken. */
const mails = { silentAt: null as 'MAIL' | 'end of data' | null, reached: () => {}, taken: [] as string[] };
const smtp = await listenForMail({
  authOptional: true,
  onMailFrom: (_address, _session, done) => (mails.silentAt === 'MAIL' ? mails.reached() : done()),
  async onData(stream, _session, done) {
    mails.taken.push(await text(stream));
    if (mails.silentAt === 'end of data') mails.reached();
    else done();
  },
});
const smtpUrl = `smtp://${smtp.address}?ignoreTLS=true`;
afterAll(async () => {
  await smtp.stop();
  await server.stop();
});
beforeEach(() => {
  mails.taken = [];
});

function startProcess(tenantId: string): ChildProcess {
  const script = join(import.meta.dirname, 'testing', 'reminding-process.ts');
  return spawn(process.execPath, [script, appUrl, smtpUrl, tenantId], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Somebody is to be reminded by mail; the process that does it is killed at that word of its talk with the mail server. */
async function killedAt(word: 'MAIL' | 'end of data') {
  const tenant = await harness.createTenant();
  const md = await staff(tenant, 'md');
  const { id } = await make(md, { notifyBefore: 10 });
  await makeDue(id);
  mails.silentAt = word;
  const isReached = new Promise<void>((resolve) => {
    mails.reached = resolve;
  });
  const dying = startProcess(tenant.id);
  await isReached;
  dying.kill('SIGKILL');
  await once(dying, 'exit');
  mails.silentAt = null;
  const next = async () => expect(await once(startProcess(tenant.id), 'exit')).toEqual([0, null]);
  const leaseIsOver = () =>
    harness.asOwner("update vigil.calendar_mails set next_try_at = next_try_at - interval '60 s' where tenant_id = $1", [tenant.id]);
  return { md, next, leaseIsOver };
}

test('a reminder whose process is killed between taking it on and mailing it is told once and mailed once, by another process', async () => {
  const { md, next, leaseIsOver } = await killedAt('MAIL');
  await next();
  expect(mails.taken).toEqual([]);
  await leaseIsOver();
  for (let time = 0; time < 2; time += 1) await next();
  expect(mails.taken).toHaveLength(1);
  expect(mails.taken[0]).toContain('An event in your calendar begins');
  expect((await bell(md)).items).toMatchObject([{ news: 'reminder' }]);
});

test('a mail that the server had taken when the process died, and could not say so, is sent again: nobody can know', async () => {
  const { next, leaseIsOver } = await killedAt('end of data');
  expect(mails.taken).toHaveLength(1);
  await leaseIsOver();
  for (let time = 0; time < 2; time += 1) await next();
  expect(mails.taken).toHaveLength(2);
});
