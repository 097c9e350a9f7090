import { slotSeconds } from './rule.ts';

/**
 * The readings of one metric (or score) of one member over a stretch of time, by slots of five minutes, so that what any
 * window comes to is two look-ups. Only readings that a rule may look at are in it.
 */
export interface SlotSeries {
  /** Number of the first slot since 1970. */
  readonly firstSlot: number;
  readonly length: number;
  /** Sums over the slots before each: `[i]` is of the slots [0, i). */
  readonly totals: Float64Array;
  readonly counts: Float64Array;
  /** How many of the slots before each are vouched for: by a reading, or of what a band counts by its being worn. */
  readonly vouched: Int32Array;
  /** Of each slot, the newest one up to it that has a reading; −1 where there is none. */
  readonly newest: Int32Array;
  /** Of each slot with readings, the last of them. */
  readonly lasts: Float64Array;
  /** The highest and the lowest of them, of what a person takes; of anything else the last. */
  readonly highs: Float64Array;
  readonly lows: Float64Array;
}

/** Readings by their slots, column by column, in any order: what each slot comes to, or one by one; slots without any are absent. */
export interface SlotColumns {
  /** Numbers of the slots since 1970. */
  readonly slots: ArrayLike<number>;
  /** Null: the readings come one by one. */
  readonly counts: ArrayLike<number> | null;
  readonly totals: ArrayLike<number>;
  /** The last reading of each; only rules about the latest value look at it. */
  readonly lasts: ArrayLike<number>;
}

export interface SlotsShape {
  /** Unix seconds, both multiples of `slotSeconds`: the stretch is [from, to). */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** How long a reading vouches for (`dueEvery`); null: for nothing beyond itself, any reading is enough. */
  readonly dueEverySeconds: number | null;
}

export const slotOf = (seconds: number): number => Math.floor(seconds / slotSeconds);

/** Which slots are looked at at all, and which are vouched for where readings do not say so. */
export interface SlotsKnown {
  readonly isRead?: ((slot: number) => boolean) | undefined;
  readonly isVouched?: ((slot: number) => boolean) | undefined;
}

/** What a band counts is looked at while it is worn, and nothing else says that there was nothing to count. */
export const countedWhileWorn = (isWorn: (slot: number) => boolean): SlotsKnown => ({ isRead: isWorn, isVouched: isWorn });

/** Slots outside the stretch, and those that `isRead` leaves out, are not in it. */
export function slotSeries(columns: SlotColumns, shape: SlotsShape, { isRead, isVouched }: SlotsKnown = {}): SlotSeries {
  const firstSlot = slotOf(shape.fromSeconds);
  const length = slotOf(shape.toSeconds) - firstSlot;
  const totals = new Float64Array(length + 1);
  const counts = new Float64Array(length + 1);
  const lasts = new Float64Array(length);
  const isTaken = shape.dueEverySeconds === null;
  const [highs, lows] = isTaken ? [new Float64Array(length), new Float64Array(length)] : [lasts, lasts];
  for (let index = 0; index < columns.slots.length; index++) {
    const slot = columns.slots[index] ?? 0;
    const at = slot - firstSlot;
    if (at < 0 || at >= length) continue;
    totals[at + 1] = (totals[at + 1] ?? 0) + (columns.totals[index] ?? 0);
    const last = columns.lasts[index] ?? 0;
    if (isTaken) {
      const isFirst = (counts[at + 1] ?? 0) === 0;
      highs[at] = isFirst ? last : Math.max(highs[at] ?? last, last);
      lows[at] = isFirst ? last : Math.min(lows[at] ?? last, last);
    }
    counts[at + 1] = (counts[at + 1] ?? 0) + (columns.counts ? (columns.counts[index] ?? 0) : 1);
    lasts[at] = last;
  }
  // Asked of each slot, which is far less often than of each reading.
  if (isRead)
    for (let at = 0; at < length; at++) if ((counts[at + 1] ?? 0) > 0 && !isRead(firstSlot + at)) counts[at + 1] = totals[at + 1] = 0;
  const vouchesSlots = Math.max(1, Math.floor((shape.dueEverySeconds ?? slotSeconds) / slotSeconds));
  const isKnown = isVouched
    ? (at: number) => isVouched(firstSlot + at)
    : (at: number, last: number) => last >= 0 && at - last < vouchesSlots;
  return { firstSlot, length, totals, counts, lasts, highs, lows, ...summedUp(totals, counts, isKnown) };
}

function summedUp(
  totals: Float64Array,
  counts: Float64Array,
  isKnown: (at: number, last: number) => boolean,
): Pick<SlotSeries, 'vouched' | 'newest'> {
  const length = totals.length - 1;
  const vouched = new Int32Array(length + 1);
  const newest = new Int32Array(length);
  let last = -1;
  for (let at = 0; at < length; at++) {
    if ((counts[at + 1] ?? 0) > 0) last = at;
    newest[at] = last;
    totals[at + 1] = (totals[at + 1] ?? 0) + (totals[at] ?? 0);
    counts[at + 1] = (counts[at + 1] ?? 0) + (counts[at] ?? 0);
    vouched[at + 1] = (vouched[at] ?? 0) + (isKnown(at, last) ? 1 : 0);
  }
  return { vouched, newest };
}

/** One reading that counts. Unix seconds. */
export interface TimedValue {
  readonly seconds: number;
  readonly value: number;
}

/** Readings that count, one by one in order of time; of two of one moment the later one given is the last. */
export function slotsOfReadings(readings: readonly TimedValue[]): SlotColumns {
  const ordered = readings.toSorted((one, other) => one.seconds - other.seconds);
  const values = ordered.map(({ value }) => value);
  return { slots: ordered.map(({ seconds }) => slotOf(seconds)), counts: null, totals: values, lasts: values };
}
