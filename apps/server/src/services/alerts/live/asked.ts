/** Why a member is looked at. */
export interface Asked {
  /** `due`: its time has come, or its rules have changed. `changed`: something about the person has. Null: only because something arrived. */
  readonly reason: 'due' | 'changed' | 'everything' | null;
  /**
   * What has arrived (see `LiveSubject.heardBy`), and of when the earliest of it is. Unix seconds; Infinity: it is newer than whatever was
   * judged.
   */
  readonly arrived: ReadonlyMap<string, number>;
  /** When the earliest of it was received. Milliseconds since 1970; Infinity where somebody else sees to it that it is not lost. */
  readonly receivedAtMs: number;
}

/** A member of whom something was heard that has not been judged. Milliseconds since 1970. */
export interface WaitingMember {
  readonly userId: string;
  readonly receivedAtMs: number;
}

const nothing: Pick<Asked, 'arrived' | 'receivedAtMs'> = { arrived: new Map(), receivedAtMs: Number.POSITIVE_INFINITY };

export const asked = {
  due: { ...nothing, reason: 'due' } satisfies Asked,
  changed: { ...nothing, reason: 'changed' } satisfies Asked,

  arrived: (arrived: ReadonlyMap<string, number>, receivedAtMs = Number.POSITIVE_INFINITY): Asked => ({
    reason: null,
    arrived,
    receivedAtMs,
  }),

  /** For both reasons at once; for two different ones everything is looked at. */
  both(one: Asked, other: Asked): Asked {
    const arrived = new Map(one.arrived);
    for (const [what, at] of other.arrived) arrived.set(what, Math.min(at, arrived.get(what) ?? Number.POSITIVE_INFINITY));
    return {
      reason: one.reason === other.reason ? one.reason : 'everything',
      arrived,
      receivedAtMs: Math.min(one.receivedAtMs, other.receivedAtMs),
    };
  },

  receivedSinceMs(some: Iterable<Asked>): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { receivedAtMs } of some) earliest = Math.min(earliest, receivedAtMs);
    return earliest;
  },
};
