import type { LocalDay } from './local-days.ts';

/** What was added to a counter: from when, in milliseconds since 1970, and how much. */
export interface Added {
  readonly fromMs: number;
  readonly amount: number;
}

/** Why a reading of a counter adds nothing that can be kept. */
export type NothingAdded = 'first of the file' | 'ran backwards';

/** The same for people. */
export const nothingAdded: Readonly<Record<NothingAdded, string>> = {
  'first of the file': 'What had been counted before the file begins',
  'ran backwards': 'Counters that ran backwards within a day',
};

/**
 * Turns a counter that a band sets to zero at local midnight into what was added from one reading to the next. It counts
 * from its start, as any period does: what is read at midnight belongs to the day that ends.
 *
 * The first reading of a file is where counting begins, as what came before it is not in the file and may be in another one.
 * On the days after, the first reading is what was added since midnight.
 */
export interface DayCounter {
  read(momentMs: number, localDay: LocalDay, value: number): Added | NothingAdded;
}

/** `firstDay` is the local day that the file begins with, for a counter that the file first reads on a later day. */
export function createDayCounter(firstDay: number): DayCounter {
  let previous: { readonly momentMs: number; readonly day: number; readonly value: number } | null = null;
  return {
    read(momentMs, { day: wallDay, startMs, beforeStartMs, isStart }, value) {
      const before = previous;
      const isOfNewDay = !isStart || (before !== null && before.day === wallDay - 1 && value < before.value);
      const day = isOfNewDay ? wallDay : wallDay - 1;
      previous = { momentMs, day, value };
      if (before === null && day <= firstDay) return 'first of the file';
      if (before === null || day > before.day) return { fromMs: isOfNewDay ? startMs : beforeStartMs, amount: value };
      if (day < before.day || value < before.value || momentMs < before.momentMs) return 'ran backwards';
      return { fromMs: before.momentMs, amount: value - before.value };
    },
  };
}
