import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Entrance } from './entrance.tsx';

export interface DemoAccount {
  readonly email: string;
  readonly role: string;
  readonly tenant: string;
}

interface SignInProps {
  /** Leaves for the identity provider. Rejects when it cannot be reached. */
  readonly onSignIn: (loginHint?: string) => Promise<void>;
  readonly providerHost: string;
  /** `refused`: the provider sent the person back without a sign-in. `idle`: signed out for want of activity. `ended`: the session is over; signing in leads back to the same page. `locked`: a PIN opens it. `gone`: the account no longer exists. */
  readonly notice: 'account-created' | 'refused' | 'idle' | 'ended' | 'locked' | 'gone' | null;
  readonly banner?: string | undefined;
  readonly demo?: { readonly password: string; readonly accounts: readonly DemoAccount[] } | undefined;
}

export function SignInScreen({ onSignIn, providerHost, notice, banner, demo }: SignInProps) {
  const { t } = useTranslation('signIn');
  const [connecting, setConnecting] = useState(false);
  const [failure, setFailure] = useState(notice === 'refused' ? t('refused') : '');

  async function signIn(loginHint?: string) {
    setConnecting(true);
    setFailure('');
    try {
      await onSignIn(loginHint);
    } catch (reason) {
      console.error('Sign-in could not start', reason);
      setConnecting(false);
      setFailure(t('unreachable'));
    }
  }

  return (
    <Entrance title={t('signInTitle')} banner={banner}>
      {notice === 'account-created' && (
        <div className="entrance-good" role="status">
          <strong>{t('accountCreatedTitle')}</strong>
          {t('accountCreatedText')}
        </div>
      )}
      {(notice === 'idle' || notice === 'ended' || notice === 'locked' || notice === 'gone') && (
        <div className="entrance-info" role="status">
          {t(notice)}
        </div>
      )}
      {failure && (
        <div className="entrance-alert" role="alert">
          {failure}
        </div>
      )}
      <button type="button" className="entrance-button" disabled={connecting} onClick={() => signIn()}>
        {connecting ? t('connecting') : t(notice === 'locked' ? 'unlock' : 'signIn')}
      </button>
      <p className="entrance-note">
        <svg viewBox="0 0 16 16" width="14" height="14" fill="currentColor" aria-hidden="true">
          <path d="M8 1a3.5 3.5 0 0 0-3.5 3.5V6H4a1.5 1.5 0 0 0-1.5 1.5v6A1.5 1.5 0 0 0 4 15h8a1.5 1.5 0 0 0 1.5-1.5v-6A1.5 1.5 0 0 0 12 6h-.5V4.5A3.5 3.5 0 0 0 8 1Zm2 5H6V4.5a2 2 0 1 1 4 0V6Z" />
        </svg>
        {t('securedBy', { host: providerHost })}
      </p>
      {demo && demo.accounts.length > 0 && <DemoAccounts {...demo} disabled={connecting} onChoose={signIn} />}
    </Entrance>
  );
}

interface DemoAccountsProps {
  readonly password: string;
  readonly accounts: readonly DemoAccount[];
  readonly disabled: boolean;
  readonly onChoose: (email: string) => void;
}

function DemoAccounts({ password, accounts, disabled, onChoose }: DemoAccountsProps) {
  const { t } = useTranslation('signIn');
  const tenants = [...new Set(accounts.map((account) => account.tenant))];
  return (
    <section className="entrance-demo" aria-labelledby="demo-title">
      <h2 id="demo-title">{t('demoTitle')}</h2>
      <p>
        {t('demoText')} <code>{password}</code>
      </p>
      {tenants.map((tenant, at) => (
        <details key={tenant} open={at === 0} className={tenants.length > 1 ? undefined : 'entrance-single'}>
          <summary>{tenant}</summary>
          <ul className="entrance-accounts">
            {accounts
              .filter((account) => account.tenant === tenant)
              .map(({ email, role }) => (
                <li key={email}>
                  <button type="button" disabled={disabled} onClick={() => onChoose(email)}>
                    {role}
                    <span>{email}</span>
                  </button>
                </li>
              ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
