import Button from '@mui/material/Button';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './secret-input.module.css';

interface SecretInputProps extends Omit<ComponentProps<'input'>, 'type' | 'autoCapitalize' | 'spellCheck'> {
  readonly of?: 'password' | 'pin';
}

/** A field that hides what is typed, and a button that shows it: whoever can see it types it once. */
export function SecretInput({ of = 'password', ...input }: SecretInputProps) {
  const { t } = useTranslation('ui');
  const [isShown, setShown] = useState<boolean | null>(null);
  return (
    <span className={styles.secret}>
      <input {...input} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <Button
        variant="outlined"
        color="secondary"
        className={styles.show ?? ''}
        aria-label={t(`secret.${of}.${isShown ? 'hide' : 'show'}`)}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'secret.hide' : 'secret.show')}
      </Button>
      <span role="status" className="v-unseen">
        {isShown !== null && t(`secret.${of}.${isShown ? 'shown' : 'hidden'}`)}
      </span>
    </span>
  );
}
