import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { WallClock } from '../../wall-clock.ts';
import type { FilePart, Format, FormatContext, Reading } from '../format.ts';
import { type JsonObject, jsonValues, listOf, objectOf } from '../json-values.ts';
import { momentOf, notAMoment } from '../moments.ts';
import { type RecordedStage, readingsOfStages } from '../sleep-stages.ts';

/** Elements that no other answers have. */
const elements = ['"activities-heart"', '"activities-steps"', '"activities-calories"', '"dateOfSleep"', '"activityParentId"'];
/** The list of weights is told by the ids that its entries have. */
const weights = /^\s*\{\s*"weight"\s*:\s*\[/;
const isOfWeights = (text: string) => weights.test(text) && text.slice(0, 600).includes('"logId"');

/**
 * Answers of the Fitbit Web API (dev.fitbit.com/build/reference/web-api), saved as they came: intraday heart rate, steps and
 * calories, resting heart rate, weight, and sleep with its stages. Its times are those of the person's own clock.
 */
export const fitbitApi: Format = {
  id: 'fitbit-api',
  name: 'Fitbit Web API answers',
  device: 'Fitbit',
  recognises: ({ text }) => elements.some((element) => text.includes(element)) || isOfWeights(text),
  read,
};

async function* read(parts: readonly FilePart[], context: FormatContext): AsyncGenerator<readonly Reading[]> {
  for await (const answers of jsonValues(parts))
    for (const { place, value } of answers) {
      const answer = objectOf(value);
      if (Object.keys(answer).length === 0) context.refuse(place, null, 'This is no answer of the Fitbit Web API');
      yield [
        ...readActivity(answer, 'heart', 'heart_rate', context),
        ...readActivity(answer, 'steps', 'steps', context),
        ...readActivity(answer, 'calories', 'calories', context),
        ...readWeights(answer, context),
        ...readSleep(answer, context),
      ];
      skipTheRest(answer, context);
    }
}

/** The minutes of one day, or days without their minutes. */
function readActivity(answer: JsonObject, name: string, metric: MetricId, context: FormatContext): Reading[] {
  const days = listOf(answer[`activities-${name}`]).map(objectOf);
  const dataset = listOf(objectOf(answer[`activities-${name}-intraday`]).dataset).map(objectOf);
  const clock = context.wallClock();
  const readings = days.flatMap((day, index) => readDay(day, metric, index + 1, dataset.length > 0, clock, context));
  const [day] = days;
  for (const [index, { time, value }] of dataset.entries()) {
    const timestampMs = days.length === 1 && typeof time === 'string' ? momentOf(`${day?.dateTime}T${time}`, clock) : null;
    if (timestampMs === null) context.refuse(index + 1, metric, notAMoment, 'time');
    else readings.push({ place: index + 1, metric, timestampMs, value: numberIn(value) });
  }
  return readings;
}

/** What is known of a day as a whole: the resting heart rate, or a total, which its minutes make up where they are there. */
function readDay(
  { dateTime, value }: JsonObject,
  metric: MetricId,
  place: number,
  hasMinutes: boolean,
  clock: WallClock,
  context: FormatContext,
): Reading[] {
  const isHeart = metric === 'heart_rate';
  const resting = objectOf(value).restingHeartRate;
  if (isHeart ? resting === undefined : hasMinutes) {
    context.skip(isHeart ? 'A day’s heart rate as a whole' : 'A day’s total, which its minutes make up');
    return [];
  }
  const timestampMs = momentOf(dateTime, clock);
  const ofDay: MetricId = isHeart ? 'rhr' : metric;
  if (timestampMs !== null) return [{ place, metric: ofDay, timestampMs, value: numberIn(isHeart ? resting : value) }];
  context.refuse(place, ofDay, notAMoment, 'time');
  return [];
}

/**
 * Heights that a weight in kilograms and its body mass index can come from, in metres. The answer names no unit: it is the one
 * that was asked for, kilograms unless another was (Accept-Language). In pounds, adults would be two to three metres tall.
 */
const heightsM = [1.1, 2.1] as const;

function readWeights(answer: JsonObject, context: FormatContext): Reading[] {
  const clock = context.wallClock();
  const readings: Reading[] = [];
  for (const [index, entry] of listOf(answer.weight).entries()) {
    const { weight, bmi, date, time } = objectOf(entry);
    const value = numberIn(weight);
    const heightM = typeof bmi === 'number' && bmi > 0 ? Math.sqrt(value / bmi) : null;
    const timestampMs = momentOf(`${date}T${time ?? '23:59:59'}`, clock);
    if (timestampMs === null) context.refuse(index + 1, 'weight', notAMoment, 'time');
    else if (heightM !== null && (heightM < heightsM[0] || heightM > heightsM[1]))
      context.refuse(index + 1, 'weight', 'By the body mass index beside it, the weight is not in kilograms', 'value');
    else readings.push({ place: index + 1, metric: 'weight', timestampMs, value });
  }
  return readings;
}

/** Stages of sleep; "asleep" and "restless" of trackers that know none say no stage. */
const depths: ReadonlyMap<unknown, number> = new Map([
  ['wake', 1],
  ['awake', 1],
  ['light', 2],
  ['rem', 3],
  ['deep', 4],
]);

function readSleep(answer: JsonObject, context: FormatContext): Reading[] {
  const readings: Reading[] = [];
  for (const [index, entry] of listOf(answer.sleep).entries()) {
    const log = objectOf(entry);
    const place = index + 1;
    const clock = context.wallClock();
    const stages = listOf(objectOf(log.levels).data).map(objectOf);
    readings.push(...readingsOfStages(stages.flatMap((stage) => stageOf(stage, place, clock, context))));
    context.skip('Awakenings of less than three minutes, which are no stage of their own', listOf(objectOf(log.levels).shortData).length);
    context.skip('Sleep without a stage (asleep or restless, and no more)', listOf(log.minuteData).length);
    if (log.efficiency === undefined) continue;
    const endMs = momentOf(log.endTime, clock);
    if (endMs === null) context.refuse(place, 'sleep_efficiency', notAMoment, 'time');
    else readings.push({ place, metric: 'sleep_efficiency', timestampMs: endMs, value: numberIn(log.efficiency) });
  }
  return readings;
}

function stageOf({ dateTime, level, seconds }: JsonObject, place: number, clock: WallClock, context: FormatContext): RecordedStage[] {
  const startMs = momentOf(dateTime, clock);
  const depth = depths.get(level);
  if (depth === undefined) context.skip('Sleep without a stage (asleep or restless, and no more)');
  else if (startMs === null || typeof seconds !== 'number' || !(seconds > 0 && seconds <= longestStage))
    context.refuse(place, 'sleep_depth', 'The stage has no time, or no length of up to a day', 'time');
  else return [{ place, startMs, endMs: startMs + seconds * 1000, depth }];
  return [];
}

const longestStage = 86_400;

function skipTheRest(answer: JsonObject, context: FormatContext): void {
  context.skip('Vigil keeps no activities that a person logged', listOf(answer.activities).length);
  if (answer.activities !== undefined && answer.summary !== undefined) context.skip('A day’s summary, which does not say of which day');
}

/** Values come as numbers, and totals of days as texts. */
function numberIn(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && decimal.test(value) ? Number(value) : Number.NaN;
}

const decimal = /^\d+(?:\.\d+)?$/;
