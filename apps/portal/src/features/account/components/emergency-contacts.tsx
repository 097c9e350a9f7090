import type { UserAccount } from '@vigil/contract/registry.contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { contactsInWords } from '#lib/emergency-contacts.ts';
import { ContactsEditor } from '#ui/contacts-editor.tsx';
import { useFaultFocus } from '#ui/use-fault-focus.ts';
import styles from '../account.module.css';
import { useContactsForm } from '../use-contacts-form.ts';
import { SaveBar } from './save-bar.tsx';

/** Whom the care team calls when the member can't be reached. */
export function EmergencyContacts({ account }: { readonly account: UserAccount }) {
  const { t } = useTranslation('account');
  const ref = useRef<HTMLFormElement>(null);
  const form = useContactsForm(account);
  useFaultFocus(ref, form.faultyTry, form.faultyTry !== null);
  const { meanwhile, outcome } = form;
  const failure =
    outcome?.kind === 'failed' ? t('notSaved', { reason: outcome.reason }) : outcome?.kind === 'faulty' ? t('notSavedFields') : null;
  const problem = meanwhile ? t('contacts.meanwhile', { saved: contactsInWords(meanwhile) || t('contacts.nobody') }) : failure;
  return (
    <form
      ref={ref}
      className={styles.card}
      aria-labelledby="account-contacts"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.dirty && !form.busy) void form.save();
      }}
    >
      <div>
        <h2 id="account-contacts">{t('contacts.title')}</h2>
        <p className={styles.help}>{t('contacts.help')}</p>
      </div>
      <ContactsEditor contacts={form.contacts} faults={form.faults} disabled={form.busy} onChange={form.edit} />
      <SaveBar form={form} problem={problem} />
    </form>
  );
}
