import IconButton from '@mui/material/IconButton';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icons.tsx';
import type { Participant } from '../people.ts';
import { AwayUntil } from './away-until.tsx';
import styles from './chat.module.css';

interface PanelHeadProps {
  readonly title: string;
  readonly onBack: (() => void) | undefined;
  readonly backLabel: string;
  readonly children?: ReactNode;
}

/** Where one is in the panel, and the way back. */
export function PanelHead({ title, onBack, backLabel, children }: PanelHeadProps) {
  return (
    <header className={styles.head}>
      {onBack && (
        <IconButton aria-label={backLabel} title={backLabel} onClick={onBack}>
          <Icon name="chevronLeft" />
        </IconButton>
      )}
      <h2 className={styles.title}>{title}</h2>
      <span className={styles.tools}>{children}</span>
    </header>
  );
}

interface PeopleProps {
  readonly participants: readonly Participant[];
  readonly online: ReadonlySet<string>;
}

/** Who takes part, and how many others are here now. */
export function People({ participants, online }: PeopleProps) {
  const { t } = useTranslation('chat');
  const { userId: self } = useSession();
  const [isOpen, setOpen] = useState(false);
  const here = participants.filter(({ userId }) => userId !== self && online.has(userId)).length;
  return (
    <details className={styles.people} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('people.summary', { count: participants.length })}
        {here > 0 && ` · ${t('people.here', { count: here })}`}
      </summary>
      <ul>
        {participants.map(({ userId, firstName, lastName, label, photoUrl, standing }) => {
          const name = `${firstName} ${lastName}`.trim();
          const notes = [online.has(userId) && t('people.isHere'), standing !== 'active' && t(`people.${standing}`)].filter(Boolean);
          return (
            <li key={userId}>
              <Avatar name={name} photoUrl={photoUrl} size={24} />
              <span>{label === null ? name : `${name}, ${label}`}</span>
              {notes.length > 0 && <span className={styles.quiet}>{notes.join(' · ')}</span>}
              {isOpen && label !== null && userId !== self && <AwayUntil userId={userId} />}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
