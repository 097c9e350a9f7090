import type { AccountRow } from '@vigil/contract/registry.contract';
import { roleLabel, shownRoles } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '#ui/chips.tsx';
import { fullName } from '#ui/person.tsx';
import { RowCard } from '#ui/row-card.tsx';
import styles from './account-card.module.css';
import { ChosenName } from './account-columns.tsx';
import { AccountDay, accountDays } from './account-days.tsx';
import type { Selection } from './actions/use-selection.ts';
import { type RowDeeds, RowMenu } from './components/row-menu.tsx';

interface AccountCardProps {
  readonly row: AccountRow;
  readonly selection: Selection;
  readonly deeds: RowDeeds;
}

/** A row of a list of accounts on a narrow screen. */
export function AccountCard({ row, selection, deeds }: AccountCardProps) {
  const { t } = useTranslation('adminAccounts');
  return (
    <RowCard>
      <span className={styles.head}>
        <span className={styles.name}>
          <ChosenName row={row} selection={selection} />
        </span>
        <span className={styles.tools}>
          <StatusChip status={row.accountStatus} />
          <RowMenu row={row} deeds={deeds} />
        </span>
      </span>
      {shownRoles(row.roles).some((role) => role !== 'patient') && <span>{shownRoles(row.roles).map(roleLabel).join(', ')}</span>}
      <span className={styles.mail}>{row.contactInfo.email ?? t('noEmail')}</span>
      {row.roles.includes('patient') && (
        <span className={styles.mail}>
          {t('mrn')} {row.mrn ?? '–'} · {t('primaryClinician')}: {row.primaryClinician ? fullName(row.primaryClinician) : t('noClinician')}
        </span>
      )}
      <dl className={styles.days}>
        {accountDays
          .filter(({ id }) => id !== 'memberSince' || row.roles.includes('patient'))
          .map(({ id, at }) => (
            <div key={id}>
              <dt>{t(id)}</dt>
              <dd>
                <AccountDay at={at(row)} />
              </dd>
            </div>
          ))}
      </dl>
    </RowCard>
  );
}
