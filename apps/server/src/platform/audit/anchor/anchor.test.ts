import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createFakeClock } from '#testing/fake-clock.ts';
import { useHarness } from '#testing/harness.ts';
import { createAudit } from '../audit.ts';
import { type AnchorDependencies, createAuditAnchor } from './anchor.ts';
import { readSealed, sealedLines } from './anchor-entry.ts';
import { anchorPath, readAnchorFile } from './anchor-file.ts';
import { renewAnchor } from './renew-anchor.ts';
import { verifyAnchor } from './verify-anchor.ts';

const harness = await useHarness();
const { database, clock, asOwner, log } = harness;
const key = 'the key that seals the anchors in this test';
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A data directory with an anchor of its own, and a server's audit log that it anchors. */
function node(overrides: Partial<AnchorDependencies> = {}) {
  const dataDir = overrides.dataDir ?? mkdtempSync(join(tmpdir(), 'vigil-anchor-'));
  folders.push(dataDir);
  const place = overrides.place ?? randomUUID();
  const anchor = createAuditAnchor({ database, clock, log, key, everySeconds: 3600, logMinutes: 0, ...overrides, dataDir, place });
  const audit = createAudit({ database, clock, key, onWritten: anchor.note });
  return {
    dataDir,
    place,
    anchor,
    path: anchorPath(dataDir),
    async write(tenantId: string, entries = 1) {
      for (let written = 0; written < entries; written += 1) await audit.record(entryOf(tenantId));
    },
    verify: () => verifyAnchor({ database, key, dataDir, place }),
    kept: () => readAnchorFile(dataDir, key),
  };
}

function entryOf(tenantId: string) {
  return {
    tenantId,
    requestId: randomUUID(),
    actorKind: 'person',
    actorId: randomUUID(),
    subject: null,
    members: [],
    endpoint: 'ticksStore.getTicks',
    method: 'GET',
    status: 200,
    ip: '127.0.0.1',
  } as const;
}

const tamper = (statement: string) => asOwner(`set local session_replication_role = replica; ${statement}`);

/** Everything that the database knows of a tenant's chain is put back to its first entries, seals included. */
async function takeDown(tenant: string) {
  const [head] = await asOwner<{ sequence: string; hash: Buffer; seal: Buffer }>('select * from vigil.audit_heads where tenant_id = $1', [
    tenant,
  ]);
  return async () => {
    await tamper(`delete from vigil.audit_log where tenant_id = '${tenant}' and sequence > ${head?.sequence}`);
    await asOwner('update vigil.audit_heads set sequence = $2, hash = $3, seal = $4 where tenant_id = $1', [
      tenant,
      head?.sequence,
      head?.hash,
      head?.seal,
    ]);
  };
}

const tenantOf = async () => (await harness.createTenant()).id;

test('nothing is written before the first entry; then the file holds count and head of each tenant and is its owner’s only', async () => {
  const here = node();
  const tenant = await tenantOf();
  expect(await here.verify()).toMatchObject({ anchor: undefined, anchorFound: [], broken: [] });
  await here.write(tenant, 3);
  expect(readdirSync(here.dataDir)).toEqual([]);
  await here.anchor.stop();
  expect(statSync(here.path).mode & 0o777).toBe(0o600);
  expect(readdirSync(here.dataDir)).toEqual(['audit-anchor.json']);
  const [head] = await asOwner<{ hash: string }>("select encode(hash, 'hex') as hash from vigil.audit_heads where tenant_id = $1", [
    tenant,
  ]);
  expect(await here.kept()).toMatchObject({ writes: 1, tenants: { [tenant]: { sequence: 3, hash: head?.hash } } });
  expect(await here.verify()).toMatchObject({ anchorFound: [], broken: [] });
});

test('is written by itself soon after an entry, once for many', async () => {
  const here = node({ everySeconds: 0.1 });
  const tenant = await tenantOf();
  await Promise.all(Array.from({ length: 200 }, () => here.write(tenant)));
  await expect
    .poll(async () => ((await here.kept()) as { tenants: object } | undefined)?.tenants)
    .toMatchObject({ [tenant]: { sequence: 200 } });
  // 200 calls could have caused 200 writes.
  expect(((await here.kept()) as { writes: number }).writes).toBeLessThan(50);
});

test('a crash before the next write leaves an anchor that the database is ahead of, which is no finding, and it goes on', async () => {
  const first = node();
  const tenant = await tenantOf();
  await first.write(tenant, 2);
  await first.anchor.flush();
  await first.write(tenant, 2);
  const second = node(first);
  expect(await second.verify()).toMatchObject({ anchorFound: [], broken: [] });
  await second.write(tenant);
  await second.anchor.flush();
  expect(await second.kept()).toMatchObject({ found: [], tenants: { [tenant]: { sequence: 5 } } });
});

test('a server and the operator’s tool write one anchor, two nodes one each, and all of them hold', async () => {
  const server = node();
  const tool = node({ dataDir: server.dataDir, place: server.place });
  const otherNode = node();
  const [one, other] = [await tenantOf(), await tenantOf()];
  await server.write(one, 2);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([server.write(one), tool.write(one), tool.write(other), otherNode.write(one)]);
    await Promise.all([server.anchor.flush(), tool.anchor.flush(), otherNode.anchor.flush()]);
    expect(await server.verify()).toMatchObject({ anchorFound: [], broken: [] });
  }
  await Promise.all([server.anchor.stop(), tool.anchor.stop(), otherNode.anchor.stop()]);
  expect(await server.kept()).toMatchObject({ tenants: { [other]: { sequence: 5 } } });
  expect(await server.verify()).toMatchObject({ anchorFound: [], broken: [] });
  expect(await otherNode.verify()).toMatchObject({ anchorFound: [], broken: [] });
});

test('verifying while servers write finds nothing wrong', async () => {
  const here = node({ everySeconds: 0.1 });
  const tenant = await tenantOf();
  const writing = Promise.all(Array.from({ length: 300 }, () => here.write(tenant)));
  for (let round = 0; round < 5; round += 1) expect(await here.verify()).toMatchObject({ anchorFound: [], broken: [] });
  await writing;
  await here.anchor.stop();
  expect(await here.verify()).toMatchObject({ anchorFound: [], broken: [] });
});

test('what could not be written is written with the next entry', async () => {
  let down = true;
  const here = node({
    database: { tenant: database.tenant, global: (work) => (down ? Promise.reject(new Error('down')) : database.global(work)) },
  });
  const tenant = await tenantOf();
  await here.write(tenant, 2);
  await here.anchor.flush();
  expect(await here.kept()).toBeUndefined();
  down = false;
  await here.anchor.flush();
  expect(await here.kept()).toMatchObject({ tenants: { [tenant]: { sequence: 2 } } });
});

describe('what the database alone cannot show', () => {
  const gone = 'the log ends before this entry, which was anchored outside the database';
  const other = 'is not the entry that was anchored outside the database';

  test.each([
    ['a chain wiped with its head and its name in the register', false],
    ['the same, after the server went on', true],
  ])('%s', async (_, goesOn) => {
    const here = node();
    const tenant = await tenantOf();
    await here.write(tenant, 5);
    await here.anchor.flush();
    await tamper(`delete from vigil.audit_log where tenant_id = '${tenant}'; delete from vigil.audit_heads where tenant_id = '${tenant}'`);
    if (goesOn) {
      await here.write(tenant, 9);
      await here.anchor.flush();
      await here.write(tenant);
      await here.anchor.flush();
    }
    expect((await here.verify()).broken).toContainEqual({ tenant, sequence: 5, what: goesOn ? other : gone });
  });

  test.each([
    ['a chain put back to an earlier state with the seal of then', false],
    ['the same, after a server that was started anew went on past the anchor', true],
  ])('%s', async (_, goesOn) => {
    const here = node();
    const tenant = await tenantOf();
    await here.write(tenant, 2);
    const putBack = await takeDown(tenant);
    await here.write(tenant, 2);
    await here.anchor.stop();
    await putBack();
    if (goesOn) {
      const again = node(here);
      await again.write(tenant, 4);
      await again.anchor.stop();
    }
    expect((await here.verify()).broken).toContainEqual({ tenant, sequence: 4, what: goesOn ? other : gone });
  });
});

describe('an anchor that was meddled with is found, and stays found when the server goes on', () => {
  test.each([
    ['removed', 'missing', (path: string) => rmSync(path)],
    ['edited', 'changed', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"sequence":4', '"sequence":3'))],
    ['emptied', 'changed', (path: string) => writeFileSync(path, '')],
    ['put back to an earlier one', 'put back', (path: string) => copyFileSync(`${path}.before`, path)],
  ] as const)('%s', async (_, what, meddle) => {
    const here = node();
    const tenant = await tenantOf();
    await here.write(tenant, 2);
    await here.anchor.flush();
    copyFileSync(here.path, `${here.path}.before`);
    await here.write(tenant, 2);
    await here.anchor.flush();
    expect((await here.verify()).anchorFound).toEqual([]);
    meddle(here.path);
    expect((await here.verify()).anchorFound).toEqual([{ what, at: null }]);

    const again = node(here);
    await again.write(tenant);
    await again.anchor.stop();
    expect((await here.verify()).anchorFound).toEqual([{ what, at: expect.any(String) }]);

    await renewAnchor({ database, clock, key, dataDir: here.dataDir, place: here.place });
    expect(await here.verify()).toMatchObject({ anchorFound: [], broken: [] });
  });

  test('a data directory that was moved or copied for another node brings its anchor along', async () => {
    const here = node();
    const tenant = await tenantOf();
    await here.write(tenant, 2);
    await here.anchor.stop();
    const there = node();
    copyFileSync(here.path, there.path);
    expect(await there.verify()).toMatchObject({ anchorFound: [], broken: [] });
    await there.write(tenant);
    await there.anchor.stop();
    expect(await there.verify()).toMatchObject({ anchorFound: [], broken: [] });
    expect(await there.kept()).toMatchObject({ place: there.place, tenants: { [tenant]: { sequence: 3 } } });
  });
});

test('goes to the log once in its time and at the stop, sealed, for a collector to keep', async () => {
  const told: object[] = [];
  const time = createFakeClock();
  const here = node({
    clock: time,
    everySeconds: 0.1,
    logMinutes: 60,
    log: { info: (line: object) => told.push(line), warn: () => {}, error: () => {} } as unknown as AnchorDependencies['log'],
  });
  const tenant = await tenantOf();
  const sequences = () =>
    told.map((line) => {
      const anchor = readSealed(key, (line as { auditAnchor: unknown }).auditAnchor);
      return anchor === 'changed' ? anchor : anchor.tenants[tenant]?.sequence;
    });
  await here.write(tenant);
  await here.anchor.flush();
  expect(told).toEqual([]);
  time.advance(60 * 60_000);
  await here.write(tenant);
  await expect.poll(sequences).toEqual([2]);
  await here.write(tenant);
  await here.anchor.stop();
  expect(sequences()).toEqual([2, 3]);
});

test('lines for keeping elsewhere are anchors of their own, at most 100 tenants each', () => {
  const tenants = Object.fromEntries(Array.from({ length: 205 }, () => [randomUUID(), { sequence: 1, hash: 'ab'.repeat(32) }]));
  const lines = sealedLines(key, { format: 1, place: 'embedded', writes: 1, at: new Date(0).toISOString(), found: [], tenants });
  const read = lines.map((line) => readSealed(key, JSON.parse(line)));
  expect(read.map((one) => (one === 'changed' ? one : Object.keys(one.tenants).length))).toEqual([100, 100, 5]);
  expect(readSealed('another key', JSON.parse(lines[0] ?? ''))).toBe('changed');
});
