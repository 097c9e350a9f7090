import Button from '@mui/material/Button';
import { pinDigits } from '@vigil/contract/login.values';
import { useSnackbar } from 'notistack';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { extendSession } from '#lib/session/session.ts';
import { Field } from '#ui/field.tsx';
import { SecretInput } from '#ui/secret-input.tsx';
import { useSetQuickUnlock } from '../api/own-sign-in.ts';
import { failureIn, faultsIn } from '../failure-words.ts';
import { Failure } from './section.tsx';
import styles from './security.module.css';

interface PinFormProps {
  /** False for a few minutes after the password was chosen. */
  readonly asksPassword: boolean;
  readonly onDone: () => void;
}

interface Typed {
  readonly pin: string;
  readonly password: string;
}

/** Sets a PIN, which this session has from then on. */
export function PinForm({ asksPassword, onDone }: PinFormProps) {
  const { t } = useTranslation('accountSecurity');
  const { enqueueSnackbar } = useSnackbar();
  const change = useSetQuickUnlock();
  const { register, handleSubmit, formState } = useForm<Typed>({ defaultValues: { pin: '', password: '' } });
  const faults = faultsIn(t, change.error);
  const { errors } = formState;
  // Too much time may have passed meanwhile.
  const isAsked = asksPassword || faults.password !== undefined;
  const save = handleSubmit(({ pin, password }) =>
    change.mutate(
      { body: isAsked ? { pin, password } : { pin } },
      {
        onSuccess: () => {
          extendSession();
          enqueueSnackbar(t('pin.saved'), { variant: 'success' });
          onDone();
        },
      },
    ),
  );
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <Field label={t('pin.new', { count: pinDigits })} error={errors.pin?.message ?? faults.pin}>
        {(field) => (
          <SecretInput
            of="pin"
            {...field}
            {...register('pin', { validate: (text) => (text.length === pinDigits && /^[0-9]+$/.test(text)) || t('error.pin') })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={pinDigits}
            autoFocus
          />
        )}
      </Field>
      {isAsked && (
        <Field label={t('pin.password')} error={errors.password?.message ?? (asksPassword ? faults.password : t('pin.passwordAgain'))}>
          {(field) => <SecretInput {...field} {...register('password', { required: t('error.empty') })} autoComplete="current-password" />}
        </Field>
      )}
      <Failure>{failureIn(t, change.error)}</Failure>
      <div className={styles.buttons}>
        <Button color="secondary" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={change.isPending}>
          {t(change.isPending ? 'password.saving' : 'pin.save')}
        </Button>
      </div>
    </form>
  );
}
