import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';
import { zipOf } from '#testing/zip-of.ts';

const { bring, stored } = await useFileImports();

/** A gzip that unpacks to the start and then to so many mebibytes of spaces on one line. */
async function endlessLine(start: string, mebibytes: number): Promise<Buffer> {
  const block = Buffer.alloc(2 ** 20, ' ');
  const pieces = (function* () {
    yield Buffer.from(start);
    for (let done = 0; done < mebibytes; done += 1) yield block;
  })();
  return buffer(Readable.from(pieces).pipe(createGzip({ level: 1 })));
}

const ids = ['open-mhealth', 'fitbit-api', 'ihealth', 'google-fit'];

describe('hostile JSON', () => {
  it.each(ids)('nested without an end is refused as %s', async (format) => {
    const { result } = await bring('{"heart_rate":60}', { format, dryRun: true });
    expect(result.accepted).toBe(0);
    const nested = `${'{"header":['.repeat(200_000)}`;
    await expect(bring(nested, { format })).rejects.toMatchObject({ code: 'invalid_json' });
    const closed = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    await expect(bring(closed, { format })).rejects.toMatchObject({ code: 'invalid_json' });
  });

  it('on a line that does not end is given up before it fills the memory', async () => {
    const packed = await endlessLine('{"heart_rate":{"value":60,"unit":"beats/min"}', 300);
    expect(packed.length).toBeLessThan(4 * 2 ** 20);
    await expect(bring(packed)).rejects.toMatchObject({ code: 'body_too_large', message: expect.stringContaining('NDJSON') });
  });

  it('with names that every object has is read as any other', async () => {
    const point =
      '{"__proto__":{"heart_rate":{"value":60,"unit":"beats/min"}},"constructor":{"heart_rate":1},"effective_time_frame":{"date_time":"2024-02-05T07:25:00Z"}}';
    const { userId, result } = await bring(point);
    expect(result).toMatchObject({ format: 'open-mhealth', accepted: 0 });
    expect(await stored(userId)).toEqual([]);
  });

  it('in a zip of one file is that file, and a zip of several that no format knows is refused', async () => {
    const point = '{"heart_rate":{"value":60,"unit":"beats/min"},"effective_time_frame":{"date_time":"2024-02-05T07:25:00Z"}}';
    expect((await bring(await zipOf({ 'any/name.bin': point }))).result).toMatchObject({ format: 'open-mhealth', accepted: 1 });
    await expect(bring(await zipOf({ 'a.json': point, 'b.json': point }))).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/zip holds none of the formats/),
    });
  });
});
