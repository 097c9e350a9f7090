import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { createModules } from '#modules';
import { useOwnHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { erasureCommands } from './erasure-commands.ts';

/* A list holds the erasures of every tenant: this file has a database of its own. */
const harness = await useOwnHarness();
const folder = mkdtempSync(join(tmpdir(), 'vigil-erasures-'));
beforeAll(() => {
  vi.stubEnv('DATA_DIR', harness.config.dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** What the command prints. */
async function vigil(...argv: string[]): Promise<string> {
  const command = erasureCommands.find(({ name }) => name === argv.slice(0, 2).join(' '));
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    expect(await command?.run(argv.slice(2))).toBe(0);
  } finally {
    write.mockRestore();
  }
  return printed;
}

const userRow = async (id: string) =>
  (
    await harness.asOwner<Record<string, unknown>>(
      'select given_name, email, erased_at is not null as erased from vigil.users where id = $1',
      [id],
    )
  )[0];

test('whom a backup brings back is erased again by the list, until the same day; the kept record is an operator’s to hand out', async () => {
  const tenant = await harness.createTenant();
  const member = await harness.createUser(tenant, { givenName: 'Maya', familyName: 'Miller' });
  const modules = await createModules({ config: harness.config, stores: harness, log: harness.log });
  await modules.ticksWriter.append(tickBatch(member, { heart_rate: [[Math.floor(Date.now() / 1000) - 60, 61]] }));
  await modules.stop();
  expect(await vigil('erasure', 'list')).toBe('');

  const keepRecordUntil = Date.now() + 86_400_000;
  const decided = { tenantId: tenant.id, id: randomUUID(), userId: member.id, requestedBy: member.id, decidedBy: member.id };
  const line = JSON.stringify({ ...decided, requestedAt: Date.now(), dueAt: Date.now(), decidedAt: Date.now(), keepRecordUntil });
  const elsewhere = JSON.stringify({ ...JSON.parse(line), id: randomUUID(), userId: randomUUID() });
  const file = join(folder, 'erasures.txt');
  writeFileSync(file, `${line}\n${elsewhere}\n`);
  expect(await vigil('erasure', 'apply', file)).toMatch(/^1 of 2 erased again/);
  expect(await userRow(member.id)).toEqual({ given_name: 'Erased', email: null, erased: true });
  const list = await vigil('erasure', 'list');
  expect(JSON.parse(list)).toEqual(JSON.parse(line));
  expect(list).not.toMatch(/Maya|@/);

  const zip = join(folder, 'record.zip');
  await vigil('erasure', 'record', zip, '--tenant', tenant.code, '--member', member.id);
  const archive = await fromBufferPromise(readFileSync(zip), { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, (await buffer(await archive.openReadStreamPromise(entry))).toString());
  expect(JSON.parse(files.get('kept-identity.json') ?? '')).toMatchObject({ givenName: 'Maya', familyName: 'Miller' });
  expect(files.get('readings/heart_rate.csv')).toContain(',61,bpm,device,');
  const [row] = await harness.asOwner(
    `select array_agg(endpoint order by sequence) as calls from vigil.audit_log where tenant_id = $1 and actor_kind = 'operator'`,
    [tenant.id],
  );
  expect(row).toEqual({ calls: ['operator.erasure.apply', 'operator.erasure.apply', 'operator.erasure.record'] });
});

test('a file that is no list erases nobody, and says which line', async () => {
  const file = join(folder, 'wrong.txt');
  writeFileSync(file, '{"tenantId":1}\n');
  await expect(vigil('erasure', 'apply', file)).rejects.toThrow('Line 1 of the file');
});
