import { afterAll, describe, expect, it } from 'vitest';
import { type NativeBlock, readNative } from './native.ts';
import { ownDataDir, startOwnEngine } from './testing/own-engine.ts';

const folder = ownDataDir();
const own = await startOwnEngine(folder.path);
const { engine, embedded } = own;
afterAll(async () => {
  await own.stop();
  folder.remove();
});

const numbersOf = (blocks: readonly NativeBlock[], column: string) => blocks.flatMap((block) => Array.from(block.numbers(column)));
const textsOf = (blocks: readonly NativeBlock[], column: string) => blocks.flatMap((block) => block.texts(column));

describe('an answer in columns', () => {
  it.each([
    ['UInt8', [0, 255]],
    ['Int8', [-128, 127]],
    ['UInt16', [0, 65_535]],
    ['Int16', [-32_768, 32_767]],
    ['UInt32', [0, 2 ** 32 - 1]],
    ['Int32', [-(2 ** 31), 2 ** 31 - 1]],
    ['UInt64', [0, 2 ** 32, Number.MAX_SAFE_INTEGER]],
    ['Int64', [Number.MIN_SAFE_INTEGER, -1, 0, Number.MAX_SAFE_INTEGER]],
    ['Float64', [-0.1, 1 / 3, Number.MAX_VALUE, Number.POSITIVE_INFINITY]],
  ])('holds numbers of %s, alone and in arrays', async (type, values) => {
    const asText = values.map((value) => (Number.isFinite(value) ? String(value) : 'inf'));
    const sql = `select arrayJoin(arrayMap(text -> cast(text as ${type}), {asText:Array(String)})) as n, [n, n] as pair, [] :: Array(${type}) as none`;
    const blocks = await engine.columns(sql, { asText });
    expect(numbersOf(blocks, 'n')).toEqual(values);
    const [block] = blocks;
    expect(values.map((_, row) => Array.from(block?.list('pair', row) ?? []))).toEqual(values.map((value) => [value, value]));
    expect(block?.list('none', 0)).toHaveLength(0);
  });

  it('holds texts of any length, plain and from a dictionary of few or many', async () => {
    const texts = ['', 'ü', 'a'.repeat(127), 'b'.repeat(128), 'c'.repeat(20_000)];
    const sql = 'select arrayJoin({texts:Array(String)}) as plain, toLowCardinality(plain) as listed';
    const blocks = await engine.columns(sql, { texts });
    expect([textsOf(blocks, 'plain'), textsOf(blocks, 'listed')]).toEqual([texts, texts]);
    for (const many of [200, 300, 70_000]) {
      const found = await engine.columns(
        `select toLowCardinality(toString(number % ${many})) as listed, listed = '7' as isSeven from numbers(150000)`,
      );
      expect(numbersOf(found, 'isSeven').flatMap((isSeven, n) => (isSeven ? n % many : []))).toEqual(
        Array.from({ length: Math.ceil((150_000 - 7) / many) }, () => 7),
      );
      expect(textsOf(found, 'listed')).toEqual(Array.from({ length: 150_000 }, (_, n) => String(n % many)));
    }
  });

  it('comes in several blocks where it is long, and in none or empty ones where nothing is found', async () => {
    const long = await engine.columns('select number as n, range(number % 3) as upTo from numbers(200000)');
    expect(long.length).toBeGreaterThan(1);
    expect(numbersOf(long, 'n')).toEqual(Array.from({ length: 200_000 }, (_, n) => n));
    const lists = long.flatMap((block) => Array.from({ length: block.rows }, (_, row) => block.list('upTo', row).length));
    expect(lists).toEqual(Array.from({ length: 200_000 }, (_, n) => n % 3));
    const none = await engine.columns("select number as n, toLowCardinality('x') as listed, [n] as pair from numbers(3) where n > 5");
    expect([numbersOf(none, 'n'), textsOf(none, 'listed')]).toEqual([[], []]);
  });

  it('is refused where it ends early, where a column is of another kind, and where its type is not read', async () => {
    const [block] = await engine.columns("select 1 as one, 'x' as x, [1] as ones");
    expect(() => block?.numbers('x')).toThrow(RangeError);
    expect(() => block?.texts('one')).toThrow(RangeError);
    expect(() => block?.numbers('two')).toThrow(RangeError);
    expect(() => block?.list('ones', 1)).toThrow(RangeError);
    await expect(engine.columns('select now64(3) as at')).rejects.toMatchObject({ code: 'ticks_unavailable' });
    const answer = await fetch(embedded.url, {
      method: 'POST',
      body: "select 1 as one, toLowCardinality('x') as x, [1.5, 2] as ones format Native",
      headers: { 'x-clickhouse-key': own.secret },
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(readNative(bytes)).toHaveLength(1);
    // The only row names the dictionary's second value: of two, '' and 'x'.
    const named = Buffer.from(bytes).lastIndexOf(Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 1])) + 8;
    expect(readNative(bytes.with(named, 0))[0]?.texts('x')).toEqual(['']);
    expect(() => readNative(bytes.with(named, 2))).toThrow(RangeError);
    for (let length = 1; length < bytes.length; length += 1) expect(() => readNative(bytes.subarray(0, length))).toThrow(RangeError);
  });
});
