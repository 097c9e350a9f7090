import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import styles from '../account.module.css';
import type { ProfileField } from '../profile-form.ts';
import { useProfileForm } from '../use-profile-form.ts';
import { SaveBar } from './save-bar.tsx';

const texts = [
  { field: 'title', label: 'personTitle', autoComplete: 'honorific-prefix' },
  { field: 'firstName', label: 'firstName', autoComplete: 'given-name' },
  { field: 'middleName', label: 'middleName', autoComplete: 'additional-name' },
  { field: 'lastName', label: 'lastName', autoComplete: 'family-name' },
] as const;

/** Names, phone and time zone. */
export function Profile({ account }: { readonly account: UserAccount }) {
  const { t } = useTranslation('account');
  const form = useProfileForm(account);
  const problemOf = (outcome: typeof form.outcome) => {
    if (outcome === null || outcome.kind === 'saved') return null;
    const text = { faulty: 'notSavedFields', meanwhile: 'meanwhile' } as const;
    return outcome.kind === 'failed' ? t('notSaved', { reason: outcome.reason }) : t(text[outcome.kind]);
  };
  const faultOf = (field: ProfileField) => (form.faults.includes(field) ? t(`fault.${field}`) : undefined);
  return (
    <form
      className={styles.card}
      aria-labelledby="account-profile"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.dirty && !form.busy) void form.save();
      }}
    >
      <h2 id="account-profile">{t('profile')}</h2>
      <div className={styles.fields}>
        {texts.map(({ field, label, autoComplete }) => (
          <Field key={field} label={t(label)} error={faultOf(field)}>
            {(control) => (
              <input
                {...control}
                autoComplete={autoComplete}
                value={form.draft[field]}
                onChange={(event) => form.edit(field, event.target.value)}
              />
            )}
          </Field>
        ))}
        <div>
          <Field label={t('phone')} error={faultOf('phoneNumber')}>
            {(control) => (
              <input
                {...control}
                type="tel"
                autoComplete="tel"
                value={form.draft.phoneNumber}
                onChange={(event) => form.edit('phoneNumber', event.target.value)}
              />
            )}
          </Field>
          <p className={styles.help}>{t('phoneHelp')}</p>
        </div>
        <Zone value={form.draft.timezone} fault={faultOf('timezone')} onChange={(zone) => form.edit('timezone', zone)} />
        <div className={styles.wide}>
          <div className={styles.help}>{t('email')}</div>
          <div className={styles.fixed}>{account.contactInfo.email ?? '–'}</div>
          <p className={styles.help}>{t('emailHelp')}</p>
        </div>
      </div>
      <SaveBar form={form} problem={problemOf(form.outcome)} />
    </form>
  );
}

interface ZoneProps {
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (zone: string) => void;
}

/** The zones that the browser knows, found by any part of their name. */
function Zone({ value, fault, onChange }: ZoneProps) {
  const { t } = useTranslation('account');
  const id = useId();
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', value])].sort(), [value]);
  return (
    <Field label={t('timezone')} error={fault}>
      {({ id: labelled }) => (
        <Autocomplete
          id={labelled}
          options={zones}
          value={value}
          disableClearable
          getOptionLabel={(zone) => zone.replaceAll('_', ' ')}
          noOptionsText={t('noZone')}
          onChange={(_, zone) => onChange(zone)}
          renderInput={(params) => <TextField {...params} error={fault !== undefined} data-field={id} />}
        />
      )}
    </Field>
  );
}
