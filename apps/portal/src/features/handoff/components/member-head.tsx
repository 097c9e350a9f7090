import { Link } from '@tanstack/react-router';
import type { AlertSeverity } from '@vigil/domain/alerts/rule';
import { useTranslation } from 'react-i18next';
import { Severity } from '#ui/severity.tsx';
import { useBirthday } from '../moments.ts';
import { nameOf } from './episode-line.tsx';
import styles from './handoff.module.css';

interface MemberHeadProps {
  readonly id: string;
  readonly memberId: string;
  readonly user: { readonly firstName: string; readonly lastName: string; readonly birthday: string | null };
  readonly severity: AlertSeverity | null;
}

/** Who it is about, and how ill: the worst of what is open. On paper the birth date tells namesakes apart. */
export function MemberHead({ id, memberId, user, severity }: MemberHeadProps) {
  const { t } = useTranslation('handoff');
  const birthday = useBirthday();
  return (
    <header className={styles.memberHead}>
      {severity ? <Severity severity={severity} /> : <span className={styles.stable}>{t('stable')}</span>}
      <h2 id={id} className={styles.name}>
        <Link to="/patient/$memberId/summary" params={{ memberId }}>
          {nameOf(user) || t('nameless')}
        </Link>
      </h2>
      {user.birthday && <span className={styles.onPaper}>{t('born', { when: birthday(user.birthday) })}</span>}
    </header>
  );
}
