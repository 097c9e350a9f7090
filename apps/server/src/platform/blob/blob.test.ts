import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { endlessDisk } from '#testing/endless-disk.ts';
import { createFileBlobs } from './blob.ts';

const parent = mkdtempSync(join(tmpdir(), 'vigil-blobs-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const folder = join(parent, 'made/when/needed');
const blobs = createFileBlobs(folder, endlessDisk);
const id = '00000000-0000-4000-8000-00000000000a';

test('what was put is there, only for its owner to read, until it is removed', async () => {
  expect(await blobs.get(id)).toBeNull();
  await blobs.put(id, Buffer.from('a picture'));
  expect(await blobs.get(id)).toEqual(Buffer.from('a picture'));
  expect([readdirSync(folder), statSync(join(folder, id)).mode & 0o777]).toEqual([[id], 0o600]);
  await blobs.remove(id);
  await blobs.remove(id);
  expect([await blobs.get(id), readdirSync(folder)]).toEqual([null, []]);
});

test.each(['../secrets.json', 'a', `${id}/x`, id.toUpperCase(), ''])('"%s" names no blob', async (name) => {
  await expect(blobs.put(name, Buffer.from(''))).rejects.toThrow('UUID');
  await expect(blobs.get(name)).rejects.toThrow('UUID');
});

test('what the disk did not take leaves nothing behind', async () => {
  async function* halfOf() {
    yield Buffer.from('half a pict');
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  }
  await expect(blobs.put(id, halfOf() as unknown as Uint8Array)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect([await blobs.get(id), readdirSync(folder)]).toEqual([null, []]);
});

test('what is removed is gone whole, also where a crash has left a part of it', async () => {
  writeFileSync(join(folder, `${id}.unfinished`), 'half a pict');
  await blobs.remove(id);
  expect(readdirSync(folder)).toEqual([]);
});

test('a link in the folder leads nowhere', async () => {
  await blobs.put(id, Buffer.from('x'));
  const other = id.replace('a', 'b');
  symlinkSync(join(folder, id), join(folder, other));
  expect(await blobs.get(other)).toBeNull();
});
