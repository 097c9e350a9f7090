import { listTexts } from '#ui/list-texts.ts';
import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useListSearch } from '#ui/use-list-search.ts';
import { dayColumns, emailColumn, statusColumn, statusFilter } from './account-columns.tsx';
import type { MemberListSearch } from './account-list-search.ts';
import { AccountsList } from './accounts-list.tsx';
import { memberAccountsQuery } from './api/list-users.ts';

/** The tenant's member accounts and their states, for its administrators. It holds no readings: administrators do not see those. */
export function MemberListScreen() {
  const { t } = useTranslation(['adminAccounts', 'ui']);
  const { search } = useListSearch<MemberListSearch>();
  return (
    <AccountsList<MemberListSearch>
      texts={listTexts(t)}
      query={useQuery(memberAccountsQuery(search))}
      columns={[emailColumn(t), statusColumn(t), ...dayColumns(t, ['statusSince', 'memberSince', 'created'])]}
      filters={[statusFilter(t)]}
      csvName="members"
    />
  );
}
