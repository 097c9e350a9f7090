import Button from '@mui/material/Button';
import type { HandoffDraft } from '@vigil/contract/triage-handoffs.contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Caution } from '#ui/caution.tsx';
import { useMoment } from '../moments.ts';
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
  const moment = useMoment();
  const titleId = useId();
  const when = draft.saved_at === null ? '' : moment(draft.saved_at);
  const others = draft.members.filter((member) => {
    const mine = form.textsOf(member);
    const theirs = [member.summary, member.to_do, member.contingency];
    return theirs.join('') !== '' && theirs.join('\n') !== [mine.summary, mine.to_do, mine.contingency].join('\n');
  });
  const isSituationOther = draft.situation !== form.situation;
  return (
    <Caution labelledBy={titleId}>
      <h2 id={titleId} className={styles.name}>
        {t('conflictTitle')}
      </h2>
      {others.length === 0 && !isSituationOther ? (
        <p>{t('conflictSame', { when })}</p>
      ) : (
        <>
          <p>{t('conflictIntro', { when })}</p>
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
      <span className={styles.receiver}>
        <Button variant="contained" onClick={form.keepMine}>
          {t('keepHere')}
        </Button>
        <Button color="inherit" onClick={form.takeTheirs}>
          {t('useOther')}
        </Button>
      </span>
    </Caution>
  );
}
