import '#ui/messages.ts';
import './messages.ts';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { MadeBy } from '#ui/made-by.tsx';
import { PageHead } from '#ui/page-head.tsx';
import styles from './account.module.css';
import { AccountParts } from './components/account-parts.tsx';

/** One's own account, as a page of the staff. */
export function AccountScreen() {
  const { t } = useTranslation('account');
  usePageTitle(t('title'));
  return (
    <div className={styles.screen}>
      <PageHead title={t('title')} lead={t('lead')} />
      <AccountParts security="/dashboard/account/security" />
      <MadeBy />
    </div>
  );
}
