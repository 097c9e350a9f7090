import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import styles from './security.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onKept: () => void;
}

/** The codes, this once, and the ways to keep them. */
export function RecoveryCodes({ codes, email, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation('accountSecurity');
  const [copied, setCopied] = useState(false);
  const text = [t('factor.fileHead', { email, host: location.host }), '', ...codes, ''].join('\n');
  const save = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    Object.assign(document.createElement('a'), { href: address, download: 'vigil-recovery-codes.txt' }).click();
    URL.revokeObjectURL(address);
  };
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      (reason: unknown) => console.error('The recovery codes could not be copied', reason),
    );
  return (
    <div className={styles.form} role="status">
      <h3 className={styles.title}>{t('factor.codesTitle')}</h3>
      <p>{t('factor.codesText')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button color="secondary" onClick={() => void copy()}>
          {t(copied ? 'factor.copied' : 'factor.copy')}
        </Button>
        <Button color="secondary" startIcon={<Icon name="download" />} onClick={save}>
          {t('factor.save')}
        </Button>
        <Button variant="contained" onClick={onKept}>
          {t('factor.kept')}
        </Button>
      </div>
    </div>
  );
}
