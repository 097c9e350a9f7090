/** What one call came to. `refusedBy` has reasons of a fixed list, never words of a sender. */
export interface ReadingCounts {
  readonly accepted: number;
  readonly replacedTotal: number;
  readonly refusedBy: Readonly<Record<string, number>>;
}

/** Readings so far of a format and outcome; `reason` is '' but for those refused. */
export interface CountedReadings {
  readonly format: IntakeFormat;
  readonly outcome: 'accepted' | 'replaced' | 'refused';
  readonly reason: string;
  readonly readings: number;
}

type IntakeFormat = 'ticks' | 'csv' | 'fhir';

/** Counts what came in since the start of the server, for the operator's monitoring. */
export interface ReadingCounter {
  /** Called once what was accepted is stored. */
  count(format: IntakeFormat, counts: ReadingCounts): void;
  counted(): readonly CountedReadings[];
}

export function createReadingCounter(): ReadingCounter {
  const counted = new Map<string, CountedReadings>();
  function add(format: IntakeFormat, outcome: CountedReadings['outcome'], reason: string, more: number): void {
    const key = `${format} ${outcome} ${reason}`;
    const readings = (counted.get(key)?.readings ?? 0) + more;
    if (readings > 0) counted.set(key, { format, outcome, reason, readings });
  }
  return {
    count(format, { accepted, replacedTotal, refusedBy }) {
      add(format, 'accepted', '', accepted);
      add(format, 'replaced', '', replacedTotal);
      for (const reason in refusedBy) add(format, 'refused', reason, refusedBy[reason] ?? 0);
    },
    counted: () => [...counted.values()],
  };
}
