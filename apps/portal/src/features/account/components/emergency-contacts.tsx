import Button from '@mui/material/Button';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { contactsInWords } from '#lib/emergency-contacts.ts';
import { ContactsEditor } from '#ui/contacts-editor.tsx';
import { useFaultFocus } from '#ui/use-fault-focus.ts';
import styles from '../account.module.css';
import { useContactsForm } from '../use-contacts-form.ts';

/** Whom the care team calls when the member can't be reached. */
export function EmergencyContacts({ account }: { readonly account: UserAccount }) {
  const { t } = useTranslation('account');
  const ref = useRef<HTMLFormElement>(null);
  const form = useContactsForm(account);
  useFaultFocus(ref, form.faultyTry, form.faultyTry !== null);
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
      <div className={styles.bar}>
        <Told form={form} />
        {form.dirty && (
          <Button color="inherit" disabled={form.busy} onClick={form.discard}>
            {t('discard')}
          </Button>
        )}
        <Button type="submit" variant="contained" disabled={!form.dirty || form.busy}>
          {t(form.busy ? 'saving' : 'save')}
        </Button>
      </div>
    </form>
  );
}

function Told({ form: { meanwhile, outcome } }: { readonly form: ReturnType<typeof useContactsForm> }) {
  const { t } = useTranslation('account');
  const failure = outcome?.kind === 'failed' ? t('notSaved', { reason: outcome.reason }) : t('notSavedFields');
  if (meanwhile !== null || outcome?.kind === 'failed' || outcome?.kind === 'faulty')
    return (
      <p role="alert" className={styles.failed}>
        {meanwhile ? t('contacts.meanwhile', { saved: contactsInWords(meanwhile) || t('contacts.nobody') }) : failure}
      </p>
    );
  return (
    <p role="status" className={styles.told}>
      {outcome && t('saved')}
    </p>
  );
}
