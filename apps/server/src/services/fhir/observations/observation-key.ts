import { createHash } from 'node:crypto';
import { type MetricId, metricIds } from '@vigil/domain/metrics/catalogue';
import { type TickSource, tickSources } from '@vigil/domain/metrics/counting';

/** What one Observation is of: a metric, or both pressures, which are measured and shown together. */
export const bloodPressure = 'blood_pressure';
export type ObservedThing = MetricId | typeof bloodPressure;

/** What tells one Observation from all others. */
export interface ObservationKey {
  readonly userId: string;
  readonly thing: ObservedThing;
  readonly source: TickSource;
  /** One reading, or an hour of samples. */
  readonly kind: 'reading' | 'samples';
  /** Of the reading; of samples, when their hour (UTC) begins. Milliseconds since 1970. */
  readonly timestampMs: number;
}

const things: readonly ObservedThing[] = [...metricIds, bloodPressure];
/** Two bytes of a digest, so that an id stays the same whatever is put into the catalogue. */
const markOf = new Map(things.map((thing) => [thing, createHash('sha256').update(thing).digest('hex').slice(0, 4)]));
const thingOf = new Map([...markOf].map(([thing, mark]) => [mark, thing]));
if (thingOf.size < things.length) throw new Error('Two metrics have the same mark in ids of Observations');

const kinds = ['reading', 'samples'] as const;
const form = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9a-f]{4})([0-1])([0-2])([0-9a-f]{12})$/;

/** The id of an Observation: 50 hexadecimal digits. It follows from the key alone, so a corrected reading keeps its id. */
export function observationIdOf({ userId, thing, source, kind, timestampMs }: ObservationKey): string {
  const time = timestampMs.toString(16).padStart(12, '0');
  return `${userId.replaceAll('-', '').toLowerCase()}${markOf.get(thing)}${kinds.indexOf(kind)}${tickSources.indexOf(source)}${time}`;
}

/** The key that an id stands for; null for what is no such id. */
export function observationKeyOf(id: string): ObservationKey | null {
  const parts = form.exec(id);
  const thing = thingOf.get(parts?.[6] ?? '');
  const kind = kinds[Number(parts?.[7])];
  const source = tickSources[Number(parts?.[8])];
  if (!parts || !thing || !kind || !source) return null;
  return { userId: parts.slice(1, 6).join('-'), thing, source, kind, timestampMs: Number.parseInt(parts[9] ?? '', 16) };
}
