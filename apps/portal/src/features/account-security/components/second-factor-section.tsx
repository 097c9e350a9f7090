import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { login } from '@vigil/contract';
import type { SecondFactorState } from '@vigil/contract/login.contract';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain } from '#lib/endpoint-query.ts';
import { useRemoveSecondFactor, useRenewRecoveryCodes } from '../api/own-sign-in.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';
import { Section } from './section.tsx';
import styles from './security.module.css';

type Doing = { readonly kind: 'nothing' | 'setup' | 'renew' | 'remove' } | { readonly kind: 'codes'; readonly codes: readonly string[] };
const nothing: Doing = { kind: 'nothing' };

export function SecondFactorSection({ state }: { readonly state: SecondFactorState }) {
  const { t } = useTranslation('accountSecurity');
  const client = useQueryClient();
  const [doing, setDoing] = useState<Doing>(nothing);
  const stop = () => setDoing(nothing);
  const showCodes = (codes: readonly string[]) => setDoing({ kind: 'codes', codes });
  const kept = () => {
    stop();
    void askAgain(client, login.getSecondFactor);
  };
  return (
    <Section title={t('factor.title')} text={t('factor.offText')}>
      {doing.kind === 'nothing' && <Standing state={state} onDo={(kind) => setDoing({ kind })} />}
      {doing.kind === 'setup' && <SecondFactorSetup onCancel={stop} onDone={showCodes} />}
      {doing.kind === 'renew' && <Renewal onCancel={stop} onDone={showCodes} />}
      {doing.kind === 'remove' && <Removal onDone={stop} />}
      {doing.kind === 'codes' && <RecoveryCodes codes={doing.codes} email={state.email} onKept={kept} />}
    </Section>
  );
}

/** From so few on, new ones are worth making. */
const fewCodes = 3;

function Standing({ state, onDo }: { readonly state: SecondFactorState; readonly onDo: (what: 'setup' | 'renew' | 'remove') => void }) {
  const { t, i18n } = useTranslation('accountSecurity');
  const { addedAt, hasPassword, recoveryCodesLeft: left, required } = state;
  if (addedAt === null)
    return (
      <>
        <p className={styles.state}>
          <strong>{t('factor.off')}</strong> {required && t('factor.required')} {!hasPassword && t('factor.noPassword')}
        </p>
        {hasPassword && (
          <Button variant="contained" className={styles.action ?? ''} onClick={() => onDo('setup')}>
            {t('factor.begin')}
          </Button>
        )}
      </>
    );
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(addedAt);
  return (
    <>
      <p className={styles.state}>
        <strong>{t('factor.on', { date })}</strong> {required && t('factor.required')}
        <span className={left < fewCodes ? styles.few : styles.left}>
          {t('factor.left', { count: left })} {left < fewCodes && t('factor.fewLeft')}
        </span>
      </p>
      <div className={styles.actions}>
        <Button variant="outlined" onClick={() => onDo('renew')}>
          {t('factor.renew')}
        </Button>
        {!required && (
          <Button variant="outlined" color="secondary" onClick={() => onDo('remove')}>
            {t('factor.remove')}
          </Button>
        )}
      </div>
    </>
  );
}

interface RenewalProps {
  readonly onCancel: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}

function Renewal({ onCancel, onDone }: RenewalProps) {
  const { t } = useTranslation('accountSecurity');
  const renew = useRenewRecoveryCodes();
  return (
    <ProofForm
      text={t('factor.renewText')}
      submit={t('factor.renewConfirm')}
      asks={['password', 'code']}
      codeLabel={t('factor.codeOrRecovery')}
      busy={renew.isPending}
      failure={renew.error}
      onSubmit={(body) => renew.mutate({ body }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })}
      onCancel={onCancel}
    />
  );
}

function Removal({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('accountSecurity');
  const { enqueueSnackbar } = useSnackbar();
  const remove = useRemoveSecondFactor();
  const removed = () => {
    enqueueSnackbar(t('factor.removed'), { variant: 'info' });
    onDone();
  };
  return (
    <ProofForm
      text={t('factor.removeText')}
      submit={t('factor.removeConfirm')}
      asks={['password', 'code']}
      codeLabel={t('factor.codeOrRecovery')}
      dangerous
      busy={remove.isPending}
      failure={remove.error}
      onSubmit={(body) => remove.mutate({ body }, { onSuccess: removed })}
      onCancel={onDone}
    />
  );
}
