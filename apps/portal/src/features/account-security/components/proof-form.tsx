import Button from '@mui/material/Button';
import type { ApiError } from '@vigil/contract/client';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { SecretInput } from '#ui/secret-input.tsx';
import { failureIn, faultsIn } from '../failure-words.ts';
import { Failure } from './section.tsx';
import styles from './security.module.css';

interface Proof {
  readonly password: string;
  readonly code: string;
}

interface ProofFormProps {
  readonly text: string;
  readonly submit: string;
  /** Which of the two are asked for. */
  readonly asks: readonly (keyof Proof)[];
  readonly codeLabel: string;
  readonly dangerous?: boolean;
  readonly busy: boolean;
  readonly failure: ApiError | null;
  readonly onSubmit: (proof: Proof) => void;
  readonly onCancel: () => void;
}

/** Asks once more for what proves that it is still the owner who sits at the open page. */
export function ProofForm({ text, submit, asks, codeLabel, dangerous = false, busy, failure, onSubmit, onCancel }: ProofFormProps) {
  const { t } = useTranslation('accountSecurity');
  const { register, handleSubmit, formState } = useForm<Proof>({ defaultValues: { password: '', code: '' } });
  const { errors } = formState;
  const faults = faultsIn(t, failure);
  const required = { required: t('error.empty') };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <p>{text}</p>
      {asks.includes('password') && (
        <Field label={t('factor.password')} error={errors.password?.message ?? faults.password}>
          {(field) => <SecretInput {...field} {...register('password', required)} autoComplete="current-password" autoFocus />}
        </Field>
      )}
      {asks.includes('code') && (
        <Field label={codeLabel} error={errors.code?.message ?? faults.code}>
          {(field) => (
            <input
              {...field}
              {...register('code', required)}
              type="text"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              // biome-ignore lint/a11y/noAutofocus: the form has just been opened by its button
              autoFocus={!asks.includes('password')}
            />
          )}
        </Field>
      )}
      <Failure>{failureIn(t, failure)}</Failure>
      <div className={styles.buttons}>
        <Button color="secondary" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" color={dangerous ? 'error' : 'primary'} disabled={busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
