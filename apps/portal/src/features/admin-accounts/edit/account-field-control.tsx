import { sexes } from '@vigil/contract/registry.values';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import styles from '../components/ask-dialog.module.css';
import type { AccountField } from './account-values.ts';
import type { AccountForm } from './use-account-form.ts';

const types: Partial<Record<AccountField, string>> = { email: 'email', phoneNumber: 'tel', birthday: 'date' };

/** One field of an account, and beside it what is wrong or what somebody else has made of it meanwhile. */
export function AccountFieldControl({
  field,
  form,
}: {
  readonly field: Exclude<AccountField, 'emergencyContacts'>;
  readonly form: AccountForm;
}) {
  const { t } = useTranslation(['adminAccounts', 'ui']);
  const zones = useId();
  const value = form.values[field];
  const fault = form.faults[field];
  const theirs = form.meanwhile(field);
  const inWords = (text: string) => (field === 'sex' && text ? t(`ui:sex.${text as (typeof sexes)[number]}`) : text);
  const told = [
    fault && t(`edit.fault.${fault}`),
    theirs !== undefined && (theirs === '' ? t('edit.meanwhileEmpty') : t('edit.meanwhile', { value: inWords(theirs) })),
    form.refusal?.fields[field],
  ].filter(Boolean);
  const change = (text: string) => form.edit(field, text);
  return (
    <div>
      <Field label={t(`edit.field.${field}`)} error={told.length > 0 ? told.join(' ') : undefined}>
        {(control) =>
          field === 'sex' ? (
            <select {...control} value={value} onChange={(event) => change(event.target.value)}>
              <option value="">{t('edit.notSaid')}</option>
              {sexes
                .filter((sex) => sex !== 'unknown' || sex === value)
                .map((sex) => (
                  <option key={sex} value={sex}>
                    {inWords(sex)}
                  </option>
                ))}
            </select>
          ) : (
            <input
              {...control}
              type={types[field] ?? 'text'}
              autoComplete="off"
              list={field === 'timezone' ? zones : undefined}
              value={value}
              onChange={(event) => change(event.target.value)}
            />
          )
        }
      </Field>
      {field === 'timezone' && (
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      )}
      {field === 'email' && <p className={styles.hint}>{t('edit.emailHint')}</p>}
      {theirs !== undefined && (
        <button type="button" className={styles.takeBack} onClick={() => form.takeBack(field)}>
          {t('edit.takeTheirs')}
        </button>
      )}
    </div>
  );
}
