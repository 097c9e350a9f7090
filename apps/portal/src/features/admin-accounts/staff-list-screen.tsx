import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import type { AccountRow } from '@vigil/contract/registry.contract';
import { roleLabel, shownRoles, staffRoles } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import type { Column } from '#ui/data-table.tsx';
import type { ListTexts } from '#ui/list-screen-props.ts';
import { useListSearch } from '#ui/use-list-search.ts';
import { dayColumns, emailColumn, statusColumn, statusFilter, type Translate } from './account-columns.tsx';
import type { StaffListSearch } from './account-list-search.ts';
import { AccountsList } from './accounts-list.tsx';
import { staffAccountsQuery } from './api/list-users.ts';

/** Everybody who works for the tenant: their roles and whether they may sign in. */
export function StaffListScreen() {
  const { t } = useTranslation(['adminAccounts', 'ui']);
  const { search } = useListSearch<StaffListSearch>();
  return (
    <AccountsList<StaffListSearch>
      texts={textsOf(t)}
      query={useQuery(staffAccountsQuery(search))}
      columns={[rolesColumn(t), emailColumn(t), statusColumn(t), ...dayColumns(t, ['statusSince', 'created'])]}
      filters={[
        statusFilter(t),
        {
          name: 'roles',
          label: t('rolesFilter'),
          options: staffRoles.map((id) => ({ id, label: roleLabel(id) })),
          usual: staffRoles.join(','),
        },
      ]}
      csvName="staff"
      withRoles
    />
  );
}

const rolesColumn = (t: Translate): Column<AccountRow, never> => ({
  id: 'roles',
  header: t('roles'),
  value: (row) => shownRoles(row.roles).map(roleLabel).join(', '),
});

function textsOf(t: Translate): ListTexts {
  return {
    title: t('staffTitle'),
    caption: t('staffCaption'),
    searchLabel: t('staffSearchLabel'),
    searchPlaceholder: t('searchPlaceholder'),
    none: { title: t('staffNoneTitle'), text: t('staffNoneText') },
    empty: { title: t('staffEmptyTitle'), text: t('emptyText') },
    failed: { title: t('staffFailedTitle'), text: (reason) => reason },
  };
}
