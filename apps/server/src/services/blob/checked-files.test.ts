import type { ChatMessage } from '@vigil/contract/chat.contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startInstreamServer, testMalware, testStall } from '#testing/instream-server.ts';
import { startFileWorld } from './testing/file-world.ts';

const clamd = await startInstreamServer();
afterAll(() => clamd.close());
const { harness, server, tenant, member, nurse, upload, call, send, messages, rows } = await startFileWorld({ CLAMD_URL: clamd.url });
const { fileJobs } = server.modules;
beforeEach(() => {
  clamd.be('well');
  harness.clock.advance(120_000);
});

const lastFile = async () => ((await messages(nurse)).at(-1) as ChatMessage).files[0];
const stateOf = async (id: string, of = member) => (await rows(of)).find((one) => one.id === id)?.state;
const dueNow = () => harness.asOwner('update vigil.file_jobs set due_at = now() where tenant_id = $1', [tenant.id]);
const changesSince = async (from: string) =>
  harness.asOwner('select 1 from vigil.chat_changes where tenant_id = $1 and created_at > $2 and kind = $3', [tenant.id, from, 'message']);
const now = async () => String((await harness.asOwner<{ at: string }>('select now()::text as at'))[0]?.at);

describe('with a scanner for malware', () => {
  test('a file that is clean can be opened once it was looked at, whole, and those who read it are told', async () => {
    const content = Buffer.alloc(3_000_000, 'clean ');
    clamd.be('away');
    const { body } = await upload(member, content, 'plan.txt');
    expect(body.state).toBe('checking');
    const message: ChatMessage = (await send(member, [body.id])).body;
    await expect.poll(() => stateOf(body.id)).toBe('waiting');
    const file = await lastFile();
    expect(file?.state).toBe('waiting');
    const refused = await call('GET', String(message.files[0]?.url), nurse);
    expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([423, 'locked', '60']);
    clamd.be('well');
    const before = await now();
    await dueNow();
    await fileJobs.run(tenant.id);
    expect([(await lastFile())?.state, clamd.scanned.at(-1)]).toEqual(['ready', content.length]);
    expect(await changesSince(before)).toHaveLength(1);
    expect((await call('GET', String(message.files[0]?.url), nurse)).raw.equals(content)).toBe(true);
  });

  test('one with malware is locked away: said to the conversation, opened by nobody, its sender included, and never sent again', async () => {
    clamd.be('away');
    const { body } = await upload(member, `harmless? ${testMalware}`, 'game.txt');
    const message: ChatMessage = (await send(member, [body.id])).body;
    clamd.be('well');
    await expect.poll(() => stateOf(body.id)).toBe('waiting');
    await dueNow();
    await fileJobs.run(tenant.id);
    expect(await lastFile()).toMatchObject({ state: 'infected', thumbnailUrl: null, name: 'game.txt' });
    for (const by of [member, nurse]) {
      const refused = await call('GET', String(message.files[0]?.url), by);
      expect([refused.status, refused.body.error.message]).toEqual([423, expect.stringContaining('Malware was found')]);
      expect((await call('POST', `${message.files[0]?.url}/in-page`, by)).status).toBe(423);
    }
    const again = await send(member, [body.id]);
    expect([again.status, again.body.error.fields]).toEqual([400, [{ field: 'files.0', message: 'Malware was found in it' }]]);
    await expect.poll(() => harness.asOwner('select 1 from vigil.file_jobs where tenant_id = $1', [tenant.id])).toEqual([]);
    const exported = await server.modules.privacy.allPersonalData
      .find(({ tables }) => 'files' in tables)
      ?.exportOf?.({ tenantId: tenant.id, userId: member.id });
    expect(exported?.map(({ name }) => name).filter((name) => name.includes(body.id))).toEqual([]);
  });

  test('one that is found to hold malware before it is sent is refused in its message', async () => {
    const { body } = await upload(member, testMalware, 'game.txt');
    await expect.poll(() => stateOf(body.id)).toBe('infected');
    const refused = await send(member, [body.id]);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_input']);
    expect((await call('GET', body.url, member)).status).toBe(423);
    expect((await call('DELETE', body.url, member)).body).toEqual({ removed: true });
  });

  test('what the scanner does not take whole is not taken for clean', async () => {
    clamd.be('too small');
    const { body } = await upload(member, 'long', 'long.txt');
    await expect.poll(() => stateOf(body.id)).toBe('waiting');
  });

  test('one at which the scanner stalls holds up none of others', async () => {
    const stalled = (await upload(member, testStall, 'stall.txt')).body;
    await expect.poll(() => clamd.stalled()).toBe(1);
    for (let index = 0; index < 6; index += 1) {
      const { body } = await upload(nurse, `clean ${index}`, 'a.txt');
      await expect.poll(() => stateOf(body.id, nurse)).toBe('ready');
    }
    expect(await stateOf(stalled.id)).toBe('checking');
    clamd.be('away');
    await expect.poll(() => stateOf(stalled.id)).toBe('waiting');
  });

  test('what a process says that stood still counts no more once another has looked at the file', async () => {
    const { body } = await upload(member, testStall, 'still.txt');
    await expect.poll(() => clamd.stalled()).toBe(1);
    // Another process takes it on after this one’s time, finds it clean, and takes the job off.
    await harness.asOwner('delete from vigil.file_jobs where file_id = $1', [body.id]);
    await harness.asOwner("update vigil.files set state = 'ready' where id = $1", [body.id]);
    const next = (await upload(member, `${testStall} next`, 'next.txt')).body;
    await expect.poll(() => clamd.stalled()).toBe(2);
    clamd.be('away');
    await expect.poll(() => stateOf(next.id)).toBe('waiting');
    expect(await stateOf(body.id)).toBe('ready');
    expect((await call('GET', body.url, member)).status).toBe(200);
  });

  test('what was not checked yet is not handed out by an export either', async () => {
    clamd.be('away');
    const { body } = await upload(member, testMalware, 'game.txt');
    await expect.poll(() => stateOf(body.id)).toBe('waiting');
    const exported = await server.modules.privacy.allPersonalData
      .find(({ tables }) => 'files' in tables)
      ?.exportOf?.({ tenantId: tenant.id, userId: member.id });
    expect(exported?.map(({ name }) => name).filter((name) => name.includes(body.id))).toEqual([]);
  });
});
