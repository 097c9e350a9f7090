import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { pinDigits } from '@vigil/contract/login.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { quickUnlockQuery, useRemoveQuickUnlock, useSetQuickUnlock } from '../api/own-sign-in.ts';
import { failureIn, faultsIn } from '../failure-words.ts';
import { Failure, Section } from './section.tsx';
import styles from './security.module.css';

/** A member's PIN, which keeps them signed in for longer; nothing for whoever can have none. */
export function QuickUnlockSection() {
  const { t } = useTranslation('accountSecurity');
  const { enqueueSnackbar } = useSnackbar();
  const { data, error, refetch } = useQuery(quickUnlockQuery());
  const remove = useRemoveQuickUnlock();
  const [open, setOpen] = useState(false);
  if (error && !data)
    return (
      <Section title={t('pin.title')} text={t('pin.failed')}>
        <Button variant="outlined" className={styles.action ?? ''} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </Section>
    );
  if (!data?.isOffered) return null;
  const isSet = data.setAt !== null;
  return (
    <Section title={t('pin.title')} text={t(isSet ? 'pin.on' : 'pin.off', { count: data.days })}>
      {open ? (
        <PinForm onDone={() => setOpen(false)} />
      ) : (
        <>
          <Failure>{failureIn(t, remove.error)}</Failure>
          <div className={styles.buttons}>
            {isSet && (
              <Button
                color="secondary"
                disabled={remove.isPending}
                onClick={() => remove.mutate({}, { onSuccess: () => enqueueSnackbar(t('pin.removed'), { variant: 'success' }) })}
              >
                {t('pin.remove')}
              </Button>
            )}
            <Button variant="outlined" onClick={() => setOpen(true)}>
              {t(isSet ? 'pin.change' : 'pin.set')}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}

interface Typed {
  readonly pin: string;
  readonly repeat: string;
  readonly password: string;
}

function PinForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('accountSecurity');
  const { enqueueSnackbar } = useSnackbar();
  const change = useSetQuickUnlock();
  const { register, handleSubmit, getValues, formState } = useForm<Typed>({ defaultValues: { pin: '', repeat: '', password: '' } });
  const faults = faultsIn(t, change.error);
  const { errors } = formState;
  const digits = { type: 'password', inputMode: 'numeric', autoComplete: 'off', maxLength: pinDigits } as const;
  const save = handleSubmit(({ pin, password }) =>
    change.mutate(
      { body: { pin, password } },
      {
        onSuccess: () => {
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
          <input
            {...field}
            {...digits}
            {...register('pin', { validate: (text) => (text.length === pinDigits && /^[0-9]+$/.test(text)) || t('error.pin') })}
            // biome-ignore lint/a11y/noAutofocus: the form has just been opened by its button
            autoFocus
          />
        )}
      </Field>
      <Field label={t('pin.repeat')} error={errors.repeat?.message}>
        {(field) => (
          <input
            {...field}
            {...digits}
            {...register('repeat', { validate: (text) => text === getValues('pin') || t('error.pinRepeat') })}
          />
        )}
      </Field>
      <Field label={t('pin.password')} error={errors.password?.message ?? faults.password}>
        {(field) => (
          <input {...field} {...register('password', { required: t('error.empty') })} type="password" autoComplete="current-password" />
        )}
      </Field>
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
