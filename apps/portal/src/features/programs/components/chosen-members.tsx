import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memberSearchQuery } from '#lib/member-search.ts';
import { Icon } from '#ui/icons.tsx';
import styles from '../programs.module.css';

export interface Member {
  readonly id: string;
  readonly name: string;
}

interface ChosenMembersProps {
  readonly members: readonly Member[];
  readonly onChange: (members: readonly Member[]) => void;
}

/** Members found by name and put together one by one. */
export function ChosenMembers({ members, onChange }: ChosenMembersProps) {
  const { t } = useTranslation('programs');
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim());
  const { data, error } = useQuery(memberSearchQuery(name));
  const ids = new Set(members.map(({ id }) => id));
  return (
    <div className={styles.chosen}>
      {members.length > 0 && (
        <ul className={styles.chips} aria-label={t('many.chosen')}>
          {members.map(({ id, name: known }) => (
            <li key={id} className={styles.chip}>
              {known}
              <IconButton
                size="small"
                aria-label={t('many.leaveOut', { name: known })}
                onClick={() => onChange(members.filter((one) => one.id !== id))}
              >
                <Icon name="close" size={12} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <input
        type="search"
        className={styles.pick}
        aria-label={t('many.search')}
        placeholder={t('many.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && (
        <p role="alert" className={styles.failed}>
          {error.message}
        </p>
      )}
      <ul className={styles.found} aria-label={t('many.found')}>
        {data?.content.map(({ user_id: userId, data: { firstName, lastName } }) => {
          const found = `${firstName} ${lastName}`;
          return (
            <li key={userId}>
              <label className={styles.foundRow}>
                <input
                  type="checkbox"
                  checked={ids.has(userId)}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...members, { id: userId, name: found }] : members.filter(({ id }) => id !== userId))
                  }
                />
                {found}
              </label>
            </li>
          );
        })}
      </ul>
      {data?.content.length === 0 && <p className={styles.muted}>{t('many.noneFound')}</p>}
    </div>
  );
}
