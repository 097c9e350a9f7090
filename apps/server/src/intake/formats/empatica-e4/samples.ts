import { VigilError } from '@vigil/contract/errors';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { separated } from '#platform/csv/records.ts';
import { readCell } from '../../csv/cells.ts';
import { refuseTooManyColumns } from '../../csv/headings.ts';
import type { FilePart, FormatContext, Reading } from '../format.ts';
import type { Sensor } from './sensors.ts';

/** A moment in Unix seconds: no session is older than the E4 (2013). */
const earliestStartSeconds = 1_350_000_000;
/** The E4's fastest sensor gives 64 samples a second. */
const highestRate = 1_000;

/** Samples of one sensor, each at its moment; of a sensor that is not kept, how many there are. */
export async function* samplesOf(
  part: FilePart,
  { file, metric, skip }: Sensor,
  context: FormatContext,
): AsyncIterable<readonly Reading[]> {
  const { records } = await separated(part.bytes(), refuseTooManyColumns);
  let startMs: number | undefined;
  let rate: number | undefined;
  let samples = 0;
  for await (const piece of records) {
    const readings: Reading[] = [];
    for (const { record, line } of piece) {
      refuseTooManyColumns(record.length, line);
      if (metric === null) context.skip(skip);
      else if (startMs === undefined) startMs = startOf(record, file) * 1000;
      else if (rate === undefined) rate = rateOf(record, file);
      else {
        const value = readCell(metric, record[0] ?? '', catalogue[metric].ucum, ',');
        readings.push({ place: line, metric, timestampMs: startMs + (samples * 1000) / rate, value });
        samples += 1;
      }
    }
    yield readings;
  }
}

/** The first two lines of a file as numbers, where it can be one of the E4. */
export function headOf(lines: readonly (readonly string[])[]): { readonly startSeconds: number; readonly rate: number } | null {
  const [start = [], rate = []] = lines;
  const [startSeconds, perSecond] = [Number(start[0]), Number(rate[0])];
  return isStart(startSeconds) && isRate(perSecond) ? { startSeconds, rate: perSecond } : null;
}

const isStart = (seconds: number) => seconds >= earliestStartSeconds && seconds < earliestStartSeconds * 4;
const isRate = (rate: number) => rate > 0 && rate <= highestRate;

function startOf([cell]: readonly string[], file: string): number {
  const seconds = Number(cell);
  if (!isStart(seconds))
    throw new VigilError('invalid_input', `The first line of ${file} is no moment in Unix seconds; nothing of it was stored`);
  return seconds;
}

function rateOf([cell]: readonly string[], file: string): number {
  const rate = Number(cell);
  if (!isRate(rate))
    throw new VigilError('invalid_input', `The second line of ${file} is no number of samples a second; nothing of it was stored`);
  return rate;
}
