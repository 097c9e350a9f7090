import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@vigil/contract/client';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { useNow } from '#lib/now.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { shortcuts } from '#lib/shortcuts.ts';
import { useStore } from '#lib/store.ts';
import { unitSystem } from '#lib/unit-system.ts';
import { useWindowWidth } from '#lib/window-width.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import table from '#ui/data-table.module.css';
import { Icon } from '#ui/icons.tsx';
import list from '#ui/list-screen.module.css';
import { Pager } from '#ui/pager.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { membersQuery } from './api/list-members.ts';
import { columnIds } from './columns.ts';
import { MemberCards } from './components/member-cards.tsx';
import { MemberTable } from './components/member-table.tsx';
import { downloadCsv, panelTable } from './panel-csv.ts';
import { addressOf, type PanelView, panelView, type SortField, statuses } from './panel-search.ts';

const cardsBelowPx = 600;
/** Below this the record number gives its place to band status and last sync. */
const mrnFromPx = 1400;

/** The members of the tenant with their latest readings: made to be scanned down one column. */
export function PanelScreen() {
  const { t } = useTranslation('panel');
  const { t: both } = useTranslation(['panel', 'ui']);
  usePageTitle(t('title'));
  const view = panelView(useSearch({ from: '/dashboard/panel' }));
  const navigate = useNavigate({ from: '/dashboard/panel' });
  const units = useStore(unitSystem);
  const keys = useStore(shortcuts);
  const now = useNow();
  const width = useWindowWidth();
  const narrow = width < cardsBelowPx;
  const withMrn = width >= mrnFromPx;
  const banner = useConfiguration().app.alert_banner_message;
  const members = useQuery(membersQuery(view));
  const searchBox = useRef<HTMLInputElement>(null);
  const rowsBox = useRef<HTMLDivElement>(null);
  useRowKeys(rowsBox, searchBox);

  /** A change of what is listed starts again at its first page. */
  const show = useCallback(
    (change: Partial<PanelView>, replace = false) =>
      void navigate({ search: (before) => addressOf({ ...panelView(before), page: 1, ...change }), replace }),
    [navigate],
  );
  const search = useCallback((q: string) => show({ q }, true), [show]);
  const sort = (field: SortField) => show({ sort: field, descending: view.sort === field ? !view.descending : false });

  const rows = members.data?.content;
  const total = members.data?.totalElements;
  const filtered = view.q !== '' || addressOf(view).status !== undefined;

  return (
    <div className={banner ? `${list.screen} ${list.bannered}` : list.screen}>
      <div className={list.top}>
        <h1 className={list.title}>
          {t('title')}
          {total !== undefined && <span className={list.total}>{total.toLocaleString()}</span>}
        </h1>
        <SearchField
          ref={searchBox}
          value={view.q}
          onSearch={search}
          label={t('searchLabel')}
          placeholder={t('searchPlaceholder')}
          shortcut="/"
        />
        <ChoiceMenu
          icon="filter"
          label={t('statusFilter')}
          count={addressOf(view).status === undefined ? undefined : view.status.length}
          options={statuses.map((id) => ({ id, label: both(`ui:status.${id}`) }))}
          chosen={view.status}
          onChoose={(status) => show({ status })}
        />
        <span className={list.space} />
        <ChoiceMenu
          icon="columns"
          label={t('columns')}
          options={columnIds.map((id) => ({ id, label: t(`measureLong.${id}`) }))}
          chosen={view.columns}
          onChoose={(columns) => show({ columns, page: view.page })}
        />
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<Icon name="clock" />}
          title={t('agesHelp')}
          aria-pressed={view.ages}
          className={view.ages ? (list.on ?? '') : ''}
          onClick={() => show({ ages: !view.ages, page: view.page }, true)}
        >
          {t('ages')}
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<Icon name="download" />}
          title={t('downloadCsvHelp')}
          disabled={!rows?.length}
          onClick={() =>
            rows && downloadCsv(panelTable({ rows, columns: view.columns, units, now, t: both, withMrn }), fileName(t('csvName'), now))
          }
        >
          {t('downloadCsv')}
        </Button>
      </div>
      {rows && members.isError && (
        <div className={list.note} role="status">
          <Icon name="clock" /> {t('stale', { time: new Date(members.dataUpdatedAt).toLocaleTimeString() })}
        </div>
      )}
      <div ref={rowsBox} className={narrow ? undefined : table.scroll}>
        {!rows && members.isError ? (
          <Failure reason={members.error} onRetry={() => void members.refetch()} />
        ) : rows?.length === 0 ? (
          <Empty
            view={view}
            filtered={filtered}
            onClear={() => void navigate({ search: addressOf({ ...panelView({}), columns: view.columns, ages: view.ages }) })}
          />
        ) : narrow ? (
          <MemberCards view={view} rows={rows} units={units} now={now} />
        ) : (
          <MemberTable view={view} rows={rows} units={units} now={now} withMrn={withMrn} onSort={sort} />
        )}
      </div>
      <div className={table.footer}>
        {!narrow && <span className={table.footerNote}>{t(keys ? 'keys' : 'keysArrows')}</span>}
        <Pager page={view.page} size={view.size} total={total} onPage={(page) => show({ page })} onSize={(size) => show({ size })} />
      </div>
    </div>
  );
}

function fileName(name: string, now: number): string {
  return `${name}-${new Date(now).toISOString().slice(0, 10)}`;
}

function Failure({ reason, onRetry }: { readonly reason: Error; readonly onRetry: () => void }) {
  const { t } = useTranslation('panel');
  const { t: ui } = useTranslation('ui');
  if (reason instanceof ApiError && reason.status === 403)
    return <StatePanel failure icon="alert" title={t('forbiddenTitle')} text={t('forbiddenText')} />;
  return (
    <StatePanel
      failure
      icon="alert"
      title={t('failedTitle')}
      text={t('failedText', { reason: reason.message })}
      action={{ label: ui('retry'), onClick: onRetry }}
    />
  );
}

function Empty({ view, filtered, onClear }: { readonly view: PanelView; readonly filtered: boolean; readonly onClear: () => void }) {
  const { t } = useTranslation('panel');
  if (!filtered) return <StatePanel icon="members" title={t('noneTitle')} text={t('noneText')} />;
  const text = view.q ? t('emptySearch', { query: view.q }) : t('emptyFilter');
  return <StatePanel icon="search" title={t('emptyTitle')} text={text} action={{ label: t('clear'), onClick: onClear }} />;
}
