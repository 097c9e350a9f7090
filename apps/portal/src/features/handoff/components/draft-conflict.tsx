import type { HandoffDraft } from '@vigil/contract/triage-handoffs.contract';
import { useTranslation } from 'react-i18next';
import { BothVersions } from '#ui/both-versions.tsx';
import type { HandoffDraftForm } from '../use-handoff-draft.ts';
import { nameOf } from './episode-line.tsx';
import styles from './handoff.module.css';

interface DraftConflictProps {
  /** As it was saved elsewhere. */
  readonly draft: HandoffDraft;
  readonly form: HandoffDraftForm;
}

/** The same draft was saved elsewhere: what stands there otherwise than here, and which of both is to hold. */
export function DraftConflict({ draft, form }: DraftConflictProps) {
  const { t } = useTranslation('handoff');
  const others = draft.members.filter((member) => {
    const mine = form.textsOf(member);
    const theirs = [member.summary, member.to_do, member.contingency];
    return theirs.join('') !== '' && theirs.join('\n') !== [mine.summary, mine.to_do, mine.contingency].join('\n');
  });
  const isSituationOther = draft.situation !== form.situation;
  return (
    <BothVersions title={t('conflictTitle')} by={null} at={draft.saved_at} onKeepMine={form.keepMine} onTakeTheirs={form.takeTheirs}>
      {others.length === 0 && !isSituationOther ? (
        <p>{t('conflictSame')}</p>
      ) : (
        <>
          <p>{t('conflictIntro')}</p>
          <ul className={styles.toDo}>
            {isSituationOther && (
              <li className={styles.text}>
                {t('situation')}: {draft.situation}
              </li>
            )}
            {others.map(({ user_id: id, user, summary, to_do: toDo, contingency }) => (
              <li key={id} className={styles.text}>
                {nameOf(user)}: {[summary, toDo, contingency].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </BothVersions>
  );
}
