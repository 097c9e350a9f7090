import { isTicksOutage } from '#platform/ticks/failures.ts';

/** The questions that one answer asks of the ticks store, for what it says besides the latest readings: courses and changes. */
export interface TrendQuestions {
  /** Undefined where the store was away. */
  ask<T>(question: () => Promise<T>): Promise<T | undefined>;
  /** Something that the answer rests on was worked out while the store was away. */
  missed(outage: Error): void;
  /** Whether anything was missed. */
  isIncomplete(): boolean;
}

/** Goes on while the store is away: whoever answers says so. Nothing more is asked after an outage, since each question may take its whole time. */
export function toleratingOutages(): TrendQuestions {
  let [isAway, isIncomplete] = [false, false];
  return {
    async ask(question) {
      if (isAway) return undefined;
      try {
        return await question();
      } catch (error) {
        if (!isTicksOutage(error)) throw error;
        [isAway, isIncomplete] = [true, true];
        return undefined;
      }
    },
    missed() {
      isIncomplete = true;
    },
    isIncomplete: () => isIncomplete,
  };
}

/** For an answer that has no room to say what it lacks: an outage fails it. */
export const failingOnOutages: TrendQuestions = {
  ask: (question) => question(),
  missed(outage) {
    throw outage;
  },
  isIncomplete: () => false,
};
