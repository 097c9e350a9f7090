import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { CountedReading } from '#services/ticks-store/index.ts';
import type { FhirElements } from '../records/clinical-resource.ts';
import { bloodPressure, observationIdOf } from './observation-key.ts';
import type { ObservationReadings } from './observations-of-stretch.ts';
import { metricCodings, type Observed, observed, ucum } from './observed-things.ts';

export type FhirResource = { readonly resourceType: string; readonly [key: string]: unknown };

const categorySystem = 'http://terminology.hl7.org/CodeSystem/observation-category';
const categoryNames = { 'vital-signs': 'Vital Signs', laboratory: 'Laboratory', activity: 'Activity', exam: 'Exam' } as const;

/** An Observation of FHIR R4, by the vital-signs profile where the thing has one. `isInError`: the reading was taken back. */
export function observationResource(of: ObservationReadings, { isInError = false } = {}): FhirResource {
  const { key, readings } = of;
  const about = observed.get(key.thing);
  const [first] = readings;
  if (!about || !first) throw new Error('An Observation of nothing was asked for');
  const received = new Date(Math.max(...readings.map(({ receivedAtMs }) => receivedAtMs))).toISOString();
  const isSeries = key.kind === 'samples';
  const last = readings.at(-1) ?? first;
  return {
    resourceType: 'Observation',
    id: observationIdOf(key),
    meta: { lastUpdated: received, ...(!isSeries && about.profiles.length > 0 && { profile: about.profiles }) },
    status: isInError ? 'entered-in-error' : 'final',
    category: [{ coding: [{ system: categorySystem, code: about.category, display: categoryNames[about.category] }] }],
    code: { coding: about.codings, text: about.label },
    subject: { reference: `Patient/${key.userId}` },
    ...(isSeries
      ? { effectivePeriod: { start: isoOf(first.timestampMs), end: isoOf(last.timestampMs) } }
      : { effectiveDateTime: isoOf(first.timestampMs) }),
    issued: received,
    ...originOf(of, first),
    ...measuredIn(about, of),
  };
}

const isoOf = (ms: number) => new Date(ms).toISOString();

/** Who measured: the member by hand, or a device. What was imported says neither. */
function originOf({ key }: ObservationReadings, { deviceId }: CountedReading): FhirElements {
  if (key.source === 'manual') return { performer: [{ reference: `Patient/${key.userId}` }] };
  if (key.source !== 'device') return {};
  return {
    device: deviceId === '' ? { display: 'Band' } : { identifier: { system: 'urn:vigil:device', value: deviceId }, display: 'Band' },
  };
}

function measuredIn({ thing, metrics }: Observed, of: ObservationReadings): FhirElements {
  const { periodMs, readings } = of;
  if (thing === bloodPressure)
    return {
      component: metrics.map((metric) =>
        componentOf(
          metric,
          readings.find((one) => one.metric === metric),
        ),
      ),
    };
  const [first] = readings as [CountedReading];
  const metric = first.metric as MetricId;
  if (of.key.kind === 'reading') return { valueQuantity: quantityOf(metric, first.value) };
  return { valueSampledData: { origin: quantityOf(metric, 0), period: periodMs, dimensions: 1, data: samplesOf(readings, periodMs) } };
}

/** The R4 blood-pressure profile demands both components; the one that was not measured says so. */
function componentOf(metric: MetricId, reading: CountedReading | undefined): FhirElements {
  const code = { coding: metricCodings(metric), text: catalogue[metric].label };
  if (reading) return { code, valueQuantity: quantityOf(metric, reading.value) };
  const absent = { system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown', display: 'Unknown' };
  return { code, dataAbsentReason: { coding: [absent] } };
}

function quantityOf(metric: MetricId, value: number): FhirElements {
  const { unit, ucum: code } = catalogue[metric];
  return { value, ...(unit !== '' && { unit }), system: ucum, code };
}

/** R4 SampledData.data: a moment of the grid without a reading is an E. */
function samplesOf(readings: readonly CountedReading[], periodMs: number): string {
  const samples: string[] = [];
  let next = readings[0]?.timestampMs ?? 0;
  for (const { timestampMs, value } of readings) {
    for (; next < timestampMs; next += periodMs) samples.push('E');
    samples.push(String(value));
    next += periodMs;
  }
  return samples.join(' ');
}
