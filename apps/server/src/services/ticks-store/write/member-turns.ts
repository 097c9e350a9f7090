/**
 * Batches of a member are stored beside each other; whoever takes readings back waits for those under way and then has the member
 * alone. A correction that came in between would be overruled by what takes the place of the reading that it corrects.
 */
export interface MemberTurns {
  /** Does `work` beside others, once nobody has the member alone. */
  beside<T>(member: string, work: () => Promise<T>): Promise<T>;
  /** Does `work` once nothing else is under way for the member; what comes later waits for it. */
  alone<T>(member: string, work: () => Promise<T>): Promise<T>;
}

export function createMemberTurns(): MemberTurns {
  const underWay = new Map<string, Set<Promise<unknown>>>();
  const alone = new Map<string, Promise<void>>();

  async function untilNobodyIsAlone(member: string): Promise<void> {
    while (alone.has(member)) await alone.get(member);
  }

  return {
    async beside(member, work) {
      await untilNobodyIsAlone(member);
      const doing = work();
      const own = (underWay.get(member) ?? new Set()).add(doing);
      underWay.set(member, own);
      try {
        return await doing;
      } finally {
        own.delete(doing);
        if (own.size === 0) underWay.delete(member);
      }
    },
    async alone(member, work) {
      await untilNobodyIsAlone(member);
      const doing = Promise.allSettled(underWay.get(member) ?? []).then(work);
      const over = () => {
        alone.delete(member);
      };
      alone.set(member, doing.then(over, over));
      return await doing;
    },
  };
}
