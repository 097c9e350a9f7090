import type { Target } from './target.ts';

/** How long and how wild an attack is. The same seed makes the same calls. */
export interface Effort {
  readonly seed: number;
  /** 1 is the short round of `npm test`; `npm run attack` does many. */
  readonly rounds: number;
}

export interface Result {
  /** Calls made, or inputs tried. */
  readonly calls: number;
  /** What did not hold, each in one line. Empty: everything held. */
  readonly findings: readonly string[];
  /** What was measured on the way. */
  readonly measured?: string;
}

export interface Attack {
  readonly name: string;
  /** What has to hold, in one line. */
  readonly claim: string;
  run(target: Target, effort: Effort): Promise<Result>;
}

/** Collects what did not hold; the same complaint a thousand times is one line with its count. */
export function createFindings() {
  const counts = new Map<string, number>();
  return {
    add: (finding: string) => counts.set(finding, (counts.get(finding) ?? 0) + 1),
    list: (): string[] => [...counts].map(([finding, count]) => (count === 1 ? finding : `${finding} (${count} times)`)),
  };
}
