import '#ui/messages.ts';
import './messages.ts';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { MadeBy } from '#ui/made-by.tsx';
import styles from './account.module.css';
import { AccountParts } from './components/account-parts.tsx';

/** One's own account, as a page of the staff. */
export function AccountScreen() {
  const { t } = useTranslation('account');
  usePageTitle(t('title'));
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <AccountParts security="/dashboard/account/security" />
      <MadeBy />
    </div>
  );
}
