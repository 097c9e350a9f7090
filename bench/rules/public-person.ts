import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isMetricId, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { Column, Person } from './person.ts';

const file = join(import.meta.dirname, '../../apps/server/src/demo/public-dataset/fitbit-4558609924.csv.gz');
/** Heart rate is one value a minute while the band is on; a longer pause is time off the wrist. Seconds. */
const pauseSeconds = 300;

/**
 * The real person of the demonstration's public data set: 41 days of heart rate by the minute, 30 of them with steps. The source never
 * says whether the band was worn: it is taken for worn where heart rates come.
 */
export async function publicPerson(): Promise<Person> {
  const [head = '', ...lines] = gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const rows = lines.map((line) => line.split(','));
  const columns = new Map<MetricId, Column>();
  for (const [place, name] of head.split(',').entries()) {
    if (!isMetricId(name)) continue;
    const given = rows.filter((row) => row[place]);
    columns.set(name, { seconds: given.map(secondsOf), values: given.map((row) => Number(row[place])) });
  }
  const pulse = Array.from(columns.get('heart_rate')?.seconds ?? []);
  const worn = pulse.map((start, index) => ({ start, end: Math.min(start + pauseSeconds, pulse[index + 1] ?? start + 60), value: 0 }));
  return { timeZone: 'UTC', birthDate: null, columns, worn, fromSeconds: pulse[0] ?? 0, toSeconds: (pulse.at(-1) ?? 0) + 60 };
}

const secondsOf = ([timestamp = '']: readonly string[]) => Date.parse(`${timestamp}Z`) / 1000;
