import { afterAll, expect, it } from 'vitest';
import { float64ArrayBytes, int8Byte, int64Bytes, stringBytes, uuidBytes } from './row-binary.ts';
import { ownDataDir, startOwnEngine } from './testing/own-engine.ts';

const folder = ownDataDir();
const own = await startOwnEngine(folder.path);
afterAll(async () => {
  await own.stop();
  folder.remove();
});

it('writes what the engine reads, whatever the lengths', async () => {
  const { engine } = own;
  await engine.command('create table default.written (id UUID, n Int8, at Int64, name String, list Array(Float64)) engine = Memory');
  const rows = [0, 1, 127, 128, 20_000].map((length, at) => ({
    id: `00112233-4455-6677-8899-aabbccddeef${at}`,
    n: 1 - at,
    at: at % 2 === 0 ? -(2 ** 40) : 2 ** 52 + 1,
    name: 'ü'.repeat(length),
    list: Array.from({ length }, (_, index) => index / 3),
  }));
  const bytes = rows.flatMap(({ id, n, at, name, list }) => [
    ...[uuidBytes(id), int8Byte(n), int64Bytes(at)],
    ...[...stringBytes(name), ...float64ArrayBytes(Float64Array.from(list))],
  ]);
  await engine.insert('default.written', ['id', 'n', 'at', 'name', 'list'], Buffer.concat(bytes));
  expect(await engine.query('select * from default.written order by id')).toEqual(rows);
});

it('refuses what is no UUID', () => {
  for (const text of ['', '00112233-4455-6677-8899-aabbccddeef', '00112233-4455-6677-8899-aabbccddeefg'])
    expect(() => uuidBytes(text)).toThrow(RangeError);
});
