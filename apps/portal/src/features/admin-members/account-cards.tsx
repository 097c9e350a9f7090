import Skeleton from '@mui/material/Skeleton';
import type { AccountRow } from '@vigil/contract/registry.contract';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '#ui/chips.tsx';
import list from '#ui/list-screen.module.css';
import { places } from '#ui/skeleton-rows.tsx';
import styles from './account-cards.module.css';
import { AccountDay, accountDays } from './account-days.tsx';

/** The same list on a narrow screen. Undefined rows are awaited. */
export function AccountCards({ rows }: { readonly rows: readonly AccountRow[] | undefined }) {
  const { t } = useTranslation('adminMembers');
  return (
    <ul className={list.cards} aria-label={t('caption')} aria-busy={!rows}>
      {rows
        ? rows.map((row) => (
            <li key={row.id} className={styles.card}>
              <span className={styles.head}>
                <strong className={styles.name}>
                  {row.firstName} {row.lastName}
                </strong>
                <StatusChip status={row.accountStatus} />
              </span>
              <span className={styles.mail}>{row.contactInfo.email ?? t('noEmail')}</span>
              <dl className={styles.days}>
                {accountDays(row).map(({ name, at }) => (
                  <div key={name}>
                    <dt>{t(name)}</dt>
                    <dd>
                      <AccountDay at={at} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))
        : places(6).map((place) => <Skeleton key={place} component="li" variant="rounded" height={124} />)}
    </ul>
  );
}
