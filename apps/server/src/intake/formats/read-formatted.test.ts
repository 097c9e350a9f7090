import { describe, expect, it } from 'vitest';
import type { CollectedTicks } from '../tick-collector.ts';
import type { Format, FormatContext, Reading } from './format.ts';
import { type ReadOptions, readFormatted, requireOnePerson } from './read-formatted.ts';

const nowMs = Date.UTC(2026, 0, 15);
const options: ReadOptions = { nowMs, timeZone: 'Europe/Berlin', person: undefined, birthDate: '1980-02-29', batchTicks: 10 };

/** A format that does what a test says. */
function formatThat(read: (context: FormatContext) => readonly Reading[], people: readonly string[] = []): Format {
  return {
    id: 'test',
    name: 'Test export',
    recognises: () => true,
    async *persons() {
      yield* people;
    },
    async *read(_parts, context) {
      yield read(context);
    },
  };
}

async function run(read: (context: FormatContext) => readonly Reading[], overrides: Partial<ReadOptions> = {}) {
  const batches: CollectedTicks[] = [];
  const summary = await readFormatted(formatThat(read), [], { ...options, ...overrides }, async (batch) => {
    batches.push(batch);
  });
  return { batches, ...summary };
}

describe('the frame that formats are read in', () => {
  it('judges each reading by the rules of all intake, and hands on batches', async () => {
    const beats = Array.from({ length: 12 }, (_, index) => ({
      place: index + 1,
      metric: 'heart_rate' as const,
      timestampMs: nowMs - index,
      value: 60,
    }));
    const { batches } = await run(() => [...beats, { place: 13, metric: 'heart_rate', timestampMs: nowMs, value: 600 }]);
    expect(batches.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(12);
    expect(batches.flatMap(({ rejected }) => rejected.map(({ index }) => index))).toEqual([13]);
  });

  it('counts reasons, however many a file makes up, and lets none of them write to the terminal', async () => {
    const { skipped } = await run((context) => {
      for (let index = 0; index < 1_000; index += 1) context.skip(`kind ${index}`);
      context.skip('kind 1', 5);
      context.skip('nothing', 0);
      return [];
    });
    expect([skipped.size, skipped.get('kind 1'), skipped.has('nothing')]).toEqual([201, 6, false]);
    expect([...skipped.values()].reduce((sum, count) => sum + count, 0)).toBe(1_005);
    const told = await run((context) => {
      context.skip('kind \u001b[2J\u0007');
      return [];
    });
    expect([...told.skipped.keys()]).toEqual(['kind  [2J ']);
  });

  it('tells local times that the clock skipped or showed twice, over all tables of a file', async () => {
    const { notes } = await run((context) => {
      for (let table = 0; table < 2; table += 1) {
        const clock = context.wallClock();
        for (const wall of ['2024-03-31T02:30', '2024-06-01T12:00', '2024-10-27T02:30']) clock.momentOf(Date.parse(`${wall}Z`));
      }
      return [];
    });
    expect([...notes.values()]).toEqual([2, 2]);
    expect((await run((context) => [void context.wallClock()].flatMap(() => []))).notes).toEqual(new Map());
  });

  it('refuses a zone that does not exist before anything is read', async () => {
    await expect(run(() => [], { timeZone: 'Mars/Olympus' })).rejects.toMatchObject({ code: 'invalid_input', fields: [{ field: 'tz' }] });
  });

  it('refuses another date of birth than the member’s, unless it was chosen; what is no date says nothing', async () => {
    const born = (date: string) => (context: FormatContext) => {
      context.bornOn(date);
      return [];
    };
    await expect(run(born('1980-03-01'))).rejects.toMatchObject({ code: 'conflict', fields: [{ field: 'person', message: '1980-03-01' }] });
    for (const date of ['1980-02-29', '', 'unknown']) await expect(run(born(date))).resolves.toBeDefined();
    await expect(run(born('1980-03-01'), { person: '1980-03-01' })).resolves.toBeDefined();
  });

  it.each<readonly [string, readonly string[], string | undefined, object]>([
    ['nobody', [], undefined, []],
    ['one', ['a', 'a'], undefined, ['a']],
    ['the one chosen', ['a', 'b'], 'b', ['b']],
  ])('takes a file about %s', async (_who, people, person, named) => {
    expect(
      await requireOnePerson(
        formatThat(() => [], people),
        [],
        { ...options, person },
      ),
    ).toEqual(named);
  });

  it.each<readonly [string, readonly string[], string | undefined, RegExp]>([
    ['several', ['a', 'b'], undefined, /about 2 persons/],
    ['another than the one chosen', ['a'], 'c', /person chosen/],
    ['nobody, where one was chosen', [], 'c', /person chosen/],
  ])('refuses a file about %s', async (_who, people, person, sentence) => {
    await expect(
      requireOnePerson(
        formatThat(() => [], people),
        [],
        { ...options, person },
      ),
    ).rejects.toThrow(sentence);
  });
});
