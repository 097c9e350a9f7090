import type { FormatContext, Reading } from '../format.ts';
import { inKeptUnit, refuseUnit } from '../kept-unit.ts';
import { momentOf, notAMoment } from '../moments.ts';
import { keepStage } from '../sleep-stages.ts';
import { addTogether, type CountedReadings, type CountedRecords, createCountedRecords, inPieces } from './counted-records.ts';
import { quantityPrefix, type RecordType, recordTypes, sleepStages, sleepType, ucumOfHealthKit } from './record-types.ts';
import { readingsOfSleep, type SleepRecord } from './sleep-records.ts';
import { createSources } from './sources.ts';

/** A record of the export: its attributes, and what of its metadata matters. */
export interface HealthRecord {
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly wasEntered: boolean;
}

/** Turns records into readings: at once where nothing is to be weighed, at the end where sources are. */
export interface RecordReader {
  add(record: HealthRecord): void;
  /** What has become readings since it was last asked. */
  taken(): readonly Reading[];
  /** What was counted and slept, for when every record was added. */
  rest(): Generator<readonly Reading[]>;
}

const covered = 'Counted by a preferred source at the same time as well (the watch before the phone, both before other apps)';
const noStage = 'Sleep without a stage (in bed, or asleep and no more)';
const repeated = 'A later record of the same moment took its place';
const basalAdded = 'Energy at rest, added to the active energy of the same moment';
/** A span of more is no count of anything: a record of a day or of a wrong clock. Two days, so that a day with the clocks changed passes. */
const longestSpanMs = 2 * 86_400_000;

export function createRecordReader(context: FormatContext): RecordReader {
  const clock = context.wallClock();
  const sources = createSources();
  const counted = new Map<string, CountedRecords>();
  const stages: SleepRecord[] = [];
  let taken: Reading[] = [];

  /** Start and end; null after a refusal. An end that is missing is the start. */
  function spanOf({ line, attributes }: HealthRecord, type: RecordType | undefined): readonly [number, number] | null {
    const startMs = momentOf(attributes.startDate, clock);
    const endMs = attributes.endDate === undefined ? startMs : momentOf(attributes.endDate, clock);
    if (startMs !== null && endMs !== null && endMs >= startMs && endMs - startMs <= longestSpanMs) return [startMs, endMs];
    const reason = startMs === null || endMs === null ? notAMoment : 'The record ends before it starts, or lasts longer than two days';
    context.refuse(line, type?.metric ?? 'sleep_depth', reason, 'time');
    return null;
  }

  function sourceOf({ attributes, wasEntered }: HealthRecord, endMs: number): number {
    const { sourceName = '', device = '' } = attributes;
    return sources.numberOf({ sourceName, device, wasEntered }, endMs);
  }

  function addQuantity(record: HealthRecord, name: string, type: RecordType): void {
    const { line, attributes } = record;
    const span = spanOf(record, type);
    if (!span) return;
    const written = attributes.value?.trim() ?? '';
    const unit = ucumOfHealthKit(attributes.unit?.trim() ?? '');
    const refusal = refuseUnit(type.metric, unit);
    if (refusal !== null) {
      context.refuse(line, type.metric, refusal, 'value');
      return;
    }
    const value = written === '' ? Number.NaN : inKeptUnit(type.metric, Number(written), unit);
    const [startMs, endMs] = span;
    if (!type.isCounted) {
      taken.push({ place: line, metric: type.metric, timestampMs: startMs, value });
      return;
    }
    if (!(value >= 0)) {
      context.refuse(line, type.metric, 'The count is not a number, or is below zero', 'value');
      return;
    }
    let records = counted.get(name);
    if (!records) {
      records = createCountedRecords();
      counted.set(name, records);
    }
    records.add(line, startMs, endMs, value, sourceOf(record, endMs));
  }

  function addSleep(record: HealthRecord): void {
    const depth = sleepStages.get(record.attributes.value ?? '');
    if (depth === undefined) {
      context.skip(noStage);
      return;
    }
    const span = spanOf(record, undefined);
    if (!span) return;
    const [startMs, endMs] = span;
    keepStage(stages, { place: record.line, startMs, endMs, depth, source: sourceOf(record, endMs) });
  }

  return {
    add(record) {
      const { type = '' } = record.attributes;
      const name = type.startsWith(quantityPrefix) ? type.slice(quantityPrefix.length) : '';
      const known = recordTypes.get(name);
      if (known) addQuantity(record, name, known);
      else if (type === sleepType) addSleep(record);
      else context.skip(`Vigil keeps no ${type.slice(0, 100)}`);
    },
    taken() {
      const readings = taken;
      taken = [];
      return readings;
    },
    *rest() {
      const ranks = sources.ranks();
      /** A kind at a time, so that no more than one is held twice. */
      function resolve(name: string): CountedReadings | null {
        const records = counted.get(name);
        if (!records) return null;
        counted.delete(name);
        const one = records.resolve((recordTypes.get(name) as RecordType).metric, ranks);
        context.skip(covered, one.covered);
        context.skip(repeated, one.repeated);
        return one.readings;
      }
      const active = resolve('ActiveEnergyBurned');
      const basal = resolve('BasalEnergyBurned');
      if (active && basal) context.skip(basalAdded, addTogether(active, basal));
      if (active) yield* inPieces(active);
      if (basal) yield* inPieces(basal);
      for (const name of [...counted.keys()]) yield* inPieces(resolve(name) as CountedReadings);
      const sleep = readingsOfSleep(stages, ranks);
      context.skip(covered, sleep.covered);
      yield sleep.readings;
    },
  };
}
