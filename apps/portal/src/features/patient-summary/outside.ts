import type { FactValues } from '@vigil/contract/events-processor-facts.contract';
import { measureOf } from '@vigil/domain/facts/measures';

/** A risk or a diagnosis that others have told. */
export interface OutsideFact {
  readonly id: string;
  readonly label: string;
  /** How many times the risk of the tenant's median member; null of a diagnosis, which is there or not told. */
  readonly times: number | null;
  readonly source: string | null;
  /** Unix seconds. */
  readonly toldAt: number | null;
}

/** Those among a member's measures that come from outside: diagnoses first, then risks, the highest first. */
export function outsideFacts({ data, readings }: Pick<FactValues, 'data' | 'readings'>): readonly OutsideFact[] {
  return Object.entries(data)
    .flatMap(([id, value]): OutsideFact[] => {
      const measure = measureOf(id);
      if (measure?.origin.from !== 'outside') return [];
      const { source = null, timestamp = null } = readings[id] ?? {};
      return [{ id, label: measure.label, times: typeof value === 'number' ? value : null, source, toldAt: timestamp }];
    })
    .sort((a, b) => (b.times ?? Number.POSITIVE_INFINITY) - (a.times ?? Number.POSITIVE_INFINITY) || a.label.localeCompare(b.label));
}
