import '#ui/messages.ts';
import './messages.ts';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import styles from './account.module.css';
import { AccountParts } from './components/account-parts.tsx';

/** One's own account over whatever page is open: for members and administrators, whose parts of the portal have no page for it. */
export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Dialog open onClose={onClose} scroll="body" aria-labelledby="account-title" slotProps={{ paper: { className: styles.paper ?? '' } }}>
      <div className={styles.head}>
        <h1 id="account-title" className={styles.title}>
          {t('title')}
        </h1>
        <IconButton onClick={onClose} aria-label={t('close')}>
          <Icon name="close" />
        </IconButton>
      </div>
      <AccountParts security="/account/security" onLeave={onClose} />
    </Dialog>
  );
}
