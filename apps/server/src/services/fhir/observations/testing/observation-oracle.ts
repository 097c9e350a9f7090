import type { MetricId } from '@vigil/domain/metrics/catalogue';

/** What was sent, one value a metric and moment. */
export type Sent = readonly { readonly metric: MetricId; readonly ms: number; readonly value: number }[];

interface Coded {
  readonly code: { readonly coding: readonly { readonly system: string; readonly code: string }[] };
  readonly valueQuantity?: { readonly value: number };
}

export interface FoundObservation extends Coded {
  readonly id: string;
  readonly effectiveDateTime?: string;
  readonly effectivePeriod?: { readonly start: string; readonly end: string };
  readonly valueSampledData?: { readonly period: number; readonly data: string };
  readonly component?: readonly Coded[];
}

export interface Walk {
  readonly entries: readonly FoundObservation[];
  readonly pages: number;
}

export function byMetric(sent: Sent): Map<MetricId, [ms: number, value: number][]> {
  const found = new Map<MetricId, [number, number][]>();
  for (const { metric, ms, value } of sent) {
    const known = found.get(metric) ?? [];
    known.push([ms, value]);
    found.set(metric, known);
  }
  return found;
}

/** Reads Observations back into readings, by what R4 says of their elements. */
export function readingsIn(entries: readonly FoundObservation[]): Sent {
  return entries.flatMap((one) => {
    const startMs = Date.parse(one.effectiveDateTime ?? one.effectivePeriod?.start ?? '');
    if (one.valueSampledData) {
      const { data, period } = one.valueSampledData;
      const samples = data
        .split(' ')
        .map((value, index) => ({ metric: metricOf(one), ms: startMs + index * period, value: Number(value) }));
      if (samples.at(-1)?.ms !== Date.parse(one.effectivePeriod?.end ?? ''))
        throw new Error('The period does not end with the last sample');
      return samples.filter(({ value }) => !Number.isNaN(value));
    }
    return (one.component ?? [one]).flatMap((part) =>
      part.valueQuantity ? [{ metric: metricOf(part), ms: startMs, value: part.valueQuantity.value }] : [],
    );
  });
}

const metricOf = ({ code }: Coded) => (code.coding.find(({ system }) => system === 'urn:vigil:metric')?.code ?? '') as MetricId;

const days = new Map<string, Intl.DateTimeFormat>();

/** By the calendar on the member's wall, as `Intl` has it: whether a reading is looked for by a day, month or year. */
export function matchesDay(prefix: string, day: string, ms: number, timeZone: string): boolean {
  const format = days.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  days.set(timeZone, format);
  const own = format.format(ms).slice(0, day.length);
  if (prefix === 'ne') return own !== day;
  if (prefix === 'ge') return own >= day;
  if (prefix === 'gt' || prefix === 'sa') return own > day;
  if (prefix === 'le') return own <= day;
  if (prefix === 'lt' || prefix === 'eb') return own < day;
  return own === day;
}

/** A page ends when it has as many entries as were asked for, or 10,000 readings; one more may be begun for the rest. */
export function mostPages(sent: Sent, count: number): number {
  return Math.ceil(sent.length / count) + Math.ceil(sent.length / 10_000) + 1;
}
