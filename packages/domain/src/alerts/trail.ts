import { noState, type RuleState } from './decide.ts';

/** Where a rule stood from the end of a slot on. Unix seconds. */
export interface TrailStep extends RuleState {
  readonly at: number;
}

/**
 * Where a rule stood, in order of time: what is judged anew, because readings came late, begins from it. Nothing in it lies before
 * the time for which late readings are judged, but for what stood then. Before its first step the rule is at rest.
 */
export type Trail = readonly TrailStep[];

/** An alert in a trail. Unix seconds; `endedAt` null: it stands at the end. */
export interface TrailFiring {
  readonly firedAt: number;
  readonly endedAt: number | null;
}

/** Where a rule stood at the end of a slot. */
export function stateAt(trail: Trail, at: number): RuleState {
  const step = trail.findLast((one) => one.at <= at);
  return step ? { verdict: step.verdict, holdsSince: step.holdsSince, firedAt: step.firedAt } : noState;
}

export const isAtRest = ({ holdsSince, firedAt }: RuleState): boolean => holdsSince === null && firedAt === null;

/** Clear or unknown while no alert stands is the same to everybody who is told anything. */
export function isStep(before: RuleState, next: RuleState): boolean {
  if (before.holdsSince !== next.holdsSince || before.firedAt !== next.firedAt) return true;
  return before.firedAt !== null && before.verdict !== next.verdict;
}

/** A trail up to a moment, inclusive: what lies after it is judged anew. */
export const trailUntil = (trail: Trail, at: number): Trail => trail.filter((step) => step.at <= at);

/** A trail without what lies before a moment, but for what stood then. */
export function trailSince(trail: Trail, at: number): Trail {
  const first = trail.findLastIndex((step) => step.at <= at);
  if (first < 0) return trail;
  const base = trail[first];
  return trail.slice(base && isAtRest(base) ? first + 1 : first);
}

/** The alerts in a trail, in order. */
export function firingsIn(trail: Trail): readonly TrailFiring[] {
  const firings: { firedAt: number; endedAt: number | null }[] = [];
  for (const { at, firedAt } of trail) {
    const open = firings.at(-1);
    if (open && open.endedAt === null && open.firedAt !== firedAt) open.endedAt = at;
    if (firedAt !== null && open?.firedAt !== firedAt) firings.push({ firedAt, endedAt: null });
  }
  return firings;
}

/** Whether two trails say the same. */
export function isSameTrail(one: Trail, other: Trail): boolean {
  return one.length === other.length && one.every((step, index) => isSameStep(step, other[index]));
}

const isSameStep = (one: TrailStep, other: TrailStep | undefined) =>
  one.at === other?.at && one.verdict === other.verdict && one.holdsSince === other.holdsSince && one.firedAt === other.firedAt;
