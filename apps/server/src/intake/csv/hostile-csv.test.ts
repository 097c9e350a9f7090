import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { maxCellCharacters } from '../limits.ts';
import type { ListedTick } from '../tick-collector.ts';
import { readCsv } from './read-csv.ts';

/** No file may take longer, whatever it holds. Time of this thread, which is the same on a busy machine. */
const longestAnswerMs = 1_000;

async function read(text: string) {
  const rejected: ListedTick[] = [];
  let readings = 0;
  const options = {
    nowMs: Date.UTC(2026, 0, 15),
    timeZone: undefined,
    memberTimeZone: 'UTC',
    person: undefined,
    notPersons: [],
    batchTicks: Number.POSITIVE_INFINITY,
    maxRows: 1_000_000,
  };
  const before = process.threadCpuUsage();
  let failure: unknown;
  try {
    await readCsv(Readable.from([Buffer.from(text)]), options, async (collected) => {
      // The lines repeat a moment: what gives way to the same again was read as well.
      readings += collected.accepted + collected.replacedTotal;
      rejected.push(...collected.rejected);
    });
  } catch (error) {
    failure = error;
  }
  const { user, system } = process.threadCpuUsage(before);
  return { tookMs: (user + system) / 1000, readings, rejected, failure };
}

const row = '2026-01-01 08:00,60\n';
const column = (count: number, name: (index: number) => string) => Array.from({ length: count }, (_, index) => name(index)).join(',');

describe('a file made to stall the server', () => {
  it.each([
    ['40,000 equal headings', `time,${column(40_000, () => 'hr')}\n${row}`, 'Line 1 of the file has more columns than the 500'],
    [
      '40,000 different headings',
      `time,${column(40_000, (index) => `hr${index}`)}\n${row}`,
      'Line 1 of the file has more columns than the 500',
    ],
    ['a heading of an opened bracket and 2,000 spaces', `time,hr,a(${' '.repeat(2_000)}x\n${row}`, 'heading of column 3'],
    ['a heading of 100,000 nested brackets', `time,hr,${'[('.repeat(50_000)})\n${row}`, 'heading of column 3'],
    ['a preface and then a heading too long', `Report of,somebody\ntime,hr,${'x'.repeat(300)}\n${row}`, 'heading of column 3'],
    ['six lines without headings of 500 KB each', `${`${'time '.repeat(100_000)}\n`.repeat(6)}${row}`, 'heading of column 1'],
    ['six lines of a million separators', `${','.repeat(1_000_000)}\n`.repeat(6), 'Line 1 of the file has more columns than the 500'],
    ['a million quotation marks in the first line', `${'"'.repeat(1_000_000)},time\n${row}`, 'heading of column 1'],
    ['a quotation mark never closed', `time,hr\n${row}"${'x,\n'.repeat(600_000)}`, 'never closed'],
    ['a line of a million cells further down', `time,hr\n${row}${'1,'.repeat(500_000)}\n`, 'Line 3 of the file has more columns'],
    ['100,000 byte order marks', '\uFEFF'.repeat(100_000), 'heading of column 1'],
    ['500 units in brackets, one of them unknown', `time,${column(400, () => 'weight (kg)')},weight (${'x'.repeat(150)})\n${row}`, 'unit'],
  ])('%s: is refused at once, with what is wrong', async (_name, text, reason) => {
    const { failure, tookMs } = await read(text);
    expect(failure).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(reason) });
    expect(tookMs).toBeLessThan(longestAnswerMs);
  });

  it.each([
    ['spaces in the date', `2026-01-01${' '.repeat(2_000)}x,60`, 'The time cannot be read'],
    ['spaces in the time of day', `2026-01-01 ${' '.repeat(2_000)}08:00${' '.repeat(2_000)}x,60`, 'The time cannot be read'],
    ['figures in the date', `${'1'.repeat(100_000)}x,60`, 'The time cannot be read'],
    ['slashes in the date', `1/1/2026${'/ '.repeat(50_000)},60`, 'The time cannot be read'],
    ['dashes in the date', `1${'- '.repeat(50_000)}Jan,60`, 'The time cannot be read'],
    ['a cell of 500 KB', `2026-01-01 08:01,${'6'.repeat(500_000)}`, `longer than the ${maxCellCharacters} characters`],
    ['a cell of thousands', `2026-01-01 08:01,"1${',000'.repeat(10_000)}"`, `longer than the ${maxCellCharacters} characters`],
    ['a cell of slashes', `2026-01-01 08:01,${'/1'.repeat(50_000)}`, `longer than the ${maxCellCharacters} characters`],
  ])('%s: costs that reading only', async (_name, line, reason) => {
    const { failure, tookMs, readings, rejected } = await read(`time,hr\n${row}${`${line}\n`.repeat(5)}${row}`);
    expect(failure).toBeUndefined();
    expect(readings).toBe(2);
    expect(rejected.map(({ index }) => index)).toEqual([3, 4, 5, 6, 7]);
    expect(rejected[0]?.reason).toContain(reason);
    expect(tookMs).toBeLessThan(longestAnswerMs);
  });

  it('costs in proportion to its length where all 500 columns hold one metric and half of each line is empty', async () => {
    const heading = `time,${column(499, () => 'hr')}\n`;
    const line = `2026-01-01 08:00,${','.repeat(249)}${column(250, () => '60')}\n`;
    await read(heading + line.repeat(20));
    const few = await read(heading + line.repeat(100));
    const many = await read(heading + line.repeat(400));
    expect([few.readings, many.readings]).toEqual([100, 400]);
    // Four times the lines; twice that is left to a busy machine.
    expect(many.tookMs).toBeLessThan(Math.max(few.tookMs, 20) * 8);
  });

  it.each([
    ['texts', (at: number) => `a${at}`],
    ['whole numbers', (at: number) => `${1_000 + at}`],
    ['days', (at: number) => `1/${1 + (at % 28)}/2020`],
  ])('costs in proportion to its length where 490 columns that nobody knows hold different %s', async (_name, cell) => {
    const heading = `time,hr,${column(490, (index) => `c${index}`)}\n`;
    const lines = (count: number) =>
      Array.from({ length: count }, (_, line) => `2026-01-01 08:00,60,${column(490, (index) => cell(line * 490 + index))}\n`).join('');
    await read(heading + lines(100));
    const few = await read(heading + lines(100));
    const many = await read(heading + lines(400));
    expect([few.readings, many.readings]).toEqual([100, 400]);
    // Four times the lines; twice that is left to a busy machine.
    expect(many.tookMs).toBeLessThan(Math.max(few.tookMs, 20) * 8);
  });

  it('costs no more where each line has another width than the first', async () => {
    const lines = (count: number, line: string) => `time,hr\n${row}${line.repeat(count)}`;
    await read(lines(20_000, '-,-\n'));
    const even = await read(lines(20_000, '-,-\n'));
    const ragged = await read(lines(20_000, '-\n'));
    expect(ragged.failure).toBeUndefined();
    // Less is to be read; twice as much is left to a busy machine.
    expect(ragged.tookMs).toBeLessThan(Math.max(even.tookMs, 50) * 2);
  });

  it('reads local times of every day since 2000 within the second', async () => {
    const days = Array.from({ length: 9_400 }, (_, day) => new Date(Date.UTC(2000, 0, 2) + day * 86_400_000));
    const { readings, tookMs } = await read(
      `time (America/St_Johns),hr\n${days.map((day) => `${day.toISOString().slice(0, 10)} 03:30,60\n`).join('')}`,
    );
    expect(readings).toBe(9_400);
    expect(tookMs).toBeLessThan(longestAnswerMs);
  });
});
