import { Readable } from 'node:stream';
import { metricIds } from '@vigil/domain/metrics/catalogue';
import { isMissing, readCell, splitPressure } from '#intake/csv/cells.ts';
import { readDateText } from '#intake/csv/date-texts.ts';
import { planColumns } from '#intake/csv/headings.ts';
import { personColumns } from '#intake/csv/person-columns.ts';
import { readCsv } from '#intake/csv/read-csv.ts';
import { splitUnit } from '#intake/csv/split-unit.ts';
import { createWallClock } from '#intake/wall-clock.ts';
import { isForSender, never } from '../documented.ts';
import { type Fuzzer, textFuzzer } from '../fuzzer.ts';

const files = [
  'time,heart_rate,weight (lb),Blood pressure\n4/1/2016 7:54:00 AM,93,,120/80\n2016-04-01T07:55:00Z,94,185,\n',
  'Report,of\nUser Id;Time (Europe/Berlin);"Glucose (mmol/L)"\n7;1.4.2016 07:54;"5,2"\n7;Apr 1, 2016 7:55 PM;5,3\n',
];
const headings = ['weight (lb)', 'systolic (mm[Hg])', 'Time (Europe/Berlin)', 'glucose_value_mg_dl', 'WeightKg'];
const dates = ['4/1/2016 7:54:00 AM', '2016-04-01 07:54:00.5+02:00', 'Apr 1, 2016, 7:54:00\u202fPM', '1 Apr 2016 19:54', '1460000000.25'];
const cells = ['93', '1,234.5', '80,5', '120/80', '6e1', 'Deep', '-', ' 97 '];
const zones = ['Europe/Berlin', 'America/St_Johns', 'UTC', 'Etc/GMT+12'];
const options = {
  ...{ nowMs: Date.UTC(2026, 0, 15), timeZone: undefined, memberTimeZone: 'UTC', batchTicks: 1_000, maxRows: 1_000_000 },
  ...{ person: undefined, notPersons: [] },
};

/** The CSV of readings: the file, and each of the parts that its reading is made of. */
export const csvFuzzers: readonly Fuzzer[] = [
  textFuzzer('CSV file', files, (text) => readCsv(Readable.from([Buffer.from(text)]), options, async () => {}), isForSender),
  textFuzzer('CSV below a good heading', files, (text) => readCsv(below(text), options, async () => {}), isForSender),
  textFuzzer('CSV heading', headings, (text) => [planColumns(['time', 'hr', text]), personColumns([text], new Set())], isForSender),
  textFuzzer('CSV heading with its unit', headings, splitUnit, never),
  textFuzzer('CSV date', dates, readDateText, never),
  textFuzzer('CSV cell', cells, readEveryWay, never),
  textFuzzer('wall clock and its zone', zones, readInZone, never),
];

function below(text: string): Readable {
  return Readable.from([Buffer.from('time,heart_rate,bp,sleep\n'), Buffer.from(text)]);
}

function readEveryWay(cell: string): void {
  isMissing(cell);
  splitPressure(cell);
  for (const metric of metricIds)
    if (typeof readCell(metric, cell, '/min', ',') !== 'number')
      throw new Error(`${metric}: a cell was read as something else than a number`);
}

function readInZone(zone: string): void {
  const clock = wallClockOrNone(zone);
  for (const wallMs of [0, 8.64e15, -8.64e15, Number.NaN, Number.POSITIVE_INFINITY, Date.UTC(2026, 2, 29, 2, 30)]) clock?.momentOf(wallMs);
}

/** A zone that does not exist is the one thing that may be wrong, and is told by the error that the platform has for it. */
function wallClockOrNone(zone: string) {
  try {
    return createWallClock(zone);
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith('Invalid time zone')) return undefined;
    throw error;
  }
}
