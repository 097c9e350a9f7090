import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayDecimals, displayValue, type Units } from '@vigil/domain/units/unit-system';
import { converterOf } from '#charts/metric-series.ts';
import type { TickLike } from '#charts/readings.ts';
import { departureOf } from '#charts/usual-range.ts';
import { writeNumber } from '#charts/write-value.ts';
import { noticeableStep } from './panels/noticeable-step.ts';

/** How last readings are read: against which usual days, and how they are written. */
export interface LatestReadAs {
  /** Day means that say what is usual: `usualQuery` has them. */
  readonly usual: readonly TickLike[];
  readonly zone: string;
  readonly units: Units;
  readonly locale: string;
}

/** A last reading as it is written, or a pressure of both its values. */
export interface LatestShown {
  readonly text: string;
  /** Its signed distance from the middle of what is usual; null where that is not known, or where there is none to be read. */
  readonly departure: { readonly text: string; readonly side: 'above' | 'below' | 'within' } | null;
}

export function latestShown(metric: MetricId, value: number, readAs: LatestReadAs): LatestShown {
  const { locale, units } = readAs;
  const entry = catalogue[metric];
  const departure = departureFrom(metric, value, readAs);
  const text = writeNumber(displayValue(entry, value, units), displayDecimals(entry, units), locale);
  return { text, departure: departure?.text === none ? null : departure };
}

/** A pressure is unlike the usual as soon as one of its values is. */
export function pressureShown(systolic: number, diastolic: number, readAs: LatestReadAs): LatestShown {
  const [upper, lower] = [latestShown('systolic', systolic, readAs), latestShown('diastolic', diastolic, readAs)];
  const [ofUpper, ofLower] = [departureFrom('systolic', systolic, readAs), departureFrom('diastolic', diastolic, readAs)];
  return {
    text: `${upper.text}/${lower.text}`,
    departure: ofUpper &&
      ofLower && { text: `${ofUpper.text}/${ofLower.text}`, side: ofUpper.side === 'within' ? ofLower.side : ofUpper.side },
  };
}

/** No distance that could be read. */
const none = '±0';

function departureFrom(metric: MetricId, value: number, { usual, zone, units, locale }: LatestReadAs): LatestShown['departure'] {
  const convert = converterOf(metric, units);
  const found = departureOf(usual, { fact: `${metric}_mean`, zone, convert }, convert(value), noticeableStep(metric, value, convert));
  if (found === null) return null;
  const write = (distance: number) => writeNumber(distance, displayDecimals(catalogue[metric], units), locale);
  const distance = write(Math.abs(found.by));
  return { text: distance === write(0) ? none : `${found.by < 0 ? '−' : '+'}${distance}`, side: found.side };
}
