import { describe, expect, it } from 'vitest';
import { createWallClock } from '../../wall-clock.ts';
import { formats } from '../all-formats.ts';
import type { FilePart, Format, FormatContext, Reading } from '../format.ts';
import { recognise } from '../recognise.ts';

const mebibyte = 2 ** 20;
const formatOf = (id: string): Format => {
  const format = formats.find((one) => one.id === id);
  if (!format) throw new Error(`No format ${id}`);
  return format;
};

/** A line of headings of each format that reads tables; two have none. */
const heads: readonly (readonly [id: string, head: string])[] = [
  ['fitabase', 'Id,ActivityMinute,Steps\n'],
  ['garmin-fit', 'time_utc,utc_offset_s,heart_rate_bpm\n'],
  ['garmin-stream', ''],
  ['lifesnaps', 'id,date,nightly_temperature,rmssd,full_sleep_breathing_rate,resting_hr,scl_avg\n'],
  ['welltory', 'user_code,measurement_datetime,diastolic,systolic,kerdo_vegetation_index\n'],
  ['stress-predict', 'Participant,HR,respr,Time(sec),Label\n'],
  ['sleep-accel', 'seconds_from_start,sleep_stage,activity_count\n'],
  ['libreview', 'Device Timestamp,Record Type,Historic Glucose mg/dL\n'],
  ['dexcom-clarity', 'timestamp,event_type,event_subtype,patient_info,glucose,insulin_value\n'],
  ['withings', 'Date,Weight (kg),Fat mass (kg)\n'],
  ['withings-sleep-state', 'start,duration,value\n'],
  ['empatica-e4-eda', '1644227574.0\n4.0\n'],
];

/** A file of pieces, and how much of it was asked for. */
function fileOf(pieces: () => Iterable<Uint8Array>) {
  let asked = 0;
  const part: FilePart = {
    name: '',
    async *bytes() {
      asked = 0;
      for (const piece of pieces()) {
        asked += piece.length;
        yield piece;
      }
    },
  };
  return { part, asked: () => asked };
}

function* endless(head: string, filling: string): Generator<Uint8Array> {
  yield Buffer.from(head);
  const piece = Buffer.alloc(64 * 1024, filling);
  for (let bytes = 0; bytes < 100 * mebibyte; bytes += piece.length) yield piece;
}

async function readAll(format: Format, part: FilePart) {
  const readings: Reading[] = [];
  const refused: string[] = [];
  const context: FormatContext = {
    person: undefined,
    startMs: 0,
    skip: () => {},
    bornOn: () => {},
    refuse: (_place, _metric, reason) => refused.push(reason),
    wallClock: () => createWallClock('UTC'),
  };
  for await (const piece of format.read([part], context)) readings.push(...piece);
  return { readings, refused };
}

describe('a hostile table', () => {
  it.each(heads)('of %s with a line of 100 MB is refused after some MB of it', async (id, head) => {
    for (const filling of ['x', '"', ',']) {
      const { part, asked } = fileOf(() => endless(head, filling));
      await expect(readAll(formatOf(id), part)).rejects.toMatchObject({ code: 'invalid_input' });
      expect(asked()).toBeLessThan(4 * mebibyte);
    }
  });

  it.each(heads)('of %s with 10,000 columns is refused', async (id, head) => {
    for (const line of [`${head}${'1,'.repeat(10_000)}\n`, `${'a,'.repeat(10_000)}${head}`]) {
      const { part } = fileOf(() => [Buffer.from(line)]);
      await expect(readAll(formatOf(id), part)).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });

  it.each(heads)('of %s in UTF-16 is refused with what to do', async (id, head) => {
    const { part } = fileOf(() => [Buffer.from(`\uFEFF${head}1,2,3\n`, 'utf16le')]);
    await expect(readAll(formatOf(id), part)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('UTF-8') });
  });

  it.each(heads)('of %s with NUL bytes, control characters and bytes that are no UTF-8 gives no reading', async (id, head) => {
    const cells = Array.from({ length: Math.max(3, head.split(',').length) }, () => '\0\u0007');
    const lines = Buffer.concat([Buffer.from(`${head}${cells.join(',')}\n`), Buffer.from([0xc3, 0x28, 0x2c, 0xff, 0x2c, 0xfe, 0x0a])]);
    const { part } = fileOf(() => [lines]);
    const { readings } = await readAll(formatOf(id), part);
    expect(readings.filter(({ value, timestampMs }) => Number.isFinite(value) && Number.isFinite(timestampMs))).toEqual([]);
  });

  it('with headings in another encoding than UTF-8 is refused, and not read without them', async () => {
    const head = 'Sello de tiempo del dispositivo,Tipo de registro,Historial de glucosa mmol/L,Insulina de acción rápida (unidades)\n';
    const { part } = fileOf(() => [Buffer.from(head, 'latin1')]);
    await expect(readAll(formatOf('libreview'), part)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('UTF-8'),
    });
  });

  it('is recognised, or not, without a look at more than its first lines', () => {
    const wide = `${'a,'.repeat(32_000)}\n`;
    for (const text of ['x'.repeat(65_536), '"'.repeat(65_536), ','.repeat(65_536), wide, '\0'.repeat(1_000), '[60,'.repeat(16_000)])
      expect(formats.filter((format) => format.recognises({ text, entries: null }))).toEqual([]);
    expect(() => recognise({ text: '', entries: Array.from({ length: 10_000 }, (_, index) => `${index}.csv`) }, formats)).toThrow(/zip/);
  });
});

describe('a line that is not of the table', () => {
  const table = 'Device,Device Timestamp,Record Type,Historic Glucose mg/dL,Notes\n';
  const right = 'Libre,2026-01-05 17:05,0,101\n';
  const refusedOf = async (line: string) => {
    const { part } = fileOf(() => [Buffer.from(`${table}${right}${line}`)]);
    return readAll(formatOf('libreview'), part);
  };

  it.each([
    ['of another table, joined to this one', '2022-01-01T00:00:00Z,3600,118\n', /fewer cells/],
    ['that the end of the file cuts', 'Libre,2026-01-05 17', /fewer cells/],
    ['with a cell under no heading, after a comma that nothing quotes', 'Libre,2026-01-05 17:20,0,99,before lunch, tired\n', /more cells/],
  ])('is refused: one %s', async (_, line, reason) => {
    const { readings, refused } = await refusedOf(line);
    expect(readings.map(({ value }) => value)).toEqual([101]);
    expect(refused).toEqual([expect.stringMatching(reason)]);
  });

  it('may end early or be empty where nothing is missing', async () => {
    const { readings, refused } = await refusedOf('Libre,2026-01-05 17:20,0,102\n\n,,,,\n');
    expect([readings.length, refused]).toEqual([2, []]);
  });
});
