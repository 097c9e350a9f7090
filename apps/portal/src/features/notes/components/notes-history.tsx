import '#ui/list/messages.ts';
import '#ui/messages.ts';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReceivedOf } from '@vigil/contract';
import { ApiError } from '@vigil/contract/client';
import type { getHistory, Note } from '@vigil/contract/notary.contract';
import { useTranslation } from 'react-i18next';
import { zoneCity } from '#lib/zone-name.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import type { HistoryView } from '../api/ask-notes.ts';
import { amendedBy, type NoteDraft } from '../note-drafts.ts';
import { useTelling } from '../telling.ts';
import { NoteCard } from './note-card.tsx';
import styles from './notes.module.css';
import { NotesPages, NotesView } from './notes-view.tsx';

interface NotesHistoryProps {
  readonly history: UseQueryResult<ReceivedOf<typeof getHistory>>;
  readonly view: HistoryView;
  readonly onView: (view: HistoryView) => void;
  readonly memberId: string;
  readonly zone: string;
  readonly own: boolean;
  readonly canWrite: boolean;
  readonly drafts: readonly NoteDraft[];
  readonly actions: {
    readonly onAmend: (note: Note) => void;
    readonly onSave: (draft: NoteDraft) => void;
    readonly onEdit: (draft: NoteDraft) => void;
    readonly onCancel: (draft: NoteDraft) => void;
  };
}

/** The notes that were stored, a page of them, or why there are none to see. */
export function NotesHistory({ history, view, onView, memberId, zone, own, canWrite, drafts, actions }: NotesHistoryProps) {
  const { t } = useTranslation('notes');
  const { t: ui } = useTranslation('ui');
  const telling = useTelling(zone);
  const { data, error, isPlaceholderData, dataUpdatedAt } = history;

  if (error && (!data || isRefusal(error)))
    return isRefusal(error) ? (
      <StatePanel failure icon="note" title={t('forbiddenTitle')} text={t('forbiddenText')} />
    ) : (
      <StatePanel
        failure
        icon="alert"
        title={t('failedTitle')}
        text={t('failedText')}
        action={{ label: ui('retry'), onClick: () => void history.refetch() }}
      />
    );

  return (
    <section className={styles.history} aria-label={own ? t('ownHistory') : t('history')} aria-busy={!data || isPlaceholderData}>
      {own && <h2 className={styles.ownTitle}>{t('ownHistory')}</h2>}
      <NotesView view={view} onView={onView} />
      {error && (
        <p role="alert" className={styles.hint}>
          {t('outdated', { when: telling.when(dataUpdatedAt) })}
        </p>
      )}
      {!data && (
        <div role="status" aria-label={t('loading')} className={styles.loading}>
          {[64, 96, 64].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: three places that stay as they are.
            <Skeleton key={index} variant="rounded" height={height} />
          ))}
        </div>
      )}
      {data?.totalElements === 0 && drafts.length === 0 && <NoNotes {...{ view, onView, own, canWrite }} />}
      {data && data.totalElements > 0 && (
        <>
          <ol className={isPlaceholderData ? styles.lateList : styles.list}>
            {data.content.map((note) => (
              <NoteCard
                key={note.noteId}
                memberId={memberId}
                note={note}
                telling={telling}
                canWrite={canWrite}
                amendment={drafts.find((draft) => draft.amends && amendedBy(draft, [note]))}
                {...actions}
              />
            ))}
          </ol>
          <footer className={styles.foot}>
            <span>{t('zone', { zone: zoneCity(zone) })}</span>
            <NotesPages view={view} onView={onView} total={data.totalElements} size={data.size} late={isPlaceholderData} />
          </footer>
        </>
      )}
    </section>
  );
}

function NoNotes({ view, onView, own, canWrite }: Pick<NotesHistoryProps, 'view' | 'onView' | 'own' | 'canWrite'>) {
  const { t } = useTranslation('notes');
  if (view.filter === 'LAST')
    return (
      <StatePanel
        icon="note"
        title={t('noneLately')}
        text={t('noneLatelyText')}
        action={{ label: t('showAll'), onClick: () => onView({ ...view, filter: 'ALL', page: 0 }) }}
      />
    );
  return <StatePanel icon="note" title={t('emptyTitle')} text={t(own ? 'emptyOwn' : canWrite ? 'emptyText' : 'emptyRead')} />;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}
