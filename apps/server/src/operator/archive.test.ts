import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, expect, test } from 'vitest';
import { verifyArchive } from './archive.ts';

const workplace = mkdtempSync(join(tmpdir(), 'vigil-archive-'));
afterAll(() => rmSync(workplace, { recursive: true, force: true }));

type Entry = readonly [name: string, content: string];

const manifest: Entry = [
  'manifest.json',
  JSON.stringify({
    format: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    migrations: [],
    tables: [{ name: 'users', columns: ['id'], rows: 1 }],
    sequences: [],
    ticks: 1,
  }),
];
const whole: readonly Entry[] = [
  manifest,
  ['files/secrets.json', '{}'],
  ['files/outbox/one.eml', 'a mail'],
  ['postgres/users/000000.copy', '1\n'],
  ['ticks/000000.rowbinary', 'ticks'],
];

const listOf = (entries: readonly Entry[]): string =>
  JSON.stringify(Object.fromEntries(entries.map(([name, content]) => [name, createHash('sha256').update(content).digest('hex')])));

/** An archive as somebody would make it who can write one: any entries, any list of checksums. */
async function archiveOf(entries: readonly Entry[], list: string | undefined = listOf(entries)): Promise<string> {
  const tar = pack();
  for (const [name, content] of entries) tar.entry({ name }, content);
  tar.entry({ name: 'checksums.json' }, list);
  tar.finalize();
  const path = join(workplace, 'backup.tar.zst');
  writeFileSync(path, zstdCompressSync(await buffer(tar)));
  return path;
}

test('an archive that holds what its list and its manifest name is sound', async () => {
  expect(await verifyArchive(await archiveOf(whole))).toMatchObject({ entries: whole.length, manifest: { format: 1, ticks: 1 } });
});

test.each([
  'files//etc/evil',
  'files/../evil',
  'files/./secrets.json',
  'files/outbox/../secrets.json',
  'files/outbox/a/b.eml',
  'files/restore-unfinished.json',
  'files/vigil.lock',
  'files/postgres/PG_VERSION',
  'files/',
  '/etc/evil',
  'postgres/nosuch/000000.copy',
  'postgres/users',
  'postgres/users/../000000.copy',
  'ticks/../000000.rowbinary',
  'anything.json',
])('an archive with an entry that no backup holds is refused, although its checksum is right: %s', async (name) => {
  await expect(verifyArchive(await archiveOf([...whole, [name, 'x']]))).rejects.toThrow(
    `no backup holds a part called ${JSON.stringify(name)}. Nothing was restored`,
  );
});

test('an archive with an entry that its list does not name is refused, and so is one with an empty list', async () => {
  const unlisted = await archiveOf([...whole, ['files/demo-devices.json', '{}']], listOf(whole));
  await expect(verifyArchive(unlisted)).rejects.toThrow('"files/demo-devices.json" is not in its list of checksums. Nothing was restored');
  await expect(verifyArchive(await archiveOf(whole, '{}'))).rejects.toThrow('is not in its list of checksums. Nothing was restored');
});

test('an archive without an entry that its list names, or with another content, is refused', async () => {
  await expect(verifyArchive(await archiveOf(whole.slice(0, -1), listOf(whole)))).rejects.toThrow('does not match its checksum');
  const changed = whole.map(([name, content]): Entry => [name, name === 'files/secrets.json' ? '{"a":1}' : content]);
  await expect(verifyArchive(await archiveOf(changed, listOf(whole)))).rejects.toThrow('files/secrets.json does not match its checksum');
});

test.each(['manifest.json', 'files/secrets.json', 'checksums.json'])(
  'an archive that holds an entry twice is refused, since the second would overwrite the first: %s',
  async (name) => {
    const again: Entry = [name, whole.find((entry) => entry[0] === name)?.[1] ?? '{}'];
    await expect(verifyArchive(await archiveOf([...whole, again], listOf(whole)))).rejects.toThrow(`"${name}" is there twice`);
  },
);

test.each(['null', '[]', '7', '"text"', '{"manifest.json": 1}', '{"manifest.json": "short"}', '{', ''])(
  'a list of checksums that is none is refused: %s',
  async (list) => {
    await expect(verifyArchive(await archiveOf(whole, list))).rejects.toThrow('its list of checksums cannot be read');
  },
);

test.each(['null', '{}', '{"format":2}', '{"format":1,"tables":{}}', 'no JSON'])('a manifest that is none is refused: %s', async (text) => {
  const entries = whole.map(([name, content]): Entry => [name, name === 'manifest.json' ? text : content]);
  await expect(verifyArchive(await archiveOf(entries))).rejects.toThrow('is not a Vigil backup of a kind this version reads');
});
