import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import { mayWriteCohort, totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import { clinicalStaffRoles, type Role } from '@vigil/domain/roles';
import type { Units } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { useUnits } from '#lib/units.ts';
import { pageOfWhole } from '#lib/whole-list.ts';
import type { Column } from '#ui/data-table.tsx';
import { Icon } from '#ui/icons.tsx';
import { ListScreen } from '#ui/list-screen.tsx';
import { listTexts } from '#ui/list-texts.ts';
import { RowCard } from '#ui/row-card.tsx';
import { useListSearch } from '#ui/use-list-search.ts';
import { cohortsQuery } from './api/cohorts.ts';
import styles from './cohorts.module.css';
import type { CohortsSearch } from './cohorts-search.ts';
import { conditionsInWords, type Translate } from './condition-words.ts';

/** The Total Population stays on top of its list, whatever it is called elsewhere. */
const list = {
  text: ({ cohort }: CohortWithMeta) => `${cohort.title} ${cohort.description}`,
  keys: {
    title: ({ cohort }: CohortWithMeta) => (cohort.id === totalPopulation.id ? '' : cohort.title.toLowerCase()),
    members: ({ meta }: CohortWithMeta) => meta.count,
    changed: ({ meta }: CohortWithMeta) => meta.changed_at,
  },
};

/** The cohorts that somebody reads: the Total Population, those that are shared, one's own. */
export function CohortsScreen() {
  const { t } = useTranslation(['cohorts', 'ui']);
  const control = useListSearch<CohortsSearch>();
  const units = useUnits();
  const { roles } = useSession().tenant;
  const mayWrite = mayWriteCohort(roles, 'custom') || mayWriteCohort(roles, 'shared');
  const query = useQuery({ ...cohortsQuery(), select: (rows: CohortWithMeta[]) => pageOfWhole(rows, control.search, list) });
  return (
    <ListScreen
      texts={listTexts(t)}
      list={control}
      query={query}
      columns={columnsOf(units, t)}
      rowKey={({ cohort }) => cohort.id}
      linked
      card={(row) => (
        <RowCard key={row.cohort.id}>
          <span className={styles.cardHead}>
            <CohortLink row={row} t={t} /> <Kind row={row} t={t} />
          </span>
          <span className={styles.muted}>{asked(row, units, t)}</span>
          <Members row={row} t={t} />
        </RowCard>
      )}
      cardHeightPx={108}
      tools={
        mayWrite && (
          <Button variant="contained" startIcon={<Icon name="plus" />} component={Link} to="/dashboard/cohorts/new">
            {t('create')}
          </Button>
        )
      }
    />
  );
}

const asked = ({ cohort }: CohortWithMeta, units: Units, t: Translate) =>
  conditionsInWords(cohort.json_conditions, units, t) || (cohort.id === totalPopulation.id ? t('everybody') : t('noConditions'));

function CohortLink({ row: { cohort }, t }: { readonly row: CohortWithMeta; readonly t: Translate }) {
  return (
    <Link to="/dashboard/cohorts/$cohortId" params={{ cohortId: cohort.id }} className={styles.rowLink} data-row-link="">
      {cohort.title || t('untitled')}
    </Link>
  );
}

function Kind({ row: { cohort }, t }: { readonly row: CohortWithMeta; readonly t: Translate }) {
  return (
    <span className={styles.kinds}>
      {cohort.id !== totalPopulation.id && <span className={styles.muted}>{t(`type.${cohort.type}`)}</span>}
      {cohort.isDraft && <span className={styles.draft}>{t('draft')}</span>}
    </span>
  );
}

function Members({ row: { meta, cohort }, t }: { readonly row: CohortWithMeta; readonly t: Translate }) {
  const readsCounts = useSession().tenant.roles.some((role) => (clinicalStaffRoles as readonly Role[]).includes(role));
  if (meta.count === null)
    return <span className={styles.muted}>{t(!readsCounts ? 'countNotYours' : cohort.isDraft ? 'draftCount' : 'notCounted')}</span>;
  const asOf = meta.as_of === null ? '' : new Date(meta.as_of * 1000).toLocaleTimeString(undefined, { timeStyle: 'short' });
  return (
    <span className={styles.count} title={t('asOf', { time: asOf })}>
      {meta.count.toLocaleString()}
      {meta.unknown !== null && meta.unknown > 0 && (
        <span className={styles.unknown}> {t('unknownBeside', { number: meta.unknown.toLocaleString() })}</span>
      )}
    </span>
  );
}

function columnsOf(units: Units, t: Translate): readonly Column<CohortWithMeta, CohortsSearch['sort']>[] {
  return [
    {
      id: 'title',
      header: t('name'),
      sort: 'title',
      value: ({ cohort }) => cohort.title,
      cell: (row) => (
        <span className={styles.titleCell}>
          <CohortLink row={row} t={t} /> <Kind row={row} t={t} />
        </span>
      ),
    },
    {
      id: 'asks',
      header: t('asks'),
      value: (row) => asked(row, units, t),
      cell: (row) => (
        <span className={styles.asks} title={asked(row, units, t)}>
          {asked(row, units, t)}
        </span>
      ),
    },
    {
      id: 'members',
      header: t('members'),
      sort: 'members',
      descendingFirst: true,
      align: 'end',
      value: ({ meta }) => meta.count,
      cell: (row) => <Members row={row} t={t} />,
    },
    {
      id: 'changed',
      header: t('changed'),
      sort: 'changed',
      descendingFirst: true,
      value: ({ meta }) => (meta.changed_at === null ? null : new Date(meta.changed_at * 1000).toISOString()),
      cell: ({ meta }) =>
        meta.changed_at === null ? (
          <span className={styles.muted}>–</span>
        ) : (
          <span title={meta.changed_by?.name ?? ''}>
            {new Date(meta.changed_at * 1000).toLocaleDateString(undefined, { dateStyle: 'medium' })}
          </span>
        ),
    },
  ];
}
