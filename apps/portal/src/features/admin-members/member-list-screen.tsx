import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { pageSizes } from '@vigil/contract/paging.values';
import type { AccountRow } from '@vigil/contract/registry.contract';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { someOf } from '#lib/search-text.ts';
import { useWindowWidth } from '#lib/window-width.ts';
import { StatusChip } from '#ui/chips.tsx';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { ColumnHeader } from '#ui/column-header.tsx';
import table from '#ui/data-table.module.css';
import list from '#ui/list-screen.module.css';
import { Pager } from '#ui/pager.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { AccountCards } from './account-cards.tsx';
import { AccountDay, accountDays } from './account-days.tsx';
import { memberAccountsQuery } from './api/list-users.ts';
import { type MemberListSearch, memberListSearch, type SortField, statuses } from './member-list-search.ts';

const cardsBelowPx = 600;

/** The tenant's member accounts and their states, for its administrators. It holds no readings: administrators do not see those. */
export function MemberListScreen() {
  const { t } = useTranslation('adminMembers');
  const { t: ui } = useTranslation('ui');
  usePageTitle(t('title'));
  const search = useSearch({ from: '/admin/members' });
  const navigate = useNavigate({ from: '/admin/members' });
  const banner = useConfiguration().app.alert_banner_message;
  const accounts = useQuery(memberAccountsQuery(search));
  const rows = accounts.data?.content;
  const total = accounts.data?.totalElements;
  const chosen = someOf({ ...search }, 'status', statuses) ?? statuses;
  const narrow = useWindowWidth() < cardsBelowPx;
  const searchBox = useRef<HTMLInputElement>(null);
  const rowsBox = useRef<HTMLDivElement>(null);
  useRowKeys(rowsBox, searchBox);

  const show = useCallback(
    (change: MemberListSearch & { [name: string]: unknown }, replace = false) =>
      void navigate({ search: (before) => memberListSearch({ ...before, page: 1, ...change }), replace }),
    [navigate],
  );
  const find = useCallback((q: string) => show({ q }, true), [show]);
  const sorting = (field: SortField) => {
    const sorted = (search.sort ?? 'lastName') === field;
    const descending = search.order === 'desc';
    return {
      sorted: sorted ? (descending ? ('descending' as const) : ('ascending' as const)) : undefined,
      onSort: () =>
        void navigate({
          search: (before) => memberListSearch({ ...before, page: 1, sort: field, order: sorted && !descending ? 'desc' : 'asc' }),
        }),
    };
  };

  return (
    <div className={banner ? `${list.screen} ${list.bannered}` : list.screen}>
      <div className={list.top}>
        <h1 className={list.title}>
          {t('title')}
          {total !== undefined && <span className={list.total}>{total.toLocaleString()}</span>}
        </h1>
        <SearchField
          ref={searchBox}
          value={search.q ?? ''}
          onSearch={find}
          label={t('searchLabel')}
          placeholder={t('searchPlaceholder')}
          shortcut="/"
        />
        <ChoiceMenu
          icon="filter"
          label={t('statusFilter')}
          count={search.status ? chosen.length : undefined}
          options={statuses.map((id) => ({ id, label: ui(`status.${id}`) }))}
          chosen={chosen}
          onChoose={(status) => show({ status: status.join(',') })}
        />
      </div>
      <div ref={rowsBox} className={narrow ? undefined : table.scroll}>
        {!rows && accounts.isError ? (
          <StatePanel
            failure
            icon="alert"
            title={t('failedTitle')}
            text={accounts.error.message}
            action={{ label: ui('retry'), onClick: () => void accounts.refetch() }}
          />
        ) : rows?.length === 0 ? (
          search.q || search.status ? (
            <StatePanel
              icon="search"
              title={t('emptyTitle')}
              text={t('emptyText')}
              action={{ label: t('clear'), onClick: () => void navigate({ search: {} }) }}
            />
          ) : (
            <StatePanel icon="members" title={t('noneTitle')} text={t('noneText')} />
          )
        ) : narrow ? (
          <AccountCards rows={rows} />
        ) : (
          <table className={table.table} aria-busy={!rows}>
            <caption className="v-unseen">{t('caption')}</caption>
            <thead>
              <tr>
                <ColumnHeader label={t('name')} {...sorting('lastName')} />
                <ColumnHeader label={t('email')} {...sorting('email')} />
                <ColumnHeader label={t('status')} />
                <ColumnHeader label={t('statusSince')} />
                <ColumnHeader label={t('memberSince')} />
                <ColumnHeader label={t('created')} {...sorting('createdAt')} />
              </tr>
            </thead>
            <tbody>
              {rows ? rows.map((row) => <Row key={row.id} row={row} />) : <SkeletonRows rows={search.size ?? pageSizes[0]} cells={6} />}
            </tbody>
          </table>
        )}
      </div>
      <div className={table.footer}>
        <Pager
          page={search.page ?? 1}
          size={search.size ?? pageSizes[0]}
          total={total}
          onPage={(page) => show({ page })}
          onSize={(size) => show({ size })}
        />
      </div>
    </div>
  );
}

function Row({ row }: { readonly row: AccountRow }) {
  const { t } = useTranslation('adminMembers');
  return (
    <tr>
      <th scope="row">
        <strong>
          {row.firstName} {row.lastName}
        </strong>
      </th>
      <td>{row.contactInfo.email ?? t('noEmail')}</td>
      <td>
        <StatusChip status={row.accountStatus} />
      </td>
      {accountDays(row).map(({ name, at }) => (
        <td key={name}>
          <AccountDay at={at} />
        </td>
      ))}
    </tr>
  );
}
