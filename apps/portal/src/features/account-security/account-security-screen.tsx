import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { places } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { secondFactorQuery } from './api/own-sign-in.ts';
import { PasswordSection } from './components/password-section.tsx';
import { QuickUnlockSection } from './components/quick-unlock-section.tsx';
import { SecondFactorSection } from './components/second-factor-section.tsx';
import styles from './components/security.module.css';
import { SessionsSection } from './components/sessions-section.tsx';

/** The own password, second factor and sessions: whoever is signed in, whatever the role. */
export function AccountSecurityScreen() {
  const { t } = useTranslation('accountSecurity');
  usePageTitle(t('title'));
  return (
    <div className={styles.screen}>
      <div>
        <h1 className={styles.heading}>{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
      </div>
      <AccountSecurity />
    </div>
  );
}

/** The same without the page around it. */
function AccountSecurity() {
  const { t } = useTranslation('accountSecurity');
  const query = useQuery(secondFactorQuery());
  if (query.isError && !query.data)
    return (
      <StatePanel
        icon="alert"
        failure
        title={t('failedTitle')}
        text={query.error.message}
        action={{ label: t('retry'), onClick: () => void query.refetch() }}
      />
    );
  if (!query.data)
    return (
      <div aria-busy="true" data-awaited>
        {places(3).map((place) => (
          <Skeleton key={place} variant="rounded" height={112} />
        ))}
      </div>
    );
  const state = query.data;
  if (state.managedBy !== null)
    return <StatePanel icon="person" title={t('elsewhereTitle')} text={t('elsewhereText', { host: state.managedBy })} />;
  return (
    <>
      <PasswordSection email={state.email} hasPassword={state.hasPassword} />
      <SecondFactorSection state={state} />
      <QuickUnlockSection />
      <SessionsSection />
    </>
  );
}
