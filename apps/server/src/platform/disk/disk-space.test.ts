import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDiskReserve, diskStateOf, readDiskRoom } from './disk-space.ts';

const [mib, gib, tib] = [1024 ** 2, 1024 ** 3, 1024 ** 4];
const folder = mkdtempSync(join(tmpdir(), 'vigil-disk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['a tenth of a disk of 100 GiB', 100 * gib, 10 * gib, 10 * gib - 1, 'low'],
  ['20 GiB of a large disk', 2 * tib, 20 * gib, 20 * gib - 1, 'low'],
  ['2 GiB of a small disk', 10 * gib, 2 * gib, 2 * gib - 1, 'low'],
] as const)('room is running out early enough: below %s', (_, totalBytes, enough, few, state) => {
  expect(diskStateOf({ totalBytes, freeBytes: enough }, gib)).toBe('ok');
  expect(diskStateOf({ totalBytes, freeBytes: few }, gib)).toBe(state);
});

test('before readings are refused, everything else has stopped; and before that somebody was told', () => {
  const stateAt = (freeBytes: number) => diskStateOf({ totalBytes: 100 * gib, freeBytes }, gib);
  expect([gib, gib - 1, 256 * mib, 256 * mib - 1, 0].map(stateAt)).toEqual(['low', 'readings-only', 'readings-only', 'full', 'full']);
});

test('an operator who reserves more is told earlier', () => {
  expect(diskStateOf({ totalBytes: 10 * gib, freeBytes: 7 * gib }, 4 * gib)).toBe('low');
  expect(diskStateOf({ totalBytes: 10 * gib, freeBytes: 8 * gib }, 4 * gib)).toBe('ok');
});

test('the room of a folder that is not made yet is that of the disk on which it will be', async () => {
  const [there, notYet] = await Promise.all([readDiskRoom(folder), readDiskRoom(join(folder, 'not', 'yet'))]);
  expect(notYet.totalBytes).toBe(there.totalBytes);
  expect(there.freeBytes).toBeGreaterThan(0);
});

describe('the reserve for readings', () => {
  function reserveOn(disk: { free: number }) {
    let nowMs = 0;
    let looks = 0;
    const reserve = createDiskReserve({
      reserveBytes: 1_000,
      nowMs: () => nowMs,
      freeBytes: async () => {
        looks += 1;
        return disk.free;
      },
    });
    return {
      reserve,
      looks: () => looks,
      pass: (ms: number) => {
        nowMs += ms;
      },
    };
  }

  test('what is written counts at once, before the file system says so, and the disk is not asked for every piece', async () => {
    const { reserve, looks } = reserveOn({ free: 5_000 });
    for (let pieces = 0; pieces < 4; pieces += 1) await reserve.take(1_000);
    expect(looks()).toBe(1);
    // A file system that has not caught up is believed: it is asked anew, and says how it stands.
    await reserve.take(1_000);
    expect(looks()).toBe(2);
  });

  test('is left alone by whatever would reach into it, and given back as soon as room was made', async () => {
    const disk = { free: 1_500 };
    const { reserve, pass } = reserveOn(disk);
    await reserve.take(400);
    disk.free = 1_100;
    await expect(reserve.take(200)).rejects.toMatchObject({ code: 'storage_full', retryAfterSeconds: 600 });
    await expect(reserve.require(101)).rejects.toMatchObject({ code: 'storage_full' });
    await reserve.require(100);
    disk.free = 5_000;
    await reserve.take(200);
    disk.free = 900;
    pass(1_000);
    await expect(reserve.require()).rejects.toMatchObject({ code: 'storage_full' });
  });
});
