import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { peopleQuery, personQuery } from '../api/audit.ts';
import styles from '../audit.module.css';

interface PersonPickerProps {
  readonly label: string;
  readonly placeholder: string;
  /** Members alone. */
  readonly members?: boolean;
  /** User id. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** Somebody of the tenant, found by name; the id stands in the address. */
export function PersonPicker({ label, placeholder, members = false, chosen, onChoose }: PersonPickerProps) {
  const { t } = useTranslation('adminAudit');
  const id = useId();
  const [text, setText] = useState('');
  const asked = text.trim();
  const found = useQuery({ ...peopleQuery(asked, members ? 'PATIENT' : undefined), enabled: asked !== '' });
  const person = useQuery({ ...personQuery(chosen ?? ''), enabled: chosen !== undefined });
  if (chosen !== undefined) {
    const info = person.data?.personalInfo;
    return (
      <span className={styles.filter}>
        <span id={id}>{label}</span>
        <span className={styles.chosen}>
          {info ? `${info.firstName} ${info.lastName}` : person.isError ? t('erased') : '…'}
          <button type="button" aria-label={t('clear', { what: label })} onClick={() => onChoose(undefined)}>
            <Icon name="close" size={12} />
          </button>
        </span>
      </span>
    );
  }
  const rows = asked === '' ? undefined : found.data?.content;
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setText('')}
      />
      {rows && (
        <span className={styles.found}>
          {rows.length === 0 && <span className={styles.muted}>{t('noneFound')}</span>}
          {rows.map((row) => (
            <button
              key={row.id}
              type="button"
              onClick={() => {
                setText('');
                onChoose(row.id);
              }}
            >
              {row.firstName} {row.lastName}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
