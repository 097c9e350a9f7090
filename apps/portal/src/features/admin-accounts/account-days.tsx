import type { AccountRow } from '@vigil/contract/registry.contract';
import { useTranslation } from 'react-i18next';

/** The days of an account that the list tells, in the order of its columns. Unix milliseconds; null: not yet. */
export const accountDays = [
  { id: 'statusSince', at: (row: AccountRow) => row.lastStatusDate },
  { id: 'memberSince', at: (row: AccountRow) => row.memberSince },
  { id: 'created', at: (row: AccountRow) => row.createdAt, sort: 'createdAt' },
] as const;

export function AccountDay({ at }: { readonly at: number | null }) {
  const { t } = useTranslation('adminAccounts');
  if (at !== null) return new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' });
  return (
    <span title={t('notYet')}>
      <span aria-hidden="true">–</span>
      <span className="v-unseen">{t('notYet')}</span>
    </span>
  );
}
