import './messages.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Note } from '@vigil/contract/notary.contract';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { useSession } from '#lib/session/session.ts';
import { type HistoryView, historyQuery } from './api/ask-notes.ts';
import { useWriteNote } from './api/write-note.ts';
import { NoteForm } from './components/note-form.tsx';
import styles from './components/notes.module.css';
import { NotesHistory } from './components/notes-history.tsx';
import { UnsentNote } from './components/unsent-note.tsx';
import { amendedBy, type NoteDraft, noteDrafts, writtenOn } from './note-drafts.ts';

interface NotesPanelProps {
  readonly memberId: string;
  readonly memberName?: string | undefined;
  /** The member's time zone, in which the times are told. */
  readonly zone: string;
  /** The member looks at the own page. */
  readonly own: boolean;
}

const newId = () => crypto.randomUUID();

/** The notes about one member: written above, read below. */
export function NotesPanel({ memberId, memberName, zone, own }: NotesPanelProps) {
  const { t } = useTranslation('notes');
  const { roles } = useSession().tenant;
  const canWrite = roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const [view, setView] = useState<HistoryView>({ filter: 'ALL', sort: 'RECENT', page: 0 });
  const history = useQuery({ ...historyQuery(memberId, view), placeholderData: keepPreviousData });
  const save = useWriteNote(memberId);
  const drafts = useUnstored(memberId, history.data?.content, history.dataUpdatedAt);
  const [freshId, setFreshId] = useState(newId);

  const written = drafts.find(({ state, amends }) => state === 'writing' && !amends);
  const draft = written ?? { id: freshId, text: '', state: 'writing', failure: null };
  const edit = (failed: NoteDraft) => {
    noteDrafts.remove(memberId, failed.id);
    noteDrafts.put(memberId, writtenOn(failed));
  };
  const saveNew = (note: NoteDraft) => {
    save(note);
    setFreshId(newId());
  };
  const amend = ({ id, text }: Note) =>
    noteDrafts.put(memberId, { id: newId(), text, amends: { id, reason: '' }, state: 'writing', failure: null });
  /** What has no note on this page to stand beside; which of them amend one of the page is known once it is there. */
  const apart = drafts.filter(
    (one) => one !== written && !amendedBy(one, history.data?.content ?? []) && (one.state !== 'writing' || !history.isPending),
  );

  return (
    <div className={styles.panel}>
      {canWrite && (
        <NoteForm key={draft.id} memberId={memberId} memberName={memberName} draft={draft} hint={t('readers')} onSave={saveNew} />
      )}
      {!canWrite && !own && <p className={styles.hint}>{t('readOnly')}</p>}
      {apart.map((one) =>
        one.state === 'writing' ? (
          <NoteForm
            key={one.id}
            memberId={memberId}
            draft={one}
            hint={t('amendmentStays')}
            onSave={save}
            onCancel={() => noteDrafts.remove(memberId, one.id)}
          />
        ) : (
          <UnsentNote key={one.id} draft={one} onRetry={() => save(one)} onEdit={written && !one.amends ? undefined : () => edit(one)} />
        ),
      )}
      <NotesHistory
        history={history}
        view={view}
        onView={setView}
        memberId={memberId}
        zone={zone}
        own={own}
        canWrite={canWrite}
        drafts={drafts}
        actions={{ onAmend: amend, onSave: save, onEdit: edit, onCancel: ({ id }) => noteDrafts.remove(memberId, id) }}
      />
    </div>
  );
}

/** The drafts that the history does not show yet. What it shows has arrived, even if its answer was lost. */
function useUnstored(memberId: string, notes: readonly Note[] | undefined, answeredAtMs: number): readonly NoteDraft[] {
  const drafts = useDrafts(noteDrafts, memberId);
  const stored = new Map(notes?.flatMap((note) => [note, ...note.replaced].map(({ id, text }) => [id, text] as const)));
  const isStored = ({ id, text, state }: NoteDraft) => state !== 'writing' && stored.get(id) === text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once for every answer, and an answer is newer than what was saved before it.
  useEffect(() => {
    for (const draft of noteDrafts.of(memberId)) if (draft.state === 'saved' || isStored(draft)) noteDrafts.remove(memberId, draft.id);
  }, [memberId, answeredAtMs]);
  return drafts.filter((draft) => !isStored(draft));
}
