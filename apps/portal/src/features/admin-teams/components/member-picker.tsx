import IconButton from '@mui/material/IconButton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mostTeamPatients } from '@vigil/contract/registry-teams.values';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { membersQuery } from '../api/teams.ts';
import { type Chosen, without } from '../team-draft.ts';
import styles from '../teams.module.css';

interface MemberPickerProps {
  readonly chosen: readonly Chosen[];
  readonly onChange: (chosen: readonly Chosen[]) => void;
}

const nameOf = ({ firstName, lastName }: Chosen) => `${firstName} ${lastName}`;

/** Members who are in the team, and a search for those to add. */
export function MemberPicker({ chosen, onChange }: MemberPickerProps) {
  const { t } = useTranslation('adminTeams');
  const [searched, setSearched] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { data: found, error } = useQuery({ ...membersQuery(searched.trim()), placeholderData: keepPreviousData });
  const full = chosen.length >= mostTeamPatients;
  return (
    <div className={styles.picker}>
      <SearchField value={searched} onSearch={setSearched} label={t('findMember')} placeholder={t('findMemberHelp')} />
      {full && <p className={styles.muted}>{t('full', { most: mostTeamPatients })}</p>}
      {error && (
        <p role="alert" className={styles.failed}>
          {error.message}
        </p>
      )}
      {searched.trim() !== '' && found && (
        <ul className={styles.found} aria-label={t('findMember')}>
          {found.content.length === 0 && <li className={styles.muted}>{t('noFound')}</li>}
          {found.content.map((one) => {
            const isIn = chosen.some(({ id }) => id === one.id);
            return (
              <li key={one.id} className={styles.person}>
                <span>{nameOf(one)}</span>
                {isIn && <span className={styles.muted}>{t('added')}</span>}
                {/* One button for both, so that the keyboard stays where it is. */}
                <IconButton
                  aria-label={t(isIn ? 'remove' : 'add', { name: nameOf(one) })}
                  disabled={full && !isIn}
                  onClick={() => onChange(isIn ? without(chosen, one.id) : [...chosen, one])}
                >
                  <Icon name={isIn ? 'close' : 'plus'} />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      <p className={styles.count} aria-live="polite">
        {chosen.length === 0 ? t('nobodyYet') : t('chosen', { count: chosen.length })}
      </p>
      <ul ref={list} tabIndex={-1} className={styles.chosen} aria-label={t('members')}>
        {chosen.map((one) => (
          <li key={one.id} className={styles.person}>
            <span>{nameOf(one)}</span>
            <IconButton
              aria-label={t('remove', { name: nameOf(one) })}
              onClick={() => {
                // The button goes with its row; the keyboard goes on from the list.
                list.current?.focus();
                onChange(without(chosen, one.id));
              }}
            >
              <Icon name="close" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
