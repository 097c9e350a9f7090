import { bodyMassIndex } from '@vigil/domain/body/body-mass-index';
import { type Measure, type MeasureOrigin, measureValue } from '@vigil/domain/facts/measures';
import { ageYears } from '@vigil/domain/people/age';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import type { OutsideFact } from '../outside-facts/outside-facts.store.ts';
import type { Latest } from '../queries/latest.ts';
import { type AboutMember, type FactsDeps, type Stretch, sleepsAround } from '../sources.ts';
import type { FactNow } from './answer.ts';

type NewestSleep = Awaited<ReturnType<typeof sleepsAround>>[number];
type SleepOrigin = Extract<MeasureOrigin, { from: 'sleep' }>;

/** A value that was measured. Unix seconds. */
export type Reading = { readonly value: number; readonly timestamp: number; readonly source: string };

/** What measures are told from. */
export interface MeasureSources {
  readonly about: AboutMember;
  readonly latest: Latest;
  readonly outside: readonly OutsideFact[];
  /** What is known of a measure of the member's newest sleep: `sleepReading`, or what was kept of it. */
  readonly ofSleep: (origin: SleepOrigin, measureId: string) => Reading | undefined;
  /** The moment, Unix seconds, and the member's zone. */
  readonly at: number;
  readonly timeZone: string;
}

/** The newest sleep, looked for around the newest stage that is known of. */
export async function readNewestSleep(deps: FactsDeps, stretch: Stretch, latest: Latest): Promise<NewestSleep | null> {
  const stage = latest.latest.sleep_depth?.timestamp;
  if (stage === undefined) return null;
  return (await sleepsAround(deps, stretch, stage - 1, stage + 1)).at(-1) ?? null;
}

/** The value of a measure at the moment that its sources are of. */
export function measureNow(measure: Measure, sources: MeasureSources): FactNow {
  const { origin } = measure;
  switch (origin.from) {
    case 'account':
      return ofAccount(origin, sources);
    case 'latest':
      return ofReading(measure, sources.latest.latest[origin.metric], sources);
    case 'bodyMassIndex': {
      const weight = sources.latest.latest.weight;
      const value = bodyMassIndex(weight?.value ?? null, sources.about.heightM);
      if (sources.about.heightM === null) return { missing: 'not-in-account' };
      return ofReading(measure, weight && value !== null ? { ...weight, value } : undefined, sources);
    }
    case 'sleep':
      return ofReading(measure, sources.ofSleep(origin, measure.id), sources);
    case 'band': {
      const { status, since } = sources.latest.band;
      if (since === null) return { missing: 'no-data' };
      return { value: status, reading: { timestamp: since, source: 'device' }, isStale: isStale(measure, since, sources.at) };
    }
    case 'outside':
      return ofOutside(measure, sources.outside);
  }
}

function ofAccount({ field }: Extract<MeasureOrigin, { from: 'account' }>, { about, at, timeZone }: MeasureSources): FactNow {
  const today = new Date(calendarDay(at, timeZone) * 86_400_000).toISOString().slice(0, 10);
  const value = field === 'sex' ? about.sex : about.birthDate && ageYears(about.birthDate, today);
  return value === null || value === '' ? { missing: 'not-in-account' } : { value };
}

/** A figure of the newest sleep, or what a device that tells no stages has sent since. */
export function sleepReading(
  { figure, metric }: SleepOrigin,
  newestSleep: NewestSleep | null,
  latest: Readonly<Record<string, Reading>>,
): Reading | undefined {
  const sent = metric ? latest[metric] : undefined;
  if (!newestSleep || (sent && sent.timestamp > newestSleep.end)) return sent;
  const value = {
    awakenings: newestSleep.awakenings,
    latency: newestSleep.latencySeconds,
    efficiency: newestSleep.efficiency,
    total: newestSleep.totalSleepSeconds,
  }[figure];
  return value === null ? undefined : { value, timestamp: newestSleep.end, source: latest.sleep_depth?.source ?? 'device' };
}

function ofReading(measure: Measure, reading: Reading | undefined, { at }: MeasureSources): FactNow {
  if (!reading || measure.type !== 'measure') return { missing: 'no-data' };
  const { timestamp, source } = reading;
  return { value: measureValue(measure, reading.value), reading: { timestamp, source }, isStale: isStale(measure, timestamp, at) };
}

function ofOutside(measure: Measure, outside: readonly OutsideFact[]): FactNow {
  const told = outside.find(({ fact }) => fact === measure.id);
  if (!told || told.value === null) return { missing: 'not-told' };
  return { value: told.value, reading: { timestamp: told.validAtMs / 1000, source: told.source } };
}

function isStale({ staleAfterSeconds }: Measure, timestamp: number, at: number): boolean {
  return staleAfterSeconds !== null && at - timestamp > staleAfterSeconds;
}
