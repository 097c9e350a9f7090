import { listTexts } from '#ui/list-texts.ts';
import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TeamRow } from '@vigil/contract/registry-teams.contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { pageOfWhole } from '#lib/whole-list.ts';
import type { Column } from '#ui/data-table.tsx';
import { Icon } from '#ui/icons.tsx';
import { ListScreen } from '#ui/list-screen.tsx';
import { fullName } from '#ui/person.tsx';
import { RowCard } from '#ui/row-card.tsx';
import { useListSearch } from '#ui/use-list-search.ts';
import { teamsQuery } from './api/teams.ts';
import styles from './teams.module.css';
import type { TeamsSearch } from './teams-search.ts';

type Translate = TFunction<['adminTeams', 'ui']>;

const list = {
  text: ({ name, clinicians }: TeamRow) => [name, ...clinicians.map(fullName)].join(' '),
  keys: {
    name: ({ name }: TeamRow) => name.toLowerCase(),
    clinicians: ({ clinicianIds }: TeamRow) => clinicianIds.length,
    members: ({ patientCount }: TeamRow) => patientCount,
    changed: ({ changedAt }: TeamRow) => changedAt,
  },
};

/** The tenant's care teams, for its administrators. */
export function TeamsScreen() {
  const { t } = useTranslation(['adminTeams', 'ui']);
  const control = useListSearch<TeamsSearch>();
  return (
    <ListScreen
      texts={listTexts(t)}
      list={control}
      query={useQuery({ ...teamsQuery(), select: (rows: TeamRow[]) => pageOfWhole(rows, control.search, list) })}
      columns={columnsOf(t)}
      rowKey={({ id }) => id}
      linked
      card={(row) => (
        <RowCard key={row.id}>
          <TeamLink row={row} />
          <span className={styles.muted}>{clinicianNames(row) || t('nobody')}</span>
          <span className={styles.muted}>{t('caseload', { count: row.patientCount })}</span>
        </RowCard>
      )}
      cardHeightPx={92}
      tools={
        <Button variant="contained" startIcon={<Icon name="plus" />} component={Link} to="/admin/teams/create">
          {t('create')}
        </Button>
      }
    />
  );
}

const clinicianNames = ({ clinicians }: TeamRow) => clinicians.map(fullName).join(', ');

function TeamLink({ row }: { readonly row: TeamRow }) {
  return (
    <Link to="/admin/teams/$teamId" params={{ teamId: row.id }} className={styles.rowLink} data-row-link="">
      {row.name}
    </Link>
  );
}

function columnsOf(t: Translate): readonly Column<TeamRow, TeamsSearch['sort']>[] {
  return [
    { id: 'name', header: t('name'), sort: 'name', value: ({ name }) => name, cell: (row) => <TeamLink row={row} /> },
    {
      id: 'clinicians',
      header: t('clinicians'),
      sort: 'clinicians',
      descendingFirst: true,
      value: clinicianNames,
      cell: (row) => <span className={styles.names}>{clinicianNames(row) || t('nobody')}</span>,
    },
    {
      id: 'members',
      header: t('members'),
      sort: 'members',
      descendingFirst: true,
      align: 'end',
      value: ({ patientCount }) => patientCount,
    },
    {
      id: 'changed',
      header: t('changed'),
      sort: 'changed',
      descendingFirst: true,
      value: ({ changedAt }) => new Date(changedAt).toISOString(),
      cell: ({ changedAt }) => new Date(changedAt).toLocaleDateString(undefined, { dateStyle: 'medium' }),
    },
  ];
}
