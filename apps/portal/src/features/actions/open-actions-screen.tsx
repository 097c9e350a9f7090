import './messages.ts';
import '#ui/messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { factuaryActions } from '@vigil/contract';
import { ApiError } from '@vigil/contract/client';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { useSession } from '#lib/session/session.ts';
import { Page } from '#ui/page.tsx';
import { places } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { useFocusedRowKeys } from '#ui/use-focused-row-keys.ts';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { openActionsQuery } from './api/ask-actions.ts';
import { Pages } from './components/actions-view.tsx';
import { OpenActionRow } from './components/open-action-row.tsx';
import { OpenActionsFilters } from './components/open-actions-filters.tsx';
import { SelectedActions } from './components/selected-actions.tsx';
import styles from './open-actions.module.css';
import { type OpenActionsSearch, openActionsSearch } from './open-actions-search.ts';
import { useHeldActions } from './use-held-actions.ts';
import { useSelectedActions } from './use-selected-actions.ts';

/** X selects the row that has the focus, I intervenes on it and on what is selected. */
const rowKeys = ['x', 'i'] as const;
/** The list has no search field. */
const noSearch = { current: null };

/** Open actions of all members: the worst and the newest of them on top, and one intervention for several of them. */
export function OpenActionsScreen() {
  const { t } = useTranslation('actions');
  const { t: ui } = useTranslation('ui');
  usePageTitle(t('across.title'));
  const { roles } = useSession().tenant;
  const canWrite = roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const asked = openActionsSearch.parse(useSearch({ strict: false }));
  // Whoever does nothing here has nothing of their own.
  const search: OpenActionsSearch = canWrite ? asked : { ...asked, whose: 'all' };
  const navigate = useNavigate();
  const change = (to: Partial<OpenActionsSearch>) =>
    void navigate({ to: '.', search: { ...asked, page: 1, ...to } as never, replace: true });
  usePushes('ACTION', { touches: [factuaryActions.listActions] });
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    ...openActionsQuery(search),
    placeholderData: keepPreviousData,
  });
  const selection = useSelectedActions(data?.content);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, noSearch);
  useFocusedRowKeys(list, rowKeys, (key, actionId) => {
    if (selection.locked || !selection.ofPage.includes(actionId)) return;
    if (key === 'x') selection.choose([actionId], !selection.ids.has(actionId));
    else if (selection.draft) selection.choose([actionId], true);
    else selection.begin([actionId]);
  });
  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404);
  const held = useHeldActions(data?.content, JSON.stringify(search), isPlaceholderData, selection.worked);

  return (
    <Page>
      <h1 className={styles.title}>
        {t('across.title')}
        {data && <span className={styles.total}>{data.totalElements.toLocaleString()}</span>}
      </h1>
      <OpenActionsFilters search={search} canWrite={canWrite} onChange={change} />
      {!canWrite && <p className={styles.hint}>{t('readOnly')}</p>}
      {isRefused && <StatePanel failure icon="lock" title={t('forbiddenTitle')} text={t('forbiddenListText')} />}
      {error && data && !isRefused && (
        <p role="alert" className={styles.hint}>
          {t('outdated', { when: new Date(dataUpdatedAt).toLocaleTimeString() })}
        </p>
      )}
      {error && !data && !isRefused && (
        <StatePanel
          failure
          icon="alert"
          title={t('failedTitle')}
          text={t('failedText', { reason: error.message })}
          action={{ label: ui('retry'), onClick: () => void refetch() }}
        />
      )}
      <div ref={list} className={styles.beside}>
        {!data && !error && (
          <div role="status" aria-label={t('loading')} className={styles.list}>
            {places(8).map((place) => (
              <Skeleton key={place} variant="rounded" height={40} />
            ))}
          </div>
        )}
        {data?.totalElements === 0 && held.rows.length === 0 && <Empty search={search} />}
        {data && held.rows.length > 0 && (
          <section aria-label={t('across.list')} aria-busy={isPlaceholderData}>
            <div className={styles.above}>
              {canWrite && <SelectPage selection={selection} />}
              <span role="status">
                {held.changed && (
                  <Button variant="outlined" color="inherit" title={t('across.changedHelp')} onClick={held.update}>
                    {t('across.changed')}
                  </Button>
                )}
              </span>
            </div>
            <ol className={styles.list}>
              {held.rows.map(({ action, isGone }) => (
                <OpenActionRow
                  key={action.action_id}
                  {...{ action, isGone }}
                  chosen={selection.ids.has(action.action_id)}
                  onChoose={canWrite ? (on) => selection.choose([action.action_id], on) : undefined}
                  locked={!action.may_handle || selection.locked}
                />
              ))}
            </ol>
            <footer className={styles.foot}>
              <Pages
                view={{ show: 'LIVE', category: null, page: search.page - 1 }}
                onView={({ page }) => change({ page: page + 1 })}
                total={data.totalElements}
                size={data.per_page}
              />
            </footer>
          </section>
        )}
        {selection.ids.size > 0 && <SelectedActions selection={selection} />}
      </div>
    </Page>
  );
}

/** All of the page that the person may handle, at once. */
function SelectPage({ selection }: { readonly selection: ReturnType<typeof useSelectedActions> }) {
  const { t } = useTranslation('actions');
  const { ofPage, ids } = selection;
  return (
    <label className={styles.selectPage}>
      <input
        type="checkbox"
        disabled={ofPage.length === 0 || selection.locked}
        checked={ofPage.length > 0 && ofPage.every((id) => ids.has(id))}
        onChange={(event) => selection.choose(ofPage, event.target.checked)}
      />
      {t('across.selectPage', { count: ofPage.length })}
    </label>
  );
}

function Empty({ search: { whose, status, category, priority } }: { readonly search: OpenActionsSearch }) {
  const { t } = useTranslation('actions');
  if ([status, category, priority].some((one) => one !== 'any'))
    return <StatePanel icon="check" title={t('noneTitle')} text={t('noneText')} />;
  return <StatePanel icon="check" title={t(`across.empty.${whose}`)} text={t(`across.emptyText.${whose}`)} />;
}
