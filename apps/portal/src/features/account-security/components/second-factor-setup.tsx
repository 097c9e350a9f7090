import { useTranslation } from 'react-i18next';
import { useBeginSecondFactor, useConfirmSecondFactor } from '../api/own-sign-in.ts';
import { ProofForm } from './proof-form.tsx';
import styles from './security.module.css';

interface SecondFactorSetupProps {
  readonly onCancel: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** The password, then the picture and the first code. Nothing holds before that code. */
export function SecondFactorSetup({ onCancel, onDone }: SecondFactorSetupProps) {
  const { t } = useTranslation('accountSecurity');
  const begin = useBeginSecondFactor();
  const confirm = useConfirmSecondFactor();
  const begun = begin.data;
  if (!begun)
    return (
      <ProofForm
        key="begin"
        text={t('factor.beginText')}
        submit={t('factor.next')}
        asks={['password']}
        codeLabel=""
        busy={begin.isPending}
        failure={begin.error}
        onSubmit={({ password }) => begin.mutate({ body: { password } })}
        onCancel={onCancel}
      />
    );
  const { path, size } = begun.picture;
  return (
    <div className={styles.setup}>
      <div>
        <p>{t('factor.scan')}</p>
        {/* Dark on white in both modes: that is what cameras look for. */}
        <svg className={styles.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('factor.picture')}>
          <rect width={size} height={size} fill="#ffffff" />
          <path d={path} fill="#000000" />
        </svg>
        <p className={styles.hint}>{t('factor.key')}</p>
        <code className={styles.key}>{begun.key}</code>
      </div>
      <ProofForm
        key="confirm"
        text={t('factor.confirmText')}
        submit={t('factor.confirm')}
        asks={['code']}
        codeLabel={t('factor.code')}
        busy={confirm.isPending}
        failure={confirm.error}
        onSubmit={({ code }) =>
          confirm.mutate({ body: { setup: begun.setup, code } }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })
        }
        onCancel={onCancel}
      />
    </div>
  );
}
