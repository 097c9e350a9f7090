import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListScreen } from '#ui/list-screen.tsx';
import type { ListTexts } from '#ui/list-screen-props.ts';
import { useListSearch } from '#ui/use-list-search.ts';
import { AccountCard } from './account-card.tsx';
import { dayColumns, emailColumn, nameColumn, statusColumn, statusFilter, type Translate } from './account-columns.tsx';
import type { MemberListSearch } from './account-list-search.ts';
import { memberAccountsQuery } from './api/list-users.ts';

/** The tenant's member accounts and their states, for its administrators. It holds no readings: administrators do not see those. */
export function MemberListScreen() {
  const { t } = useTranslation(['adminAccounts', 'ui']);
  const list = useListSearch<MemberListSearch>();
  return (
    <ListScreen
      texts={textsOf(t)}
      list={list}
      query={useQuery(memberAccountsQuery(list.search))}
      columns={[nameColumn(t), emailColumn(t), statusColumn(t), ...dayColumns(t, ['statusSince', 'memberSince', 'created'])]}
      rowKey={(row) => row.id}
      card={(row) => <AccountCard key={row.id} row={row} />}
      cardHeightPx={124}
      filters={[statusFilter(t)]}
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
