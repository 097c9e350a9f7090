import { firingsIn, type Trail, type TrailFiring } from './trail.ts';

/**
 * What became of an alert. `persisted`: it was fired. `resumed`: it had been told to be over, and stands after all. `superseded`: it
 * began at another time than was told, and another firing stands in its place. `data_stopped`: it stands, and nothing is known of it
 * any more.
 */
export type ChangeKind = 'persisted' | 'resumed' | 'cleared' | 'superseded' | 'data_stopped' | 'data_back';

export interface RuleChange {
  readonly kind: ChangeKind;
  /** The end of the slot that was judged. Unix seconds. */
  readonly at: number;
  /** Of which alert: when it was fired. */
  readonly firedAt: number;
  /**
   * Late readings corrected what people know of already: the alert that they were told of, by when it was fired. The change is stored and
   * nobody is told again. Null: it is news.
   */
  readonly knownAs: number | null;
}

/** What was told of a rule, up to the end of a slot in Unix seconds. */
export interface Told {
  readonly trail: Trail;
  readonly until: number;
}

/**
 * What has become of the alerts of a rule since it was told where it stands. Nothing that was told is taken back: an alert that turns
 * out not to have been is over. An alert that stands goes on, though late readings move its beginning.
 *
 * @param judgedUntil up to where the rule is judged now. Unix seconds.
 */
export function changesSince(told: Told, now: Trail, judgedUntil: number): readonly RuleChange[] {
  const [before, after] = [firingsIn(told.trail), firingsIn(now)];
  const [stood, stands] = [standing(before), standing(after)];
  const continued = stood && stands && stands.firedAt <= told.until ? stood.firedAt : null;

  const ofTold = before.flatMap(({ firedAt, endedAt }): RuleChange[] => {
    const found = after.find((one) => one.firedAt === firedAt);
    if (found?.endedAt === endedAt) return [];
    if (found?.endedAt === null) return [{ kind: 'resumed', at: judgedUntil, firedAt, knownAs: continued }];
    if (found) return [{ kind: 'cleared', at: found.endedAt ?? 0, firedAt, knownAs: endedAt === null ? continued : firedAt }];
    if (endedAt !== null) return [];
    const at = Math.min(judgedUntil, Math.max(told.until, firedAt));
    return [{ kind: continued === null ? 'cleared' : 'superseded', at, firedAt, knownAs: continued }];
  });
  const ofNew = after
    .filter(({ firedAt }) => before.every((one) => one.firedAt !== firedAt))
    .flatMap((one): RuleChange[] => {
      const { firedAt, endedAt } = one;
      const isKnown = endedAt !== null || continued !== null;
      const knownAs = isKnown ? (before.find((other) => isKnownBy(one, other, told.until))?.firedAt ?? null) : null;
      const fired: RuleChange = { kind: 'persisted', at: firedAt, firedAt, knownAs };
      return endedAt === null ? [fired] : [fired, { kind: 'cleared', at: endedAt, firedAt, knownAs }];
    });
  return [...[...ofTold, ...ofNew].sort((one, other) => one.at - other.at), ...dataChanges(continued === null ? [] : told.trail, now)];
}

const standing = (firings: readonly TrailFiring[]) => firings.find(({ endedAt }) => endedAt === null);

/** Whether people were told of an alert at the time of another one, or of one that stood when that was over. */
function isKnownBy(one: TrailFiring, told: TrailFiring, toldUntil: number): boolean {
  if (told.endedAt === null) return one.firedAt <= toldUntil;
  return one.firedAt < told.endedAt && told.firedAt < (one.endedAt ?? Number.POSITIVE_INFINITY);
}

/** Whether anything is known of the alert that stands. */
function dataChanges(told: Trail, now: Trail): readonly RuleChange[] {
  const [before, last] = [told.at(-1), now.at(-1)];
  if (!last || last.firedAt === null) return [];
  const isKnown = last.verdict !== 'unknown';
  if (isKnown === (before?.verdict !== 'unknown')) return [];
  return [{ kind: isKnown ? 'data_back' : 'data_stopped', at: last.at, firedAt: last.firedAt, knownAs: null }];
}
