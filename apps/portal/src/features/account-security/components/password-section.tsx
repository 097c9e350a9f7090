import Button from '@mui/material/Button';
import { passwordLength } from '@vigil/contract/login.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { Field } from '#ui/field.tsx';
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
  readonly repeat: string;
}

/** What was typed stays when the server refuses it; the fields that are wrong say so. */
function PasswordForm({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  const { t } = useTranslation('accountSecurity');
  const { enqueueSnackbar } = useSnackbar();
  const { tenant } = useSession();
  const change = useChangePassword();
  const { register, handleSubmit, getValues, formState } = useForm<Typed>({
    defaultValues: { oldPassword: '', newPassword: '', repeat: '' },
  });
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
          <input
            {...field}
            {...register('oldPassword', { required: t('error.empty') })}
            type="password"
            autoComplete="current-password"
            // biome-ignore lint/a11y/noAutofocus: the form has just been opened by its button
            autoFocus
          />
        )}
      </Field>
      <Field label={t('password.new')} error={errors.newPassword?.message ?? faults.newPassword}>
        {(field) => (
          <input {...field} {...register('newPassword', { validate: lengthFault })} type="password" autoComplete="new-password" />
        )}
      </Field>
      <p className={styles.hint}>{t('password.rule', { count: passwordLength.least })}</p>
      <Field label={t('password.repeat')} error={errors.repeat?.message}>
        {(field) => (
          <input
            {...field}
            {...register('repeat', { validate: (text) => text === getValues('newPassword') || t('error.repeat') })}
            type="password"
            autoComplete="new-password"
          />
        )}
      </Field>
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
