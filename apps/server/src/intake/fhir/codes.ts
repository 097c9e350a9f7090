import { catalogue, isMetricId, type MetricId, metricIds } from '@vigil/domain/metrics/catalogue';
import type { CodeableConcept } from './shapes.ts';

export const loinc = 'http://loinc.org';
export const ucum = 'http://unitsofmeasure.org';
/** Our own code system for what LOINC has no code for: the code is the metric's id. */
export const vigilMetric = 'urn:vigil:metric';

/** LOINC: blood pressure panels, whose values stand in components (85354-9 is the R4 vital-signs profile's). */
const bloodPressurePanels: ReadonlySet<string> = new Set(['85354-9', '55284-4', '35094-2']);

const metricOfLoinc = new Map<string, MetricId>(metricIds.flatMap((id) => catalogue[id].loinc.map((code) => [code, id] as const)));

export type Meaning =
  | { readonly kind: 'metric'; readonly metric: MetricId }
  | { readonly kind: 'pressure-panel' }
  | { readonly kind: 'unknown' }
  /** Codings that name different metrics. */
  | { readonly kind: 'contradiction' };

/** What a code means here, from all of its codings; those of other systems are translations and do not matter. */
export function meaningOf(concept: CodeableConcept): Meaning {
  const metrics = new Set<MetricId>();
  let isPanel = false;
  for (const { system, code } of concept.coding ?? []) {
    if (code === undefined) continue;
    if (system === vigilMetric && isMetricId(code)) metrics.add(code);
    if (system !== loinc) continue;
    const metric = metricOfLoinc.get(code);
    if (metric) metrics.add(metric);
    if (bloodPressurePanels.has(code)) isPanel = true;
  }
  const [metric, second] = metrics;
  if (second !== undefined || (metric !== undefined && isPanel)) return { kind: 'contradiction' };
  if (metric !== undefined) return { kind: 'metric', metric };
  return isPanel ? { kind: 'pressure-panel' } : { kind: 'unknown' };
}
