/** How long an answer stands, in milliseconds: however many pages ask, the database is asked once in this time. */
const keepMs = 1_000;
/** Files whose revision is kept; tenants beyond that are asked for each time. */
const filesKept = 10_000;

export interface Revisions {
  /** The revision of a file, at most a second old; a failed question is not kept. */
  of(fileName: string): Promise<string>;
  /** What was changed in this process is told at once. */
  forget(): void;
}

/** Open pages ask every few seconds whether their configuration has changed. */
export function createRevisions(
  load: (fileName: string) => Promise<string>,
  monotonicMs: () => number = () => performance.now(),
): Revisions {
  const kept = new Map<string, { readonly revision: Promise<string>; readonly until: number }>();
  return {
    of(fileName) {
      const known = kept.get(fileName);
      if (known && known.until > monotonicMs()) return known.revision;
      const revision = load(fileName);
      kept.delete(fileName);
      if (kept.size >= filesKept) kept.clear();
      kept.set(fileName, { revision, until: monotonicMs() + keepMs });
      revision.catch(() => kept.delete(fileName));
      return revision;
    },
    forget: () => kept.clear(),
  };
}
