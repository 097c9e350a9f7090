import type { ErasureState } from '@vigil/contract/privacy.values';
import type { ErasureRow } from './erasure.store.ts';

/** What has become of a request by now. */
export function stateOf(
  { withdrawnAt, decidedAt, dueAt, contactErasedAt, recordErasedAt, keepRecordUntil }: Omit<ErasureRow, 'id' | 'userId' | 'requestedBy'>,
  nowMs: number,
): ErasureState {
  if (withdrawnAt !== null) return 'WITHDRAWN';
  if (decidedAt === null) return dueAt <= nowMs ? 'DUE' : 'WAITING';
  if (recordErasedAt !== null) return 'ERASED';
  return contactErasedAt !== null && keepRecordUntil !== null && keepRecordUntil > nowMs ? 'RECORD_KEPT' : 'IN_WORK';
}

/** The same day so many years later, in UTC; null for none. A 29 February becomes the 1 March. */
export function keepUntil(fromMs: number, years: number): number | null {
  if (years === 0) return null;
  const date = new Date(fromMs);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

/** Whether what was typed is the person's name in full; case and spaces do not matter. */
export function isNameOf(
  typed: string | undefined,
  { givenName, familyName }: { readonly givenName: string; readonly familyName: string },
): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return typed !== undefined && plain(typed) === plain(`${givenName} ${familyName}`);
}
