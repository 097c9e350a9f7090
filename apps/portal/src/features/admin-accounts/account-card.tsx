import type { AccountRow } from '@vigil/contract/registry.contract';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '#ui/chips.tsx';
import styles from './account-card.module.css';
import { AccountDay, accountDays } from './account-days.tsx';

/** A row of the member list on a narrow screen. */
export function AccountCard({ row }: { readonly row: AccountRow }) {
  const { t } = useTranslation('adminAccounts');
  return (
    <li className={styles.card}>
      <span className={styles.head}>
        <strong className={styles.name}>
          {row.firstName} {row.lastName}
        </strong>
        <StatusChip status={row.accountStatus} />
      </span>
      <span className={styles.mail}>{row.contactInfo.email ?? t('noEmail')}</span>
      <dl className={styles.days}>
        {accountDays.map(({ id, at }) => (
          <div key={id}>
            <dt>{t(id)}</dt>
            <dd>
              <AccountDay at={at(row)} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
