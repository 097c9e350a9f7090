/** The checks of members that were asked for while a call is answered, and what became of them. */
export interface MemberChecks {
  /** Whether a member was checked, and let pass. */
  readonly hasPassed: boolean;
  /** The first refusal. */
  readonly refusal: { readonly error: unknown } | undefined;
  /** The same check, of which is kept what becomes of it: whether or not whoever asked waits for it, or passes over a refusal. */
  note(asked: Promise<void>): Promise<void>;
  /** Resolves when no check is under way. */
  settled(): Promise<void>;
}

export function createMemberChecks(): MemberChecks {
  const all: Promise<void>[] = [];
  let hasPassed = false;
  let refusal: { readonly error: unknown } | undefined;
  return {
    get hasPassed() {
      return hasPassed;
    },
    get refusal() {
      return refusal;
    },
    note(asked) {
      const check = asked.then(
        () => {
          hasPassed = true;
        },
        (error: unknown) => {
          refusal ??= { error };
          throw error;
        },
      );
      // One that nobody waits for must not end the process by its refusal.
      check.catch(() => {});
      all.push(check);
      return check;
    },
    async settled() {
      await Promise.allSettled(all);
    },
  };
}
