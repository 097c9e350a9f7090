import type { AccountRow } from '@vigil/contract/registry.contract';
import { type accountSortFields, accountStatuses } from '@vigil/contract/registry.values';
import type { TFunction } from 'i18next';
import { StatusChip } from '#ui/chips.tsx';
import type { Column } from '#ui/data-table.tsx';
import { fullName } from '#ui/person.tsx';
import styles from './account-columns.module.css';
import { AccountDay, accountDays } from './account-days.tsx';
import { usualStatuses } from './account-list-search.ts';
import type { Selection } from './actions/use-selection.ts';
import { type RowDeeds, RowMenu } from './components/row-menu.tsx';
import { nameOf } from './name-of.ts';

export type Translate = TFunction<['adminAccounts', 'ui']>;
type AccountColumn = Column<AccountRow, (typeof accountSortFields)[number]>;

/** The name, and whether the row is chosen. */
export const nameColumn = (t: Translate, selection: Selection): AccountColumn => ({
  id: 'name',
  header: t('name'),
  sort: 'lastName',
  value: nameOf,
  cell: (row) => <ChosenName row={row} selection={selection} />,
});

export function ChosenName({ row, selection }: { readonly row: AccountRow; readonly selection: Selection }) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={selection.has(row.id)}
        onChange={(event) => selection.toggle(row.id, isWithShift(event.nativeEvent))}
      />
      <strong>{nameOf(row)}</strong>
    </label>
  );
}

const isWithShift = (event: Event) => 'shiftKey' in event && event.shiftKey === true;

/** The menu of what can be done with the row; it holds nothing for the file. */
export const actionsColumn = (t: Translate, deeds: RowDeeds): AccountColumn => ({
  id: 'actions',
  header: t('actions'),
  cell: (row) => <RowMenu row={row} deeds={deeds} />,
  align: 'end',
});

export const emailColumn = (t: Translate): AccountColumn => ({
  id: 'email',
  header: t('email'),
  sort: 'email',
  value: (row) => row.contactInfo.email,
  cell: (row) => row.contactInfo.email ?? t('noEmail'),
});

export const mrnColumn = (t: Translate): AccountColumn => ({
  id: 'mrn',
  header: t('mrn'),
  sort: 'mrn',
  value: (row) => row.mrn,
  cell: (row) => row.mrn ?? '–',
});

export const primaryClinicianColumn = (t: Translate): AccountColumn => ({
  id: 'primaryClinician',
  header: t('primaryClinician'),
  sort: 'primaryClinician',
  value: (row) => row.primaryClinician && fullName(row.primaryClinician),
  cell: (row) => (row.primaryClinician ? fullName(row.primaryClinician) : <span className={styles.none}>{t('noClinician')}</span>),
});

export const statusColumn = (t: Translate): AccountColumn => ({
  id: 'status',
  header: t('status'),
  value: (row) => t(`ui:status.${row.accountStatus ?? 'none'}`),
  cell: (row) => <StatusChip status={row.accountStatus} />,
});

/** Days of these kinds, in the order of `accountDays`. */
export const dayColumns = (t: Translate, kinds: readonly (typeof accountDays)[number]['id'][]): AccountColumn[] =>
  accountDays
    .filter(({ id }) => kinds.includes(id))
    .map(({ id, at, ...sorting }) => ({
      id,
      header: t(id),
      ...sorting,
      value: (row: AccountRow) => isoDate(at(row)),
      cell: (row: AccountRow) => <AccountDay at={at(row)} />,
    }));

const isoDate = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The filter by account status, which members and staff share. */
export const statusFilter = (t: Translate) =>
  ({
    name: 'status',
    label: t('statusFilter'),
    options: accountStatuses.map((id) => ({ id, label: t(`ui:status.${id}`) })),
    usual: usualStatuses,
  }) as const;
