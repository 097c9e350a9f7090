import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxCsvColumns } from '../limits.ts';
import type { ListedTick } from '../tick-collector.ts';
import { type CsvOptions, readCsv } from './read-csv.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const options: CsvOptions = {
  nowMs,
  timeZone: undefined,
  memberTimeZone: 'UTC',
  person: undefined,
  notPersons: [],
  batchTicks: 1000,
  maxRows: 100_000,
};

async function read(text: string | readonly string[], overrides: Partial<CsvOptions> = {}) {
  const ticks: string[] = [];
  const rejected: ListedTick[] = [];
  const batches: number[] = [];
  const chunks = (typeof text === 'string' ? [text] : text).map((chunk) => Buffer.from(chunk));
  const summary = await readCsv(Readable.from(chunks), { ...options, ...overrides }, async (collected) => {
    batches.push(collected.accepted);
    rejected.push(...collected.rejected);
    for (const { metric, timestampsMs, values } of collected.series)
      timestampsMs.forEach((at, index) => {
        ticks.push(`${new Date(at).toISOString()} ${metric} ${values[index]}`);
      });
  });
  return { ...summary, ticks, rejected, batches };
}

describe('reading CSV', () => {
  it('reads columns, converts units and leaves empty cells out', async () => {
    const { ticks, rows, metrics, ignoredColumns } = await read(
      'timestamp,heart_rate,weight (lb),mood\n1767225600,61,,fine\n1767225660,,185,\n1767225720,62,-,ok\n',
    );
    expect(ticks).toEqual([
      '2026-01-01T00:00:00.000Z heart_rate 61',
      '2026-01-01T00:02:00.000Z heart_rate 62',
      '2026-01-01T00:01:00.000Z weight 83.914588',
    ]);
    expect({ rows, metrics, ignoredColumns }).toEqual({ rows: 3, metrics: ['heart_rate', 'weight'], ignoredColumns: ['mood'] });
  });

  it.each([
    ['semicolons and decimal commas', 'time;weight\n2026-01-01T00:00:00Z;80,5\n'],
    ['tabs', 'time\tweight\n2026-01-01T00:00:00Z\t80.5\n'],
    ['a byte order mark and CRLF', '\uFEFFtime,weight\r\n2026-01-01T00:00:00Z,80.5\r\n'],
    ['quotation marks', '"time","weight"\n"2026-01-01T00:00:00Z","80.5"\n'],
    ['no newline at the end', 'time,weight\n2026-01-01T00:00:00Z,80.5'],
    ['empty lines', '\n\ntime,weight\n\n2026-01-01T00:00:00Z,80.5\n\n'],
  ])('reads %s', async (_name, text) => expect((await read(text)).ticks).toEqual(['2026-01-01T00:00:00.000Z weight 80.5']));

  it('of several columns of one metric takes the first that is not empty, line by line', async () => {
    const { ticks } = await read('time,WeightKg,WeightPounds,bp,systolic\n2026-01-01,80,,,120\n2026-01-02,,185,130/80,140\n');
    expect(ticks).toEqual([
      '2026-01-01T00:00:00.000Z weight 80',
      '2026-01-02T00:00:00.000Z weight 83.914588',
      '2026-01-01T00:00:00.000Z systolic 120',
      '2026-01-02T00:00:00.000Z systolic 130',
      '2026-01-02T00:00:00.000Z diastolic 80',
    ]);
  });

  it('takes as many columns as the limit says, on each line, and refuses one more with the line and the limit', async () => {
    const wide = (count: number) => Array.from({ length: count - 2 }, () => ',"a, ""b"", c"').join('');
    const file = (above: number, below: number) => `time,hr${wide(above)}\n2026-01-01,60${wide(below)}\n`;
    expect((await read(file(maxCsvColumns, maxCsvColumns))).ticks).toHaveLength(1);
    await expect(read(file(maxCsvColumns + 1, 2))).rejects.toThrow(`Line 1 of the file has more columns than the ${maxCsvColumns}`);
    await expect(read(file(2, maxCsvColumns + 1))).rejects.toThrow(`Line 2 of the file has more columns than the ${maxCsvColumns}`);
  });

  it('reads blood pressure written as one', async () => {
    const { ticks, rejected } = await read(
      'time,blood pressure\n2026-01-01 08:00,120/80\n2026-01-01 09:00,120\n2026-01-01 10:00,80/1200\n',
    );
    expect(ticks).toEqual([
      '2026-01-01T08:00:00.000Z systolic 120',
      '2026-01-01T10:00:00.000Z systolic 80',
      '2026-01-01T08:00:00.000Z diastolic 80',
    ]);
    expect(rejected.map(({ index, metric }) => [index, metric])).toEqual([
      [3, 'systolic'],
      [3, 'diastolic'],
      [4, 'diastolic'],
    ]);
  });

  it('names the line of every refused reading and keeps the rest', async () => {
    const { ticks, rejected } = await read(
      'time,heart_rate,spo2\n2026-01-01 08:00,61,97\nsoon,62,98\n2026-01-01 08:02,6000,97\n2027-01-01 08:00,60,\n1767225600000,60,\n2026-01-01 08:04,fast,96\n',
    );
    expect(ticks).toHaveLength(4);
    expect(rejected.map(({ index, metric, reason }) => `${index} ${metric}: ${reason}`)).toEqual([
      expect.stringContaining('3 heart_rate: The time cannot be read'),
      expect.stringContaining('3 spo2: The time cannot be read'),
      '4 heart_rate: Heart rate is outside the plausible range of 20 to 300 bpm',
      expect.stringContaining('5 heart_rate: The timestamp lies in the future'),
      expect.stringContaining('6 heart_rate: The timestamp looks like milliseconds'),
      '7 heart_rate: Heart rate is not a number',
    ]);
  });

  it('reads local times in the zone asked for, else of the heading, else of the member', async () => {
    const body = '4/1/2016 7:54:05 AM,93\n';
    const at = async (heading: string, overrides: Partial<CsvOptions>) =>
      (await read(`${heading},hr\n${body}`, overrides)).ticks[0]?.slice(0, 19);
    expect(await at('Time (Europe/Berlin)', { timeZone: 'Asia/Tokyo' })).toBe('2016-03-31T22:54:05');
    expect(await at('Time (Europe/Berlin)', {})).toBe('2016-04-01T05:54:05');
    expect(await at('Time', { memberTimeZone: 'America/Los_Angeles' })).toBe('2016-04-01T14:54:05');
  });

  it.each([
    [
      'FreeStyle Libre in English',
      'Glucose Data,Generated on,,Generated by,\nDevice,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL,Scan Glucose mg/dL,Notes\nLibreLink,A,05-30-2021 04:59 PM,0,69,,\nLibreLink,A,05-30-2021 05:04 PM,1,,71,\n',
      ['2021-05-30T16:59:00.000Z glucose 69', '2021-05-30T17:04:00.000Z glucose 71'],
    ],
    [
      'FreeStyle Libre in Spanish',
      'Informe del paciente,Generado el,,Generado por,\nDispositivo,Sello de tiempo del dispositivo,Historial de glucosa mmol/L,Escaneo de glucosa mmol/L\nPro,13-02-2024 12:51,"5,2",\n',
      ['2024-02-13T12:51:00.000Z glucose 93.69464'],
    ],
    [
      'a weight in two units',
      'Date,WeightKg,WeightPounds\n4/5/2016 11:59:59 PM,53.3,117.5\n4/6/2016 11:59:59 PM,,117.5\n',
      ['2016-04-05T23:59:59.000Z weight 53.3', '2016-04-06T23:59:59.000Z weight 53.297103'],
    ],
    ['thousands', 'time,steps\n2026-01-01,"1,234"\n', ['2026-01-01T00:00:00.000Z steps 1234']],
    ['a date and a time of day', 'Date,Time,Pulse\n1/1/2026,8:30 AM,61\n', ['2026-01-01T08:30:00.000Z heart_rate 61']],
  ])('reads %s', async (_name, text, expected) => {
    const { ticks, rejected } = await read(text);
    expect([ticks, rejected]).toEqual([expected, []]);
  });

  it('reads states written as the words of the screens', async () =>
    expect(
      (await read('time,sleep,band status\n2026-01-01 02:00,Deep,Band on wrist\n2026-01-01 02:10,REM,2\n')).ticks.map((tick) =>
        tick.slice(25),
      ),
    ).toEqual(['sleep_depth 4', 'sleep_depth 3', 'band_removed 0', 'band_removed 2']));

  it.each([
    ['band_removed', '0,1,2,3', [0, 1, 2]],
    ['band_removed (tick codes)', '0,1,2,3', [1, 2, 0]],
    ['Band status [report codes]', '0,1,2,3', [0, 1, 2]],
    ['band_removed (tick codes)', 'charging,3', [2, 0]],
  ])('reads states of the band in the codes that the heading names: %s', async (heading, codes, expected) => {
    const rows = codes.split(',').map((code, minute) => `2026-01-01 02:0${minute},${code}`);
    const { ticks, rejected } = await read(`time,${heading}\n${rows.join('\n')}\n`);
    expect(ticks.map((tick) => Number(tick.split(' ').at(-1)))).toEqual(expected);
    expect(rejected).toHaveLength(rows.length - expected.length);
  });

  it('refuses codes of the band that are in no system that is known', async () => {
    await expect(read('time,band_removed (other codes)\n2026-01-01 02:00,1\n')).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('refuses a line with more cells than headings, as by a decimal comma without quotation marks, and names it', async () => {
    const { ticks, rejected } = await read('time,weight\n2026-01-01,80\n2026-01-02,99,5\n2026-01-03,81,,\n');
    expect(ticks.map((tick) => Number(tick.split(' ').at(-1)))).toEqual([80, 81]);
    expect(rejected).toMatchObject([{ index: 3, metric: null, reason: expect.stringContaining('more cells than there are headings') }]);
  });

  it.each([
    [
      'English, imperial units',
      '\uFEFFTimestamp (America/Chicago),Heart rate (bpm),"Heart rate, lowest (bpm)",SpO₂ (%),Skin temperature (°F),GSR (µS),Movement (steps),Calories (cal),Weight (lbs),Sleep,Band status\r\n',
      '"Apr 1, 2016 07:54:00 AM",93,91,97.5,97.88,2.5,12,1.25,185,Deep,Band on wrist\r\n',
    ],
    [
      'Spanish',
      '\uFEFFFecha y hora (America/Chicago),Frecuencia cardíaca (bpm),"Frecuencia cardíaca, mínimo (bpm)",SpO₂ (%),Temperatura de la piel (°F),Conductancia de la piel (µS),Movimiento (steps),Calorías (cal),Peso (lbs),Sueño,Estado de la pulsera\r\n',
      '"Apr 1, 2016 07:54:00 AM",93,91,97.5,97.88,2.5,12,1.25,185,Profundo,Pulsera en la muñeca\r\n',
    ],
  ])('reads what the portal exports: %s', async (_name, header, row) => {
    const { ticks, rejected, ignoredColumns } = await read(header + row, { memberTimeZone: 'Asia/Tokyo' });
    expect(ticks.map((tick) => tick.replace('2016-04-01T12:54:00.000Z ', ''))).toEqual([
      'heart_rate 93',
      'spo2 97.5',
      'skin_temp 36.6',
      'gsr 2.5',
      'steps 12',
      'calories 1.25',
      'weight 83.914588',
      'sleep_depth 4',
      'band_removed 0',
    ]);
    expect(rejected).toEqual([]);
    expect(ignoredColumns).toHaveLength(1);
  });

  it('hands ticks on in batches and gives the same however the bytes are cut', async () => {
    const text = `time,heart_rate,spo2\n${Array.from({ length: 200 }, (_, minute) => `${1_767_225_600 + minute * 60},${60 + (minute % 40)},97`).join('\n')}`;
    const whole = await read(text, { batchTicks: 100 });
    expect(whole.batches).toEqual([100, 100, 100, 100, 0]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 60 }), async (sizes) => {
        const pieces: string[] = [];
        let from = 0;
        for (let index = 0; from < text.length; index += 1) {
          const size = sizes[index % sizes.length] ?? 1;
          pieces.push(text.slice(from, from + size));
          from += size;
        }
        expect((await read(pieces)).ticks.toSorted()).toEqual(whole.ticks.toSorted());
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['an empty file', '', 'The file is empty'],
    ['no column that says when', 'heart_rate\n60\n', 'says when'],
    ['a zone that does not exist', 'time (Mars/Olympus),hr\n', 'time zone'],
    ['a quotation mark never closed', 'time,hr\n2026-01-01 08:00,60\n"2026-01-01 08:01,61\n', 'never closed'],
    ['one endless line', `time,hr,${'x'.repeat(1_200_000)}`, 'too long'],
  ])('refuses %s with the reason', async (_name, text, reason) => expect(read(text)).rejects.toThrow(reason));
});

it('refuses a file of more lines than one call may hold, and takes one of just as many', async () => {
  const file = (lines: number) =>
    `time,hr\n${Array.from({ length: lines }, (_, minute) => `${1_767_225_600 + minute * 60},60\n`).join('')}`;
  expect((await read(file(100), { maxRows: 100 })).rows).toBe(100);
  await expect(read(file(101), { maxRows: 100 })).rejects.toMatchObject({
    code: 'body_too_large',
    message: expect.stringContaining('100 lines'),
  });
});
