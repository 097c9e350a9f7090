import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { VigilError } from '@vigil/contract/errors';
import { afterAll, describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';
import { createImport, type ImportOptions, type ImportProgress } from '../index.ts';

const harness = await useHarness();
const server = await startIntake(harness);
const { people, clock } = harness;
const importFile = createImport({ ticksStore: server.writer, people, clock, dataDir: null, mostUnpackedBytes: 2 ** 30 });
const folder = mkdtempSync(join(tmpdir(), 'vigil-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
async function bring(format: string | undefined, content: string | Uint8Array, overrides: Partial<ImportOptions> = {}) {
  const { member } = overrides.userId
    ? { member: { id: overrides.userId, tenantId: overrides.tenantId ?? '' } }
    : await server.createHome();
  const path = join(folder, `file-${files++}`);
  writeFileSync(path, content);
  const options = { path, tenantId: member.tenantId, userId: member.id, format, ...overrides };
  return { member, options, result: await importFile(options) };
}

const start = 1_700_000_000;
const csv = (rows: number) =>
  `timestamp,heart_rate\n${Array.from({ length: rows }, (_, index) => `${start + index},${60 + (index % 60)}`).join('\n')}\n`;
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

describe('vigil import', () => {
  it('reads a large CSV in batches, with progress to the end', async () => {
    const seen: ImportProgress[] = [];
    const { member, result } = await bring('csv', csv(120_000), { onProgress: (progress) => seen.push(progress) });
    expect(result).toEqual({
      format: 'csv',
      accepted: 120_000,
      replacedTotal: 0,
      rejected: [],
      rejectedTotal: 0,
      skipped: new Map(),
      notes: new Map(),
    });
    expect(seen.map(({ accepted }) => accepted)).toEqual([50_000, 100_000, 120_000]);
    expect(seen.at(-1)?.readBytes).toBe(seen.at(-1)?.totalBytes);
    const [row] = await harness.engine.query<{ n: number }>(
      'select toUInt32(count()) as n from vigil.ticks final where user_id = {id:UUID}',
      { id: member.id },
    );
    expect(Number(row?.n)).toBe(120_000);
  });

  it.each([
    [
      'the maker whose format it is',
      'withings-sleep-state',
      'start,duration,value\n2026-01-01T22:00:00+00:00,"[60,60]","[1,2]"\n',
      'Withings',
    ],
    ['nothing where a format is of many makers', 'csv', 'timestamp,heart_rate\n1700000000,61\n', ''],
  ])('says with the readings what measured them: %s', async (_name, format, content, device) => {
    const { member } = await bring(format, content);
    const sql = 'select distinct source, device_id from vigil.ticks final where user_id = {id:UUID}';
    expect(await harness.engine.query(sql, { id: member.id })).toEqual([{ source: 'imported', device_id: device }]);
  });

  it.each(['ticks_unavailable', 'database_unavailable', 'storage_full'] as const)(
    'that %s cuts short says what is stored and that the repeat completes it, whatever the batch was told',
    async (code) => {
      const { member } = await server.createHome();
      let batches = 0;
      const append: typeof server.writer.append = async (batch) => {
        batches += 1;
        if (batches > 2) throw new VigilError(code, 'Nothing was saved.');
        return server.writer.append(batch);
      };
      const failing = createImport({
        ...{ people, clock, dataDir: null, mostUnpackedBytes: 2 ** 30 },
        ticksStore: { ...server.writer, append },
      });
      const path = join(folder, `cut-short-${code}`);
      writeFileSync(path, csv(120_000));
      const options = { path, tenantId: member.tenantId, userId: member.id, format: 'csv' } as const;
      const message = expect.stringMatching(/^(?!.*Nothing was saved).*At least 100,000 readings are stored and stay.*same import again/);
      await expect(failing(options)).rejects.toMatchObject({ code, message });
      expect(await importFile(options)).toMatchObject({ accepted: 120_000 });
      const sql = 'select toUInt32(count()) as n from vigil.ticks final where user_id = {id:UUID}';
      expect(await harness.engine.query(sql, { id: member.id })).toEqual([{ n: 120_000 }]);
    },
  );

  it('ends when the member is erased meanwhile, and stores nothing more', async () => {
    const { member } = await server.createHome();
    let erased: Promise<unknown> = Promise.resolve();
    const isMember = async (tenantId: string, userId: string) => {
      await erased;
      return people.isMember(tenantId, userId);
    };
    const importing = createImport({
      ticksStore: server.writer,
      people: { ...people, isMember },
      clock,
      dataDir: null,
      mostUnpackedBytes: 2 ** 30,
    });
    const path = join(folder, 'long');
    writeFileSync(path, csv(120_000));
    const onProgress = () => {
      erased = harness.asOwner('update vigil.users set erased_at = now() where id = $1', [member.id]);
    };
    const options = { path, tenantId: member.tenantId, userId: member.id, format: 'csv', onProgress } as const;
    await expect(importing(options)).rejects.toMatchObject({ code: 'not_found' });
    const [row] = await harness.engine.query<{ n: number }>(
      'select toUInt32(count()) as n from vigil.ticks final where user_id = {id:UUID}',
      { id: member.id },
    );
    expect(Number(row?.n)).toBe(50_000);
  });

  it('judges whom a CSV is about as the call over HTTP does', async () => {
    const sorted = 'Id,Date,WeightKg\n1503960366,4/5/2016,53.3\n4558609924,4/8/2016,69.4\n6117666160,4/9/2016,70.1\n';
    await expect(bring(undefined, sorted)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('3 persons') });
    expect((await bring(undefined, sorted, { notPersons: ['Id'] })).result.accepted).toBe(3);
    expect((await bring(undefined, sorted, { person: '4558609924' })).result.accepted).toBe(1);
    const { tenant, member } = await server.createHome();
    const other = await harness.createUser(tenant);
    await harness.asOwner("update vigil.users set mrn = 'W-9' where id = $1", [other.id]);
    for (const content of ['time,x,hr\n2026-01-01 08:00,W-9,60\n', 'Patient MRN: W-9\ntime,hr\n2026-01-01 08:00,60\n'])
      await expect(bring(undefined, content, { tenantId: tenant.id, userId: member.id, notPersons: [] })).rejects.toMatchObject({
        code: 'conflict',
      });
    expect(await server.stored(member.id)).toEqual([]);
    await expect(bring('ticks', lines({ timestamp: start, data: { heart_rate: 60 } }), { notPersons: ['Id'] })).rejects.toThrow('CSV only');
  });

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('unpacks %s by itself', async (_name, pack) => {
    const { member } = await bring('csv', pack(csv(2)));
    expect(await server.stored(member.id)).toEqual([`heart_rate@${start}=60 imported`, `heart_rate@${start + 1}=61 imported`]);
  });

  it('reads ticks as batches, lists and lines, and names the line of what it refuses', async () => {
    const { member, result } = await bring(
      'ticks',
      `${lines(
        { timestamp: start, data: { heart_rate: 60 } },
        { source: 'device', ticks: [{ timestamp: start + 1, data: { heart_rate: 61 } }] },
        { series: { heart_rate: { timestamps: [start + 2], values: [62] } } },
        [{ timestamp: start + 3, data: { heart_rate: 63 } }],
        { timestamp: start + 4, data: { heart_rate: 640 } },
      )}\n{"timestamp":\n`,
    );
    expect([result.accepted, result.rejected.map(({ index }) => index)]).toEqual([4, [5, 6]]);
    expect(await server.stored(member.id)).toEqual([60, 61, 62, 63].map((value, index) => `heart_rate@${start + index}=${value} imported`));
  });

  it('reads a single JSON document over many lines', async () => {
    const { member } = await bring('ticks', JSON.stringify({ ticks: [{ timestamp: start, data: { steps: 12 } }] }, null, 2));
    expect(await server.stored(member.id)).toEqual([`steps@${start}=12 imported`]);
  });

  it('refuses a CSV about several persons before it stores the first batch, wherever the second person stands, and takes the one chosen', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `${start + index},${index < 59_999 ? 'a' : 'b'},60`);
    const content = `timestamp,participant,heart_rate\n${lines.join('\n')}\n`;
    const { tenant, member } = await server.createHome();
    const home = { tenantId: tenant.id, userId: member.id };
    await expect(bring('csv', content, home)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [
        { field: 'person', message: 'a' },
        { field: 'person', message: 'b' },
      ],
    });
    expect(await server.stored(member.id)).toEqual([]);
    await bring('csv', content, { ...home, person: 'b' });
    expect(await server.stored(member.id)).toEqual([`heart_rate@${start + 59_999}=60 imported`]);
  });

  it('as a dry run counts the same and stores nothing', async () => {
    const { member, result, options } = await bring('csv', `${csv(3)}soon,60\n`, { dryRun: true });
    expect(await server.stored(member.id)).toEqual([]);
    expect(await importFile({ ...options, dryRun: false })).toEqual(result);
    expect(await server.stored(member.id)).toHaveLength(3);
  });

  it('can be cancelled between batches and completed by doing it again, without doubling anything', async () => {
    const { member } = await server.createHome();
    const cancel = new AbortController();
    const overrides = { tenantId: member.tenantId, userId: member.id, onProgress: () => cancel.abort() };
    await expect(bring('csv', csv(120_000), { ...overrides, signal: cancel.signal })).rejects.toMatchObject({ name: 'AbortError' });
    const count = async () =>
      Number(
        (
          await harness.engine.query<{ n: number }>('select count() as n from vigil.ticks final where user_id = {id:UUID}', {
            id: member.id,
          })
        )[0]?.n,
      );
    expect(await count()).toBe(50_000);
    await bring('csv', csv(120_000), { tenantId: member.tenantId, userId: member.id });
    expect(await count()).toBe(120_000);
  });

  it('refuses a cut-off archive, a missing file, a file that is no JSON, and an unknown member', async () => {
    await expect(bring('csv', gzipSync(csv(50_000)).subarray(0, 20_000))).rejects.toMatchObject({ code: 'invalid_body_encoding' });
    await expect(bring('ticks', gzipSync(lines([])).subarray(0, 15))).rejects.toMatchObject({ code: 'invalid_body_encoding' });
    await expect(bring('ticks', 'not json\nat all\n')).rejects.toMatchObject({ code: 'invalid_json' });
    const { member, options } = await bring('csv', csv(1));
    await expect(importFile({ ...options, path: join(folder, 'missing') })).rejects.toMatchObject({ code: 'not_found' });
    await expect(importFile({ ...options, userId: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({ code: 'not_found' });
    expect(readFileSync(options.path, 'utf8')).toContain(String(start));
    expect(member.id).toBe(options.userId);
  });
});
