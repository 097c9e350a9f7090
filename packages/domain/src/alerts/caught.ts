/** An intervention is held against alerts fired so long before it, and an alert against what was done so long after it. Seconds. */
export const caughtWithinSeconds = 48 * 3_600;

/** How alerts of a rule lie to what people did about a member. Whole numbers. */
export interface Caught {
  /** Interventions before which an alert had fired within 48 hours. */
  readonly caught: number;
  /** Interventions before which none had. */
  readonly missed: number;
  /** Alerts that an intervention followed within 48 hours. */
  readonly followed: number;
  /** Alerts that none followed. */
  readonly unfollowed: number;
}

export interface CaughtQuestion {
  /** The stretch [from, to) in which alerts are known. Unix seconds, as are all moments. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly firedAt: readonly number[];
  readonly intervenedAt: readonly number[];
}

/**
 * Holds the alerts that a rule fired for a member against the interventions of the same stretch. One alert can come before several
 * interventions, and one intervention after several alerts. What could not be known is not judged: interventions of the first 48 hours
 * unless an alert came before them (one may have fired before the stretch), and alerts of the last 48 unless one was followed.
 */
export function heldAgainstInterventions({ fromSeconds, toSeconds, firedAt, intervenedAt }: CaughtQuestion): Caught {
  const done = intervenedAt.filter((at) => at >= fromSeconds && at < toSeconds);
  const belong = (fired: number, intervened: number) => fired <= intervened && intervened - fired <= caughtWithinSeconds;
  const caught = done.filter((at) => firedAt.some((fired) => belong(fired, at)));
  const followed = firedAt.filter((fired) => done.some((at) => belong(fired, at)));
  const judged = done.filter((at) => caught.includes(at) || at - fromSeconds >= caughtWithinSeconds);
  const waitedFor = firedAt.filter((fired) => followed.includes(fired) || toSeconds - fired > caughtWithinSeconds);
  return {
    caught: caught.length,
    missed: judged.length - caught.length,
    followed: followed.length,
    unfollowed: waitedFor.length - followed.length,
  };
}
