import type { AccountRow } from '@vigil/contract/registry.contract';
import { useTranslation } from 'react-i18next';

/** The days of an account that the list tells, in the order of its columns. Unix milliseconds; null: not yet. */
export function accountDays(row: AccountRow) {
  return [
    { name: 'statusSince', at: row.lastStatusDate },
    { name: 'memberSince', at: row.memberSince },
    { name: 'created', at: row.createdAt },
  ] as const;
}

export function AccountDay({ at }: { readonly at: number | null }) {
  const { t } = useTranslation('adminMembers');
  if (at !== null) return new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' });
  return (
    <span title={t('notYet')}>
      <span aria-hidden="true">–</span>
      <span className="v-unseen">{t('notYet')}</span>
    </span>
  );
}
