import type { UseQueryResult } from '@tanstack/react-query';
import type { AccountRow } from '@vigil/contract/registry.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import type { Column } from '#ui/data-table.tsx';
import { ListScreen } from '#ui/list-screen.tsx';
import type { ListFilter, ListTexts } from '#ui/list-screen-props.ts';
import { useListSearch } from '#ui/use-list-search.ts';
import { AccountCard } from './account-card.tsx';
import { actionsColumn, nameColumn } from './account-columns.tsx';
import type { AccountListSearch } from './account-list-search.ts';
import { type ActionId, type AskedAction, isAskedFirst } from './actions/account-actions.ts';
import { useAccountWork } from './actions/use-account-work.ts';
import { type Matching, useSelection } from './actions/use-selection.ts';
import { useEndSessions } from './api/end-sessions.ts';
import { AssignDialog } from './assign/assign-dialog.tsx';
import { BulkBar } from './components/bulk-bar.tsx';
import { ConfirmDialog } from './components/confirm-dialog.tsx';
import { EmailDialog } from './components/email-dialog.tsx';
import { MessageDialog } from './components/message-dialog.tsx';
import { RolesDialog } from './components/roles-dialog.tsx';
import type { RowDeeds } from './components/row-menu.tsx';
import { SecondStepDialog } from './components/second-step-dialog.tsx';
import { WorkPanel } from './components/work-panel.tsx';
import { EditDialog } from './edit/edit-dialog.tsx';

interface AccountsListProps<Search extends AccountListSearch> {
  readonly texts: ListTexts;
  readonly query: UseQueryResult<{ readonly content: readonly AccountRow[]; readonly totalElements: number }, Error>;
  /** Between the name and what can be done. */
  readonly columns: readonly Column<AccountRow, Search['sort']>[];
  readonly filters: readonly ListFilter<Search>[];
  readonly csvName: string;
  /** All who match, where they can be assigned to somebody together. */
  readonly matching?: Matching;
  /** Roles are given and taken in this list. */
  readonly withRoles?: boolean;
}

/** What is asked of the person at present. */
type Asked =
  | { readonly kind: 'confirm'; readonly action: AskedAction; readonly rows: readonly AccountRow[] }
  | { readonly kind: 'email' | 'message' | 'assign'; readonly rows: readonly AccountRow[] }
  | { readonly kind: 'roles' | 'edit' | 'second-step'; readonly row: AccountRow };

/** A list of accounts of which some can be chosen, with what an administrator does with one or many. */
export function AccountsList<Search extends AccountListSearch>(props: AccountsListProps<Search>) {
  const { texts, query, columns, filters, csvName, matching, withRoles = false } = props;
  const { t } = useTranslation(['adminAccounts', 'ui']);
  const { chat } = useConfiguration().tenant;
  const list = useListSearch<Search>();
  const worker = useAccountWork();
  const endSessions = useEndSessions();
  const selection = useSelection(query.data?.content, matching);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const act = (action: ActionId, rows: readonly AccountRow[]) => {
    close();
    selection.clear();
    void worker.act(action, rows);
  };
  const deeds: RowDeeds = {
    act: (action, rows) => (isAskedFirst(action) ? setAsked({ kind: 'confirm', action, rows }) : act(action, rows)),
    email: (rows) => setAsked({ kind: 'email', rows }),
    message: chat === 'OFF' ? undefined : (rows) => setAsked({ kind: 'message', rows }),
    assign: matching && ((rows) => setAsked({ kind: 'assign', rows })),
    endSessions: (row) => endSessions(row.id),
    resetSecondStep: (row) => setAsked({ kind: 'second-step', row }),
    edit: (row) => setAsked({ kind: 'edit', row }),
    changeRoles: withRoles ? (row) => setAsked({ kind: 'roles', row }) : undefined,
  };
  return (
    <>
      <ListScreen
        texts={texts}
        list={list}
        query={query}
        columns={[nameColumn(t, selection), ...columns, actionsColumn(t, deeds)]}
        rowKey={(row) => row.id}
        card={(row) => <AccountCard key={row.id} row={row} selection={selection} deeds={deeds} />}
        cardHeightPx={148}
        filters={filters}
        csvName={csvName}
        tools={<BulkBar selection={selection} deeds={deeds} busy={worker.work?.running ?? false} total={query.data?.totalElements ?? 0} />}
      />
      <WorkPanel worker={worker} />
      {asked?.kind === 'confirm' && <ConfirmDialog {...asked} onDo={() => act(asked.action, asked.rows)} onClose={close} />}
      {asked?.kind === 'roles' && <RolesDialog row={asked.row} onClose={close} />}
      {asked?.kind === 'edit' && <EditDialog row={asked.row} onClose={close} />}
      {asked?.kind === 'assign' && <AssignDialog rows={asked.rows} onDone={selection.clear} onClose={close} />}
      {asked?.kind === 'second-step' && <SecondStepDialog row={asked.row} onClose={close} />}
      {asked?.kind === 'email' && (
        <EmailDialog
          rows={asked.rows}
          onSend={(email) => {
            close();
            void worker.email(asked.rows, email);
          }}
          onClose={close}
        />
      )}
      {asked?.kind === 'message' && (
        <MessageDialog
          rows={asked.rows}
          onSend={(text) => {
            close();
            void worker.message(asked.rows, text);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
