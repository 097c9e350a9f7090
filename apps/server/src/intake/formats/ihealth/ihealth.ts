import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { FilePart, Format, FormatContext, Reading } from '../format.ts';
import { type JsonObject, jsonValues, listOf, objectOf } from '../json-values.ts';
import { inKeptUnit } from '../kept-unit.ts';
import { notAMoment } from '../moments.ts';

/** A list of an answer: which elements of its entries are readings, and the units that the answer gives by number. */
interface DataList {
  readonly key: string;
  readonly values: readonly (readonly [element: string, metric: MetricId])[];
  /** Element that names the unit, and UCUM codes by its number; where there is none, the unit is the one kept. */
  readonly unit?: { readonly key: string; readonly codes: readonly string[] };
}

const lists: readonly DataList[] = [
  {
    key: 'BPDataList',
    values: [
      ['HP', 'systolic'],
      ['LP', 'diastolic'],
    ],
    unit: { key: 'BPUnit', codes: ['mm[Hg]', 'kPa'] },
  },
  { key: 'BGDataList', values: [['BG', 'glucose']], unit: { key: 'BGUnit', codes: ['mg/dL', 'mmol/L'] } },
  { key: 'BODataList', values: [['BO', 'spo2']] },
  { key: 'WeightDataList', values: [['WeightValue', 'weight']], unit: { key: 'WeightUnit', codes: ['kg', '[lb_av]', '[stone_av]'] } },
];
/** Beside a blood pressure and a saturation stands the pulse that was counted with it; 0 where none was. */
const pulse = 'HR';

const known = /"(?:BP|BG|BO|Weight)DataList"\s*:\s*\[/;
const offset = /^([+-])(\d{2}):?(\d{2})$/;

/** Answers of the iHealth API (OpenApiV2), saved as they came: blood pressure, glucose, saturation and weight. */
export const ihealth: Format = {
  id: 'ihealth',
  name: 'iHealth API answers',
  device: 'iHealth',
  recognises: ({ text }) => known.test(text),
  read,
};

async function* read(parts: readonly FilePart[], context: FormatContext): AsyncGenerator<readonly Reading[]> {
  for await (const answers of jsonValues(parts))
    for (const { place, value } of answers) {
      const answer = objectOf(value);
      if (!lists.some(({ key }) => answer[key] !== undefined)) context.refuse(place, null, 'This is no answer of the iHealth API');
      for (const list of lists) yield readList(answer, list, context);
    }
}

function readList(answer: JsonObject, { key, values, unit }: DataList, context: FormatContext): Reading[] {
  const code = unit?.codes[Number(answer[unit.key])];
  const readings: Reading[] = [];
  for (const [index, item] of listOf(answer[key]).entries()) {
    const place = index + 1;
    const entry = objectOf(item);
    const timestampMs = momentIn(entry);
    const refuse = (metric: MetricId, reason: string) => context.refuse(place, metric, reason, timestampMs === null ? 'time' : 'value');
    for (const [element, metric] of values) {
      const value = entry[element];
      if (timestampMs === null) refuse(metric, notAMoment);
      else if (unit && code === undefined) refuse(metric, `The answer does not say in which unit it is (${unit.key})`);
      else if (typeof value !== 'number') refuse(metric, `The entry has no number in ${element}`);
      else readings.push({ place, metric, timestampMs, value: code === undefined ? value : inKeptUnit(metric, value, code) });
    }
    const beats = entry[pulse];
    if (timestampMs !== null && typeof beats === 'number' && beats > 0)
      readings.push({ place, metric: 'heart_rate', timestampMs, value: beats });
  }
  return readings;
}

/**
 * `MDate` is the person's wall clock, counted as if it were UTC, and `TimeZone` its offset: entries from the Pacific coast lie
 * eight hours before the moment at which the server, which counts in UTC, says they were changed.
 */
function momentIn({ MDate: wallSeconds, TimeZone: zone }: JsonObject): number | null {
  const written = typeof zone === 'string' ? offset.exec(zone) : null;
  if (typeof wallSeconds !== 'number' || !written) return null;
  const minutes = Number(written[2]) * 60 + Number(written[3]);
  return (wallSeconds - (written[1] === '-' ? -minutes : minutes) * 60) * 1000;
}
