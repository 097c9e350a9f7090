import './messages.ts';
import '#ui/messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '@vigil/contract/client';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { useSession } from '#lib/session/session.ts';
import { zoneCity } from '#lib/zone-name.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { actionDrafts, newDraft } from './action-drafts.ts';
import { type ActionsView, actionsQuery } from './api/ask-actions.ts';
import { ActionCard } from './components/action-card.tsx';
import styles from './components/actions.module.css';
import { Pages, ViewChoices } from './components/actions-view.tsx';
import { InterveneForm, OpenForm } from './components/forms.tsx';
import { useTelling } from './telling.ts';

interface ActionsPanelProps {
  readonly memberId: string;
  /** The member's time zone, in which the times are told. */
  readonly zone: string;
}

/** What is to be done about one member and what was done: by urgency, one by one or several at once. */
export function ActionsPanel({ memberId, zone }: ActionsPanelProps) {
  const { t } = useTranslation('actions');
  const { t: ui } = useTranslation('ui');
  const { roles } = useSession().tenant;
  const canWrite = roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const [view, setView] = useState<ActionsView>({ show: 'LIVE', category: null, page: 0 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const telling = useTelling(zone);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    ...actionsQuery(memberId, view),
    placeholderData: keepPreviousData,
  });
  const drafts = useDrafts(actionDrafts, memberId);

  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404);
  if (isRefused) return <StatePanel failure icon="lock" title={t('forbiddenTitle')} text={t('forbiddenText')} />;
  const shown = data?.content ?? [];
  const draftOf = (id: string) => drafts.find(({ actionIds, kind }) => kind !== 'open' && actionIds.length === 1 && actionIds[0] === id);
  /** What has no card on this page to stand in: a new action, several at once, or one that is not shown now. */
  const apart = drafts.filter(
    // While the cards are being asked for nobody can tell, and a form that moves into its card later would lose the focus.
    (draft) => (draft.kind === 'open' || data || error) && !shown.some(({ action_id: id }) => draftOf(id) === draft),
  );
  /** Whoever opens the panel looks at the readings of this one. */
  const worst = shown.find(({ alert }) => alert !== null);
  const choices = shown.filter(({ action_id: id, may_handle: may }) => may && chosen.has(id)).map(({ action_id: id }) => id);
  const about = { memberId, zone, versions: Object.fromEntries(shown.map(({ action_id: id, version }) => [id, version])) };

  return (
    <div className={styles.panel}>
      {!canWrite && <p className={styles.hint}>{t('readOnly')}</p>}
      {apart.map((draft) =>
        draft.kind === 'open' ? (
          <OpenForm key={draft.id} {...about} draft={draft} />
        ) : (
          draft.kind === 'intervene' && <InterveneForm key={draft.id} {...about} draft={draft} />
        ),
      )}
      <div className={styles.bar}>
        <ViewChoices view={view} onView={setView} />
        {choices.length > 0 ? (
          <span className={styles.bulk}>
            <span aria-live="polite">{t('selected', { count: choices.length })}</span>
            <Button
              variant="contained"
              onClick={() => {
                actionDrafts.put(memberId, newDraft('intervene', choices));
                setChosen(new Set());
              }}
            >
              {t('intervene')}
            </Button>
          </span>
        ) : (
          canWrite &&
          !apart.some(({ kind }) => kind === 'open') && (
            <Button color="secondary" onClick={() => actionDrafts.put(memberId, newDraft('open', []))}>
              {t('newAction')}
            </Button>
          )
        )}
      </div>
      {error && !data && (
        <StatePanel
          failure
          icon="alert"
          title={t('failedTitle')}
          text={t('failedText', { reason: error.message })}
          action={{ label: ui('retry'), onClick: () => void refetch() }}
        />
      )}
      {error && data && (
        <p role="alert" className={styles.hint}>
          {t('outdated', { when: telling.when(dataUpdatedAt) })}
        </p>
      )}
      {!data && !error && (
        <div role="status" aria-label={t('loading')} className={styles.loading}>
          <Skeleton variant="rounded" height={96} />
          <Skeleton variant="rounded" height={96} />
        </div>
      )}
      {data?.totalElements === 0 && <Empty view={view} />}
      {data && data.totalElements > 0 && (
        <section aria-label={t('list')} aria-busy={isPlaceholderData}>
          <ol className={styles.list}>
            {shown.map((action) => (
              <ActionCard
                key={action.action_id}
                {...{ action, telling, zone, canWrite }}
                draft={draftOf(action.action_id)}
                chosen={chosen.has(action.action_id)}
                withCourse={action === worst}
                onChoose={
                  canWrite && action.may_handle
                    ? (on) =>
                        setChosen(
                          (before) => new Set([...before].filter((id) => id !== action.action_id).concat(on ? [action.action_id] : [])),
                        )
                    : undefined
                }
              />
            ))}
          </ol>
          <footer className={styles.foot}>
            <span>{t('zone', { zone: zoneCity(zone) })}</span>
            <Pages view={view} onView={setView} total={data.totalElements} size={data.per_page} />
          </footer>
        </section>
      )}
    </div>
  );
}

function Empty({ view }: { readonly view: ActionsView }) {
  const { t } = useTranslation('actions');
  const plain = view.show === 'LIVE' && view.category === null;
  return <StatePanel icon="check" title={t(plain ? 'emptyTitle' : 'noneTitle')} text={t(plain ? 'emptyText' : 'noneText')} />;
}
