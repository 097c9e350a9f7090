import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { zipOf } from '#testing/zip-of.ts';
import type { FilePart } from './format.ts';
import { openParts } from './open-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigil-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

function write(content: Uint8Array | string): string {
  const path = join(folder, `file-${files++}`);
  writeFileSync(path, content);
  return path;
}

async function textOf(part: FilePart | undefined): Promise<string> {
  let text = '';
  for await (const chunk of part?.bytes() ?? []) text += Buffer.from(chunk).toString();
  return text;
}

const mebibyte = 2 ** 20;

describe('a file in parts', () => {
  it('is itself, unpacked, as often as it is read', async () => {
    const opened = await openParts(write(gzipSync('\uFEFFtime,steps\n')), mebibyte);
    expect(opened.start).toEqual({ text: 'time,steps\n', entries: null });
    expect(opened.parts).toHaveLength(1);
    for (const _time of [1, 2]) expect(await textOf(opened.parts[0])).toContain('time,steps');
    opened.close();
  });

  it('is the one file of a zip that holds one, whatever a Mac adds', async () => {
    const opened = await openParts(write(await zipOf({ 'data/one.csv': 'time,steps\n', '__MACOSX/data/._one.csv': 'x' })), mebibyte);
    expect(opened.start).toEqual({ text: 'time,steps\n', entries: null });
    opened.close();
  });

  it('is the files of a zip of several, by their names', async () => {
    const opened = await openParts(write(await zipOf({ 'a/one.csv': 'one', 'a/two.csv': 'two' })), mebibyte);
    expect(opened.start).toEqual({ text: '', entries: ['a/one.csv', 'a/two.csv'] });
    expect(await Promise.all(opened.parts.map(textOf))).toEqual(['one', 'two']);
    expect(opened.readBytes()).toBeLessThanOrEqual(opened.totalBytes);
    opened.close();
  });
});

describe('a hostile file', () => {
  it('that unpacks to more than the limit is refused, gzip while it is read and zip before', async () => {
    const zeros = Buffer.alloc(4 * mebibyte);
    const packed = await openParts(write(gzipSync(zeros)), mebibyte);
    await expect(textOf(packed.parts[0])).rejects.toMatchObject({ code: 'body_too_large' });
    await expect(openParts(write(await zipOf({ bomb: zeros })), mebibyte)).rejects.toMatchObject({ code: 'body_too_large' });
    await expect(
      openParts(write(await zipOf({ a: zeros.subarray(0, 700_000), b: zeros.subarray(0, 700_000) })), mebibyte),
    ).rejects.toMatchObject({ code: 'body_too_large' });
  });

  it('that is a zip which lies about its sizes is refused while it is read', async () => {
    const zip = await zipOf({ a: Buffer.alloc(mebibyte), b: 'x' });
    const directory = zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    zip.writeUInt32LE(1000, directory + 24);
    const opened = await openParts(write(zip), mebibyte);
    await expect(textOf(opened.parts[0])).rejects.toMatchObject({ code: 'invalid_body_encoding' });
    opened.close();
  });

  it.each([
    ['cut off', (zip: Buffer) => zip.subarray(0, zip.length - 30)],
    ['cut to its magic', (zip: Buffer) => zip.subarray(0, 4)],
    ['without its directory', (zip: Buffer) => Buffer.concat([zip.subarray(0, 40), Buffer.alloc(100)])],
  ])('that is a zip %s is refused', async (_how, damage) => {
    const zip = await zipOf({ a: 'one', b: 'two' });
    await expect(openParts(write(damage(zip)), mebibyte)).rejects.toMatchObject({ code: 'invalid_body_encoding' });
  });
});
