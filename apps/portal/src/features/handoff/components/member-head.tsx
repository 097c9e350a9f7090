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
  /** Nothing open does not mean that all is well. */
  readonly isDataMissing: boolean;
}

/** Who it is about, and how ill: the worst of what is open. On paper the birth date tells namesakes apart. */
export function MemberHead({ id, memberId, user, severity, isDataMissing }: MemberHeadProps) {
  const { t } = useTranslation('handoff');
  const birthday = useBirthday();
  return (
    <header className={styles.memberHead}>
      {severity && <Severity severity={severity} />}
      {!severity && !isDataMissing && <span className={styles.stable}>{t('stable')}</span>}
      <h2 id={id} className={styles.name}>
        <Link to="/patient/$memberId/summary" params={{ memberId }}>
          {nameOf(user) || t('nameless')}
        </Link>
      </h2>
      {isDataMissing && <span className={styles.missing}>{t('dataMissing')}</span>}
      {user.birthday && <span className={styles.onPaper}>{t('born', { when: birthday(user.birthday) })}</span>}
    </header>
  );
}
