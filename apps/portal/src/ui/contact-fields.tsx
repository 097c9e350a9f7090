import { useTranslation } from 'react-i18next';
import type { ContactDraft, ContactField } from '#lib/emergency-contacts.ts';
import styles from './contacts-editor.module.css';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';

interface ContactFieldsProps {
  readonly contact: ContactDraft;
  readonly faults: readonly ContactField[];
  /** In the list, from 0. */
  readonly place: number;
  readonly isLast: boolean;
  readonly onChange: (contact: ContactDraft) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

const fields = ['name', 'relationship', 'phoneNumber'] as const satisfies readonly ContactField[];

/** One emergency contact of the editor. */
export function ContactFields({ contact, faults, place, isLast, onChange, onMove, onRemove }: ContactFieldsProps) {
  const { t } = useTranslation('ui');
  const number = place + 1;
  return (
    <li className={styles.contact}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in one row with buttons. */}
      <div role="group" aria-label={t('contacts.contact', { number })} className={styles.group}>
        <div className={styles.head}>
          <span className={styles.place}>{t('contacts.contact', { number })}</span>
          <IconButton
            icon="chevronUp"
            label={t('contacts.up', { number })}
            data-move="up"
            disabled={place === 0}
            onClick={() => onMove(place - 1)}
          />
          <IconButton
            icon="chevronDown"
            label={t('contacts.down', { number })}
            data-move="down"
            disabled={isLast}
            onClick={() => onMove(place + 1)}
          />
          <IconButton icon="close" label={t('contacts.remove', { number })} onClick={onRemove} />
        </div>
        <div className={styles.fields}>
          {fields.map((field) => (
            <Field
              key={field}
              label={t(`contacts.field.${field}`)}
              error={faults.includes(field) ? t(`contacts.fault.${field}`) : undefined}
            >
              {(control) => (
                <input
                  {...control}
                  type={field === 'phoneNumber' ? 'tel' : 'text'}
                  autoComplete="off"
                  value={contact[field]}
                  onChange={(event) => onChange({ ...contact, [field]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      </div>
    </li>
  );
}
