/**
 * Which of several devices counts, where they counted the same steps. A watch on the wrist and a phone in the pocket each
 * count a walk; added up, it would be walked twice.
 *
 * Source: Apple, "Manage Health data from multiple sources" (support.apple.com/HT204351): by default, what a person entered goes
 * before iPhone and Apple Watch, those go before other apps and devices, and a newly added app before older ones. Ours is
 * that the watch goes before the phone, as it is worn and also counts where the phone lies, and that newer goes before older
 * among watches and phones too. An order that a person has chosen in the Health app is not in its export.
 */
export const sourceKinds = ['person', 'watch', 'phone', 'other'] as const;
export type SourceKind = (typeof sourceKinds)[number];

export interface CountingSource {
  readonly kind: SourceKind;
  readonly name: string;
  /** When it last counted anything: tells the newer of two watches. */
  readonly lastMs: number;
}

/** Ranks told apart; sources beyond share the last one, and are not weighed against each other. */
const lastRank = 255;

/** The rank of each source, 0 being preferred to all. */
export function rankSources(sources: readonly CountingSource[]): readonly number[] {
  const order = sources.map((_source, index) => index);
  order.sort((a, b) => compareSources(sources[a] as CountingSource, sources[b] as CountingSource));
  const ranks: number[] = [];
  for (const [rank, index] of order.entries()) ranks[index] = Math.min(rank, lastRank);
  return ranks;
}

function compareSources(a: CountingSource, b: CountingSource): number {
  const byKind = sourceKinds.indexOf(a.kind) - sourceKinds.indexOf(b.kind);
  if (byKind !== 0) return byKind;
  if (a.lastMs !== b.lastMs) return b.lastMs - a.lastMs;
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

/** Stretches of time in columns: start inclusive, end exclusive, milliseconds since 1970, and the rank of who counted. */
export interface CountedSpans {
  readonly startMs: Float64Array;
  readonly endMs: Float64Array;
  readonly rank: Uint8Array;
}

export interface UncoveredSpans {
  /** Of each span, how much of its time no preferred source counted: 1 all of it, 0 nothing. A span without duration is all or nothing. */
  readonly share: Float64Array;
  /** The first moment of it that no preferred source counted. */
  readonly fromMs: Float64Array;
}

/**
 * What of each span counts. A source is not weighed against itself, and of a span that is covered in part the share of the
 * time that is left counts, as a count tells nothing of when within its span it happened. Costs n log n, whatever overlaps.
 */
export function uncoveredSpans({ startMs, endMs, rank }: CountedSpans): UncoveredSpans {
  const share = new Float64Array(startMs.length);
  const fromMs = new Float64Array(startMs.length);
  const order = Uint32Array.from(startMs, (_start, index) => index);
  order.sort((a, b) => (rank[a] as number) - (rank[b] as number) || (startMs[a] as number) - (startMs[b] as number));
  let covered = coverageOf([], []);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && rank[order[to] as number] === rank[order[from] as number]) to += 1;
    const ofRank = order.subarray(from, to);
    for (const index of ofRank) {
      const start = startMs[index] as number;
      const end = endMs[index] as number;
      const firstFree = covered.firstFrom(start);
      const length = end - start;
      if (length > 0) share[index] = Math.max(0, 1 - covered.between(start, end) / length);
      else share[index] = firstFree === start ? 1 : 0;
      fromMs[index] = firstFree;
    }
    if (to < order.length) covered = covered.with(ofRank, startMs, endMs);
    from = to;
  }
  return { share, fromMs };
}

/** Time that is spoken for: stretches in order that neither overlap nor touch. */
interface Coverage {
  /** Milliseconds covered between two moments. */
  between(start: number, end: number): number;
  /** The moment itself where it is free, else the end of the stretch that it lies in. */
  firstFrom(moment: number): number;
  /** With more spans, which are in order of their starts. */
  with(order: Uint32Array, startMs: Float64Array, endMs: Float64Array): Coverage;
}

function coverageOf(starts: readonly number[], ends: readonly number[]): Coverage {
  const before = new Float64Array(starts.length + 1);
  for (let index = 0; index < starts.length; index += 1)
    before[index + 1] = (before[index] as number) + (ends[index] as number) - (starts[index] as number);

  /** The last stretch that starts at or before a moment; -1 where none does. */
  function lastAt(moment: number): number {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= moment) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  function upTo(moment: number): number {
    const at = lastAt(moment);
    return at < 0 ? 0 : (before[at] as number) + Math.min(moment, ends[at] as number) - (starts[at] as number);
  }

  return {
    between: (start, end) => upTo(end) - upTo(start),
    firstFrom(moment) {
      const at = lastAt(moment);
      return at >= 0 && moment < (ends[at] as number) ? (ends[at] as number) : moment;
    },
    with(order, startMs, endMs) {
      const newStarts: number[] = [];
      const newEnds: number[] = [];
      const add = (start: number, end: number) => {
        const last = newEnds.length - 1;
        if (end <= start) return;
        if (last >= 0 && start <= (newEnds[last] as number)) newEnds[last] = Math.max(newEnds[last] as number, end);
        else {
          newStarts.push(start);
          newEnds.push(end);
        }
      };
      let own = 0;
      for (const index of order) {
        const start = startMs[index] as number;
        for (; own < starts.length && (starts[own] as number) <= start; own += 1) add(starts[own] as number, ends[own] as number);
        add(start, endMs[index] as number);
      }
      for (; own < starts.length; own += 1) add(starts[own] as number, ends[own] as number);
      return coverageOf(newStarts, newEnds);
    },
  };
}
