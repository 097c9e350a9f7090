import { useTranslation } from 'react-i18next';
import { contactFaultsIn, contactsInWords } from '#lib/emergency-contacts.ts';
import { ContactsEditor } from '#ui/contacts-editor.tsx';
import styles from '../components/ask-dialog.module.css';
import { readContacts, writeContacts } from './contacts-value.ts';
import type { AccountForm } from './use-account-form.ts';

/** The emergency contacts of a member, and beside them what is wrong or what somebody else has made of them meanwhile. */
export function ContactsControl({ form }: { readonly form: AccountForm }) {
  const { t } = useTranslation('adminAccounts');
  const contacts = readContacts(form.values.emergencyContacts);
  const fault = form.faults.emergencyContacts;
  const theirs = form.meanwhile('emergencyContacts');
  const told = [
    fault && t(`edit.fault.${fault}`),
    theirs !== undefined && t('edit.meanwhileContacts', { value: contactsInWords(readContacts(theirs)) || t('edit.noContacts') }),
    form.refusal?.fields.emergencyContacts,
  ].filter(Boolean);
  return (
    <section className={styles.whole} aria-label={t('edit.field.emergencyContacts')}>
      <h3 className={styles.part}>{t('edit.field.emergencyContacts')}</h3>
      <ContactsEditor
        contacts={contacts}
        faults={fault ? contactFaultsIn(contacts) : []}
        onChange={(next) => form.edit('emergencyContacts', writeContacts(next))}
      />
      <p role="alert" className={styles.wrong}>
        {told.join(' ')}
      </p>
      {theirs !== undefined && (
        <button type="button" className={styles.takeBack} onClick={() => form.takeBack('emergencyContacts')}>
          {t('edit.takeTheirs')}
        </button>
      )}
    </section>
  );
}
