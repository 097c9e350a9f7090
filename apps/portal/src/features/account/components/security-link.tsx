import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import styles from '../account.module.css';

interface SecurityLinkProps {
  readonly to: string;
  readonly onLeave: (() => void) | undefined;
}

/** The way to password, second step and sessions. */
export function SecurityLink({ to, onLeave }: SecurityLinkProps) {
  const { t } = useTranslation('account');
  return (
    <Link to={to} className={styles.onward} onClick={onLeave}>
      <Icon name="lock" />
      <span>
        <strong>{t('security')}</strong>
        <span className={styles.help}>{t('securityHelp')}</span>
      </span>
      <Icon name="chevronRight" />
    </Link>
  );
}
