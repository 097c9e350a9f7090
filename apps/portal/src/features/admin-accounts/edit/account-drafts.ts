import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { type AccountValues, accountFields } from './account-values.ts';

/** An account being edited. */
export interface AccountDraft {
  /** Of the account. */
  readonly id: string;
  /** What was typed, and what the account held in these fields when it was: whoever changes them meanwhile is noticed. */
  readonly typed: Partial<AccountValues>;
  readonly base: Partial<AccountValues>;
}

const some = z.partial(z.object(Object.fromEntries(accountFields.map((field) => [field, z.string()]))));
const kept = z.object({ id: z.string(), typed: some, base: some });

/** By the account's id. */
export const accountDrafts = createDrafts<AccountDraft>('accounts', (found) => {
  const result = kept.safeParse(found);
  return result.success ? (result.data as AccountDraft) : null;
});
