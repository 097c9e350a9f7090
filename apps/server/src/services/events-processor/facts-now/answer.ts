import type { MissingReason } from '@vigil/contract/events-processor.values';

/** What a fact is now: a value, perhaps with when it was read; or why there is none. */
export type FactNow =
  | {
      readonly value: number | string;
      /** Of a measure. Unix seconds; source: device, manual, imported, or who worked it out. */
      readonly reading?: { readonly timestamp: number; readonly source: string };
      /** Too old to say anything about now. */
      readonly isStale?: boolean;
      /** How it was worked out, where the band sends none. */
      readonly derived?: string;
    }
  | { readonly missing: MissingReason };

/** A value that may not be there. */
export function valueOr(value: number | null, missing: MissingReason = 'no-data'): FactNow {
  return value === null || !Number.isFinite(value) ? { missing } : { value };
}
