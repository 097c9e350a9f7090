import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListTexts } from '#ui/list-screen-props.ts';
import { useListSearch } from '#ui/use-list-search.ts';
import { dayColumns, emailColumn, statusColumn, statusFilter, type Translate } from './account-columns.tsx';
import type { MemberListSearch } from './account-list-search.ts';
import { AccountsList } from './accounts-list.tsx';
import { memberAccountsQuery } from './api/list-users.ts';

/** The tenant's member accounts and their states, for its administrators. It holds no readings: administrators do not see those. */
export function MemberListScreen() {
  const { t } = useTranslation(['adminAccounts', 'ui']);
  const { search } = useListSearch<MemberListSearch>();
  return (
    <AccountsList<MemberListSearch>
      texts={textsOf(t)}
      query={useQuery(memberAccountsQuery(search))}
      columns={[emailColumn(t), statusColumn(t), ...dayColumns(t, ['statusSince', 'memberSince', 'created'])]}
      filters={[statusFilter(t)]}
      csvName="members"
    />
  );
}

function textsOf(t: Translate): ListTexts {
  return {
    title: t('title'),
    caption: t('caption'),
    searchLabel: t('searchLabel'),
    searchPlaceholder: t('searchPlaceholder'),
    none: { title: t('noneTitle'), text: t('noneText') },
    empty: { title: t('emptyTitle'), text: t('emptyText') },
    failed: { title: t('failedTitle'), text: (reason) => reason },
  };
}
