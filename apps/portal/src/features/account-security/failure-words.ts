import type { ApiError } from '@vigil/contract/client';
import type { TFunction } from 'i18next';

type Translate = TFunction<'accountSecurity'>;

/** Fields that the server names, whose texts are ours: it speaks English, and the person perhaps does not. */
const fields = ['oldPassword', 'newPassword', 'password', 'code', 'pin'] as const;
export type FaultyField = (typeof fields)[number];

export type Faults = Partial<Record<FaultyField, string>>;

/** What the server found wrong, by field. */
export function faultsIn(t: Translate, failure: ApiError | null): Faults {
  const named = (failure?.fields ?? []).flatMap(({ field }) => fields.filter((known) => known === field));
  return Object.fromEntries(named.map((field) => [field, t(`error.${field}`)]));
}

/** A failure that no field explains; undefined where one does. */
export function failureIn(t: Translate, failure: ApiError | null): string | undefined {
  if (!failure || Object.keys(faultsIn(t, failure)).length > 0) return undefined;
  if (failure.status === 0) return t('offline');
  if (failure.code === 'too_many_requests') return t('error.tooMany', { count: Math.ceil((failure.retryAfterSeconds ?? 60) / 60) });
  return t('notDone', { reason: failure.message });
}
