import { type Measure, measureOf, measures } from '@vigil/domain/facts/measures';
import { catalogue } from '@vigil/domain/metrics/catalogue';

const measureGroupIds = ['person', 'vitals', 'sleep', 'movement', 'band', 'outside'] as const;
export type MeasureGroupId = (typeof measureGroupIds)[number];

/** Under which heading a measure is chosen. */
function groupOf({ origin, id }: Measure): MeasureGroupId {
  switch (origin.from) {
    case 'account':
    case 'bodyMassIndex':
      return 'person';
    case 'sleep':
      return 'sleep';
    case 'band':
      return 'band';
    case 'outside':
      return 'outside';
    case 'latest':
      if (id === 'weight') return 'person';
      if (id === 'battery') return 'band';
      return catalogue[origin.metric].kind === 'count' ? 'movement' : 'vitals';
  }
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Measures whose name, id or unit holds each of the words, by their headings. A risk or diagnosis that is searched for by its
 * whole id (relative_population_stroke, e_asthma) is among them.
 */
export function measuresFound(text: string): readonly (readonly [MeasureGroupId, readonly Measure[]])[] {
  const words = plain(text).split(' ').filter(Boolean);
  const written = (measure: Measure) =>
    plain(
      `${measure.label} ${measure.id} ${measure.type === 'measure' ? `${measure.scales.metric.unit} ${measure.scales.imperial.unit}` : ''}`,
    );
  const known = measures.filter((measure) => words.every((word) => written(measure).includes(word)));
  const named = measureOf(text.trim().toLowerCase());
  const found = named && !known.includes(named) ? [...known, named] : known;
  return measureGroupIds
    .map((group) => [group, found.filter((measure) => groupOf(measure) === group)] as const)
    .filter(([, some]) => some.length > 0);
}
