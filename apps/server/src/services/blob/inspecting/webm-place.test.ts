import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { element, elementWithoutLength } from '../testing/films.ts';
import { forgetPlaceOfWebm } from './webm-place.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigil-webm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ids = { head: '1a45dfa3', segment: '18538067', info: '1549a966', tracks: '1654ae6b', cluster: '1f43b675', frame: 'a3' } as const;

async function afterwards(film: Buffer): Promise<{ isForgotten: boolean; film: Buffer }> {
  const path = join(folder, randomUUID());
  writeFileSync(path, film);
  return { isForgotten: await forgetPlaceOfWebm(path), film: readFileSync(path) };
}
const place = '+34.0500-118.2400/';
const head = element(ids.head, 'webm');
const frames = element(ids.frame, `a frame in which ${place} means nothing`);
/** Tags, attached files, chapters, and names for nothing: long, short, and of the least length. */
const aside = ['1254c367', '1941a469', '1043a770', 'ec'].map((id) => element(id, `LOCATION ${place}`));
const shortAside = ['1254c367', 'ec'].map((id) => element(id, ''));

test.each([
  ['that says how long it is', element],
  ['that was written as it was filmed', elementWithoutLength],
])('of a film %s what stands beside it is gone, and nothing else has moved or changed', async (_, within) => {
  const made = (beside: readonly Buffer[]) =>
    Buffer.concat([
      head,
      within(
        ids.segment,
        element(ids.info, 'times'),
        element(ids.tracks, 'two'),
        ...beside,
        within(ids.cluster, frames, frames),
        ...beside,
      ),
      ...beside.slice(0, 1),
    ]);
  const before = made([...aside, ...shortAside]);
  const { isForgotten, film } = await afterwards(before);
  expect([isForgotten, film.length, film.toString('latin1').split(place)]).toEqual([true, before.length, expect.any(Array)]);
  expect(film.toString('latin1').split(place)).toHaveLength(3);
  const blankOf = (one: Buffer) => element('ec', '\0'.repeat(one.length - 9));
  const shortOf = (one: Buffer) => Buffer.concat([Buffer.from([0xec, 0x80 | (one.length - 2)]), Buffer.alloc(one.length - 2)]);
  expect(film).toEqual(made([...aside.map(blankOf), ...shortAside.map((one) => (one.length > 8 ? blankOf(one) : shortOf(one)))]));
});

test.each<[string, Buffer]>([
  ['an element longer than the film', Buffer.concat([head, element(ids.segment, Buffer.from('1254c36708ffffffffff', 'hex'))])],
  ['no length where one is needed', Buffer.concat([head, element(ids.segment, elementWithoutLength('1254c367', place))])],
  ['an id of no possible length', Buffer.concat([head, element(ids.segment, Buffer.alloc(20))])],
  ['more elements than any film has', Buffer.concat([head, element(ids.segment, Buffer.from('ec80'.repeat(500_001), 'hex'), ...aside)])],
])('what cannot be told to be without it is not taken: %s', async (_, film) => {
  expect((await afterwards(film)).isForgotten).toBe(false);
});

test('frames that were cut off are taken', async () => {
  const film = Buffer.concat([head, elementWithoutLength(ids.segment, element(ids.tracks, 'two'), element(ids.cluster, frames))]);
  expect(await afterwards(film.subarray(0, -10))).toEqual({ isForgotten: true, film: film.subarray(0, -10) });
});
