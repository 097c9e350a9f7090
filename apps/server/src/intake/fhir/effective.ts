import { createWallClock } from '../wall-clock.ts';
import { fault, type Issue } from './outcome.ts';
import type { Observation } from './shapes.ts';

/** When an Observation was measured: a moment, or a calendar day of the member's. */
export type Effective =
  | { readonly kind: 'moment'; readonly timestampSeconds: number; readonly expression: string }
  | { readonly kind: 'day'; readonly midnightWallMs: number; readonly expression: string };

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/**
 * `effectiveDateTime` and `effectiveInstant` are the moment they say. A Period counts from its start, so that what was
 * counted over it falls on the day it began. A date without a time stands for the start of that day in the member's zone:
 * noon would still be ahead for a reading of this morning, and a moment that depends on when it was sent would double it.
 * A year or a month alone is too vague to be a reading, and so is a Timing.
 */
export function readEffective(resource: Observation): Effective | Issue {
  const { effectivePeriod } = resource;
  const choices = [
    ['Observation.effectiveDateTime', resource.effectiveDateTime],
    ['Observation.effectiveInstant', resource.effectiveInstant],
    ['Observation.effectivePeriod.start', effectivePeriod && (effectivePeriod.start ?? '')],
  ] as const;
  const timing = resource.effectiveTiming === undefined ? 0 : 1;
  if (choices.filter(([, text]) => text !== undefined).length + timing > 1)
    return fault('structure', 'Observation.effective', 'The Observation says in two ways when it was measured; send one of them');
  const chosen = choices.find(([, text]) => text !== undefined);
  if (!chosen?.[1]) {
    if (effectivePeriod) return fault('required', 'Observation.effectivePeriod.start', 'A period has to say when it started');
    if (resource.effectiveTiming !== undefined)
      return fault('not-supported', 'Observation.effectiveTiming', 'A timing is not a moment; send one Observation for each reading');
    return fault('required', 'Observation.effective', 'The Observation does not say when it was measured');
  }
  const [expression, text] = chosen;
  if (dateTime.test(text)) {
    const moment = Date.parse(text);
    if (!Number.isNaN(moment)) return { kind: 'moment', timestampSeconds: moment / 1000, expression };
  } else if (day.test(text)) {
    const midnightWallMs = Date.parse(`${text}T00:00:00Z`);
    if (!Number.isNaN(midnightWallMs) && new Date(midnightWallMs).toISOString().startsWith(text))
      return { kind: 'day', midnightWallMs, expression };
  } else if (/^\d{4}(-\d{2})?$/.test(text))
    return fault('value', expression, 'A year or a month is too vague for a reading; give at least the day');
  return fault('value', expression, 'Not a FHIR dateTime; a time of day needs seconds and a zone, as in 2026-01-31T17:05:00Z');
}

/** Unix seconds, once the member's zone is known. */
export function timestampOf(effective: Effective, timeZone: string): number {
  return effective.kind === 'moment' ? effective.timestampSeconds : createWallClock(timeZone).momentOf(effective.midnightWallMs) / 1000;
}
