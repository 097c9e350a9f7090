import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import type { AccountRow } from '@vigil/contract/registry.contract';
import { accountStatuses } from '@vigil/contract/registry.values';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '#ui/chips.tsx';
import type { Column } from '#ui/data-table.tsx';
import { ListScreen } from '#ui/list-screen.tsx';
import type { ListTexts } from '#ui/list-screen-props.ts';
import { useListSearch } from '#ui/use-list-search.ts';
import { AccountCard } from './account-card.tsx';
import { AccountDay, accountDays } from './account-days.tsx';
import { memberAccountsQuery } from './api/list-users.ts';
import type { MemberListSearch } from './member-list-search.ts';

type Translate = TFunction<['adminMembers', 'ui']>;

/** The tenant's member accounts and their states, for its administrators. It holds no readings: administrators do not see those. */
export function MemberListScreen() {
  const { t } = useTranslation(['adminMembers', 'ui']);
  const list = useListSearch<MemberListSearch>();
  return (
    <ListScreen
      texts={textsOf(t)}
      list={list}
      query={useQuery(memberAccountsQuery(list.search))}
      columns={columnsOf(t)}
      rowKey={(row) => row.id}
      card={(row) => <AccountCard key={row.id} row={row} />}
      cardHeightPx={124}
      filters={[
        {
          name: 'status',
          label: t('statusFilter'),
          options: accountStatuses.map((id) => ({ id, label: t(`ui:status.${id}`) })),
          usual: accountStatuses.join(','),
        },
      ]}
    />
  );
}

function columnsOf(t: Translate): readonly Column<AccountRow, MemberListSearch['sort']>[] {
  const name = ({ firstName, lastName }: AccountRow) => `${firstName} ${lastName}`;
  return [
    { id: 'name', header: t('name'), sort: 'lastName', value: name, cell: (row) => <strong>{name(row)}</strong> },
    {
      id: 'email',
      header: t('email'),
      sort: 'email',
      value: (row) => row.contactInfo.email,
      cell: (row) => row.contactInfo.email ?? t('noEmail'),
    },
    {
      id: 'status',
      header: t('status'),
      value: (row) => t(`ui:status.${row.accountStatus ?? 'none'}`),
      cell: (row) => <StatusChip status={row.accountStatus} />,
    },
    ...accountDays.map(({ id, at, ...sorting }) => ({
      id,
      header: t(id),
      ...sorting,
      value: (row: AccountRow) => isoDate(at(row)),
      cell: (row: AccountRow) => <AccountDay at={at(row)} />,
    })),
  ];
}

const isoDate = (at: number | null) => (at === null ? null : new Date(at).toISOString());

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
