import type { FilePart, Format, FormatContext, Reading } from '../format.ts';
import { jsonValues } from '../json-values.ts';
import { dataPointOf, personOf } from './data-points.ts';
import { readBody } from './read-body.ts';

const header = /"schema_id"\s*:\s*\{/;
const body = /"effective_time_frame"\s*:/;
/** A body without a time frame, which can only be refused, is told by the element of a measure with its unit. */
const unitValue =
  /"(?:heart_rate|blood_glucose|systolic_blood_pressure|oxygen_saturation|respiratory_rate|body_temperature|body_weight|kcal_burned|step_count)"\s*:\s*\{\s*"(?:value|unit)"/;

/** Data points of Open mHealth and IEEE 1752.1: one, a list of them, or one a line; with their header, or bodies by themselves. */
export const openMhealth: Format = {
  id: 'open-mhealth',
  name: 'Open mHealth data points',
  recognises: ({ text }) => isJson(text) && (header.test(text) || body.test(text) || unitValue.test(text)),
  async *persons(parts) {
    for await (const values of jsonValues(parts))
      for (const { value } of values) {
        const person = personOf(value);
        if (person !== null) yield person;
      }
  },
  read,
};

async function* read(parts: readonly FilePart[], context: FormatContext): AsyncGenerator<readonly Reading[]> {
  const clock = context.wallClock();
  for await (const values of jsonValues(parts)) {
    const taken: Reading[] = [];
    for (const { place, value } of values) {
      if (context.person !== undefined && personOf(value) !== context.person) {
        context.skip('About another person than the one chosen');
        continue;
      }
      const point = dataPointOf(value, clock);
      if (point.kind === 'fault') context.refuse(place, null, point.reason);
      else if (point.kind === 'other') context.skip(`Vigil keeps no ${point.name.slice(0, 100)}`);
      else {
        const outcome = readBody(point.measure, point.body, clock);
        if (outcome.kind === 'refused') context.refuse(place, outcome.metric, outcome.reason);
        else if (outcome.kind === 'skipped') context.skip(outcome.reason);
        else for (const reading of outcome.readings) taken.push({ place, ...reading });
      }
    }
    yield taken;
  }
}

function isJson(text: string): boolean {
  const [first] = text.trimStart();
  return first === '{' || first === '[';
}
