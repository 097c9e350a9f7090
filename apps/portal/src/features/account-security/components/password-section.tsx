import Button from '@mui/material/Button';
import { passwordLength } from '@vigil/contract/login.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { Field } from '#ui/field.tsx';
import { SecretInput } from '#ui/secret-input.tsx';
import { useChangePassword } from '../api/own-sign-in.ts';
import { failureIn, faultsIn } from '../failure-words.ts';
import { Failure, Section } from './section.tsx';
import styles from './security.module.css';

interface PasswordSectionProps {
  readonly email: string;
  readonly hasPassword: boolean;
}

export function PasswordSection({ email, hasPassword }: PasswordSectionProps) {
  const { t } = useTranslation('accountSecurity');
  const [open, setOpen] = useState(false);
  return (
    <Section title={t('password.title')} text={t(hasPassword ? 'password.text' : 'password.none')}>
      {open ? (
        <PasswordForm email={email} onDone={() => setOpen(false)} />
      ) : (
        hasPassword && (
          <Button variant="outlined" className={styles.action ?? ''} onClick={() => setOpen(true)}>
            {t('password.change')}
          </Button>
        )
      )}
    </Section>
  );
}

interface Typed {
  readonly oldPassword: string;
  readonly newPassword: string;
}

/** What was typed stays when the server refuses it; the fields that are wrong say so. */
function PasswordForm({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  const { t } = useTranslation('accountSecurity');
  const { enqueueSnackbar } = useSnackbar();
  const { tenant } = useSession();
  const change = useChangePassword();
  const { register, handleSubmit, formState } = useForm<Typed>({ defaultValues: { oldPassword: '', newPassword: '' } });
  const faults = faultsIn(t, change.error);
  const { errors } = formState;
  const lengthFault = (text: string) => {
    const count = [...text].length;
    return (count >= passwordLength.least && count <= passwordLength.most) || t('error.length', passwordLength);
  };
  const save = handleSubmit(({ oldPassword, newPassword }) =>
    change.mutate(
      { params: { realm: tenant.role_ID === 'patient' ? 'patient' : 'care' }, body: { username: email, oldPassword, newPassword } },
      {
        onSuccess: () => {
          enqueueSnackbar(t('password.saved'), { variant: 'success' });
          onDone();
        },
      },
    ),
  );

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      {/* For the password manager, which keeps the two together. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden aria-label={t('password.account')} />
      <Field label={t('password.old')} error={errors.oldPassword?.message ?? faults.oldPassword}>
        {(field) => (
          <SecretInput {...field} {...register('oldPassword', { required: t('error.empty') })} autoComplete="current-password" autoFocus />
        )}
      </Field>
      <Field label={t('password.new')} error={errors.newPassword?.message ?? faults.newPassword}>
        {(field) => <SecretInput {...field} {...register('newPassword', { validate: lengthFault })} autoComplete="new-password" />}
      </Field>
      <p className={styles.hint}>{t('password.rule', { count: passwordLength.least })}</p>
      <Failure>{failureIn(t, change.error)}</Failure>
      <div className={styles.buttons}>
        <Button color="secondary" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={change.isPending}>
          {t(change.isPending ? 'password.saving' : 'password.save')}
        </Button>
      </div>
    </form>
  );
}
