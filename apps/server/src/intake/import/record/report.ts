import type { BroughtIn } from '#services/fhir/index.ts';

/** What became of the resources of one type. */
export interface TypeCounts {
  /** Stored for the first time. */
  taken: number;
  /** Newer than what was stored. */
  changed: number;
  /** The same again. */
  unchanged: number;
  refused: number;
}

export interface ListedRefusal {
  readonly file: string;
  readonly line: number;
  readonly resourceType: string;
  readonly reason: string;
}

export interface RecordReport {
  /** By type of resource, of those that are kept; for Observations a repeat counts as taken. */
  readonly types: Readonly<Record<string, Readonly<TypeCounts>>>;
  /** Resources of types, and Observations of things, that are not kept: how many, by type. */
  readonly passedOver: Readonly<Record<string, number>>;
  /** Readings of the Observations that were taken. */
  readonly readings: number;
  /** Readings that gave way to a later one of the same moment, within a batch. */
  readonly replacedReadings: number;
  /** Members to whom something was stored. */
  readonly members: number;
  /** The first thousand. */
  readonly refused: readonly ListedRefusal[];
  readonly refusedTotal: number;
  /** Refusals by type and reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

const mostListed = 1_000;

const notStored: Partial<Record<BroughtIn, string>> = {
  older: 'What is stored is newer',
  another: 'Under its id something else is stored. Tell the systems apart with --origin',
};

/** Counts what becomes of resources. */
export function createReport() {
  // Names come from files, and none of them is one that every object has.
  const types: Record<string, TypeCounts> = Object.create(null);
  const passedOver: Record<string, number> = Object.create(null);
  const reasons: Record<string, number> = Object.create(null);
  const refused: ListedRefusal[] = [];
  const members = new Set<string>();
  let readings = 0;
  let replacedReadings = 0;
  let refusedTotal = 0;

  const of = (type: string): TypeCounts => (types[type] ??= { taken: 0, changed: 0, unchanged: 0, refused: 0 });
  const report = {
    refuse(refusal: ListedRefusal): void {
      const { resourceType, reason } = refusal;
      of(resourceType).refused += 1;
      const key = `${resourceType}: ${reason}`;
      reasons[key] = (reasons[key] ?? 0) + 1;
      refusedTotal += 1;
      if (refused.length < mostListed) refused.push(refusal);
    },
    passOver(type: string): void {
      passedOver[type] = (passedOver[type] ?? 0) + 1;
    },
    broughtIn(result: BroughtIn, userId: string, place: Omit<ListedRefusal, 'reason'>): void {
      const why = notStored[result];
      if (why !== undefined) {
        report.refuse({ ...place, reason: why });
        return;
      }
      const counts = of(place.resourceType);
      if (result === 'new') counts.taken += 1;
      else if (result === 'changed') counts.changed += 1;
      else counts.unchanged += 1;
      members.add(userId);
    },
    observed(userId: string): void {
      of('Observation').taken += 1;
      members.add(userId);
    },
    read(accepted: number, replaced: number): void {
      readings += accepted;
      replacedReadings += replaced;
    },
    matched(userId: string): void {
      of('Patient').taken += 1;
      members.add(userId);
    },
    takenTotal: () => Object.values(types).reduce((sum, { taken, changed, unchanged }) => sum + taken + changed + unchanged, 0),
    refusedTotal: () => refusedTotal,
    done: (): RecordReport => ({ types, passedOver, readings, replacedReadings, members: members.size, refused, refusedTotal, reasons }),
  };
  return report;
}

export type Report = ReturnType<typeof createReport>;
