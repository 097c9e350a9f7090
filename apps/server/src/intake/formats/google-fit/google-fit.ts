import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { FilePart, Format, FormatContext, Reading } from '../format.ts';
import { type JsonObject, jsonValues, listOf, objectOf } from '../json-values.ts';
import { inKeptUnit } from '../kept-unit.ts';
import { notAMoment } from '../moments.ts';

type Field = readonly [metric: MetricId, ucum: string];

/** Data types of Google Fit (developers.google.com/fit/datatypes) and what their values are, in their order. */
const dataTypes: ReadonlyMap<string, readonly Field[]> = new Map([
  ['com.google.heart_rate.bpm', [['heart_rate', '/min']]],
  ['com.google.step_count.delta', [['steps', '1']]],
  ['com.google.calories.expended', [['calories', 'kcal']]],
  ['com.google.distance.delta', [['distance', 'm']]],
  ['com.google.weight', [['weight', 'kg']]],
  ['com.google.oxygen_saturation', [['spo2', '%']]],
  ['com.google.body.temperature', [['body_temp', 'Cel']]],
  ['com.google.blood_glucose', [['glucose', 'mmol/L']]],
  [
    'com.google.blood_pressure',
    [
      ['systolic', 'mm[Hg]'],
      ['diastolic', 'mm[Hg]'],
    ],
  ],
]);

const known = /"(?:startTimeNanos|dataTypeName)"\s*:\s*"/;
const digits = /^\d{1,20}$/;

/** Data sets of the Google Fit REST API, saved as they came: one, or those of an aggregate. A merged one counts each step once. */
export const googleFit: Format = {
  id: 'google-fit',
  name: 'Google Fit API answers',
  device: 'Google Fit',
  recognises: ({ text }) => known.test(text),
  read,
};

async function* read(parts: readonly FilePart[], context: FormatContext): AsyncGenerator<readonly Reading[]> {
  for await (const answers of jsonValues(parts))
    for (const { place, value } of answers) {
      const points = pointsIn(objectOf(value));
      if (points === null) context.refuse(place, null, 'This is no data set of Google Fit');
      else yield points.flatMap((point, index) => readPoint(objectOf(point), index + 1, context));
    }
}

function pointsIn({ point, bucket }: JsonObject): readonly unknown[] | null {
  if (Array.isArray(point)) return point;
  if (!Array.isArray(bucket)) return null;
  return bucket.flatMap((one) => listOf(objectOf(one).dataset)).flatMap((set) => listOf(objectOf(set).point));
}

function readPoint({ dataTypeName, startTimeNanos, value }: JsonObject, place: number, context: FormatContext): Reading[] {
  const name = typeof dataTypeName === 'string' ? dataTypeName : '';
  const fields = dataTypes.get(name);
  if (!fields) {
    context.skip(`Vigil keeps no ${name.slice(0, 100)}`);
    return [];
  }
  if (typeof startTimeNanos !== 'string' || !digits.test(startTimeNanos)) {
    for (const [metric] of fields) context.refuse(place, metric, notAMoment, 'time');
    return [];
  }
  const timestampMs = Math.round(Number(startTimeNanos) / 1e6);
  const values = listOf(value).map(objectOf);
  return fields.map(([metric, ucum], index) => {
    const written = values[index]?.fpVal ?? values[index]?.intVal;
    return { place, metric, timestampMs, value: typeof written === 'number' ? inKeptUnit(metric, written, ucum) : Number.NaN };
  });
}
