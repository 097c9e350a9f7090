import './messages.ts';
import Button from '@mui/material/Button';
import { mostEmergencyContacts } from '@vigil/contract/registry.values';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDraft, ContactField } from '#lib/emergency-contacts.ts';
import { ContactFields } from './contact-fields.tsx';
import styles from './contacts-editor.module.css';
import { Icon } from './icons.tsx';

interface ContactsEditorProps {
  readonly contacts: readonly ContactDraft[];
  /** What is wrong with each; empty before somebody tried to save. */
  readonly faults: readonly (readonly ContactField[])[];
  readonly disabled?: boolean;
  readonly onChange: (contacts: ContactDraft[]) => void;
}

/** The emergency contacts of a member, in the order in which they are called: added, changed, moved and removed. */
export function ContactsEditor({ contacts, faults, disabled = false, onChange }: ContactsEditorProps) {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLOListElement>(null);
  const [told, setTold] = useState('');
  /** Once the list is drawn anew. */
  const focusOn = (place: number, what: string) =>
    setTimeout(() => list.current?.children[place]?.querySelector<HTMLElement>(what)?.focus());

  function move(from: number, to: number) {
    const moved = contacts.toSpliced(from, 1).toSpliced(to, 0, ...contacts.slice(from, from + 1));
    onChange(moved);
    setTold(t('contacts.moved', { number: to + 1 }));
    focusOn(to, to < from ? '[data-move="up"]:enabled, [data-move="down"]' : '[data-move="down"]:enabled, [data-move="up"]');
  }
  return (
    <fieldset className={styles.editor} disabled={disabled}>
      {contacts.length === 0 && <p className={styles.none}>{t('contacts.none')}</p>}
      <ol ref={list} className={styles.list}>
        {contacts.map((contact, place) => (
          <ContactFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a contact that is being typed has no other name than its place.
            key={place}
            contact={contact}
            faults={faults[place] ?? []}
            place={place}
            isLast={place === contacts.length - 1}
            onChange={(next) => onChange(contacts.with(place, next))}
            onMove={(to) => move(place, to)}
            onRemove={() => {
              onChange(contacts.toSpliced(place, 1));
              setTold(t('contacts.removed', { number: place + 1 }));
            }}
          />
        ))}
      </ol>
      {contacts.length < mostEmergencyContacts ? (
        <Button
          className={styles.add ?? ''}
          startIcon={<Icon name="plus" />}
          onClick={() => {
            onChange([...contacts, { name: '', relationship: '', phoneNumber: '' }]);
            focusOn(contacts.length, 'input');
          }}
        >
          {t('contacts.add')}
        </Button>
      ) : (
        <p className={styles.none}>{t('contacts.most', { count: mostEmergencyContacts })}</p>
      )}
      <p role="status" className="v-unseen">
        {told}
      </p>
    </fieldset>
  );
}
