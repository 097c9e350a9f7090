import { listTexts } from '#ui/list-texts.ts';
import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import type { CareTeamMember } from '@vigil/contract/registry-care-team.contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { pageOfWhole } from '#lib/whole-list.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import type { Column } from '#ui/data-table.tsx';
import { ListScreen } from '#ui/list-screen.tsx';
import { fullName, rolesInWords, StaffName } from '#ui/person.tsx';
import { RowCard } from '#ui/row-card.tsx';
import { useListSearch } from '#ui/use-list-search.ts';
import { actionCountsQuery, caseloadsQuery } from './api/ask-care-team.ts';
import styles from './care-team.module.css';
import type { CareTeamSearch } from './care-team-search.ts';
import { TeamLinks } from './team-links.tsx';

type Translate = TFunction<['careTeam', 'ui']>;

/** The whole care team on one page. */
export const CareTeamScreen = () => <StaffList withTeams={false} />;

/** The same, with the way to each care team's page. */
export const CareTeamStaffScreen = () => <StaffList withTeams />;

const list = {
  text: (row: CareTeamMember) => `${fullName(row)} ${rolesInWords(row.roles)}`,
  keys: {
    name: (row: CareTeamMember) => `${row.lastName} ${row.firstName}`,
    role: (row: CareTeamMember) => rolesInWords(row.roles),
    caseload: (row: CareTeamMember) => row.caseload,
    primary: (row: CareTeamMember) => row.primary,
    support: (row: CareTeamMember) => row.support,
    activity: (row: CareTeamMember) => row.recentActivity?.performedAt ?? null,
  },
};

function StaffList({ withTeams }: { readonly withTeams: boolean }) {
  const { t } = useTranslation(['careTeam', 'ui']);
  const nowSeconds = useNow() / 1000;
  const control = useListSearch<CareTeamSearch>();
  const query = useQuery({ ...caseloadsQuery(), select: (rows: CareTeamMember[]) => pageOfWhole(rows, control.search, list) });
  const assigned = useQuery(actionCountsQuery(false)).data;
  const closed = useQuery(actionCountsQuery(true)).data;
  return (
    <ListScreen
      texts={listTexts(t)}
      list={control}
      query={query}
      columns={columnsOf(t, nowSeconds, { assigned, closed })}
      rowKey={({ id }) => id}
      card={(row) => <StaffCard key={row.id} row={row} nowSeconds={nowSeconds} actions={{ assigned, closed }} />}
      cardHeightPx={112}
      tools={withTeams && <TeamLinks open={null} />}
      csvName="care-team"
    />
  );
}

interface StaffCardProps {
  readonly row: CareTeamMember;
  readonly nowSeconds: number;
  readonly actions: ActionCounts;
}

function StaffCard({ row, nowSeconds, actions: { assigned, closed } }: StaffCardProps) {
  const { t } = useTranslation('careTeam');
  return (
    <RowCard>
      <StaffName person={row} />
      <span className={styles.figures}>
        {t('membersCount', { count: row.caseload })} · {t('primary')} {row.primary} · {t('support')} {row.support}
      </span>
      <span className={styles.figures}>
        {t('assignedActions')} {assigned ? (assigned[row.id] ?? 0) : '–'} · {t('closedActions')} {closed ? (closed[row.id] ?? 0) : '–'}
      </span>
      <span className={styles.figures}>
        {t('activity')}: <Activity row={row} nowSeconds={nowSeconds} />
      </span>
    </RowCard>
  );
}

function Activity({ row, nowSeconds }: { readonly row: CareTeamMember; readonly nowSeconds: number }) {
  const { t } = useTranslation('careTeam');
  const { t: ui } = useTranslation('ui');
  if (!row.recentActivity) return <span className={styles.muted}>{t('noActivity')}</span>;
  const { performedAt, type } = row.recentActivity;
  return (
    <span title={new Date(performedAt).toLocaleString()}>
      {inWords(type)} <span className={styles.muted}>{ageInWords(ui, performedAt / 1000, nowSeconds)}</span>
    </span>
  );
}

/** `CHART_REVIEW` as people write it: whoever writes a task chooses its word. */
const inWords = (type: string) => (type.charAt(0) + type.slice(1).toLowerCase()).replaceAll('_', ' ');

/** By the assignee's id; undefined while nobody knows. */
interface ActionCounts {
  readonly assigned: Readonly<Record<string, number>> | undefined;
  readonly closed: Readonly<Record<string, number>> | undefined;
}

function columnsOf(t: Translate, nowSeconds: number, actions: ActionCounts): readonly Column<CareTeamMember, CareTeamSearch['sort']>[] {
  const count = (id: 'caseload' | 'primary' | 'support') =>
    ({ id, header: t(id), sort: id, descendingFirst: true, align: 'end', value: (row: CareTeamMember) => row[id] }) as const;
  return [
    { id: 'name', header: t('name'), sort: 'name', value: fullName, cell: (row) => <strong>{fullName(row)}</strong> },
    { id: 'role', header: t('role'), sort: 'role', value: (row) => rolesInWords(row.roles) },
    { ...count('caseload'), longHeader: t('caseloadLong') },
    count('primary'),
    count('support'),
    // The list stands without its counts: where they cannot be asked for, nothing is said in their place.
    {
      id: 'assignedActions',
      header: t('assignedActions'),
      align: 'end',
      value: ({ id }) => (actions.assigned ? (actions.assigned[id] ?? 0) : null),
    },
    {
      id: 'closedActions',
      header: t('closedActions'),
      align: 'end',
      value: ({ id }) => (actions.closed ? (actions.closed[id] ?? 0) : null),
    },
    {
      id: 'activity',
      header: t('activity'),
      sort: 'activity',
      descendingFirst: true,
      value: (row) => row.recentActivity && inWords(row.recentActivity.type),
      cell: (row) => <Activity row={row} nowSeconds={nowSeconds} />,
      csv: [
        {
          header: 'performedAt',
          value: (row) => (row.recentActivity ? new Date(row.recentActivity.performedAt).toISOString() : null),
        },
      ],
    },
  ];
}
