import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Program } from '@vigil/contract/factuary-programs.shapes';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { Icon } from '#ui/icons.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { places } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { listQuery } from './api/programs.ts';
import styles from './programs.module.css';
import { programsSearch, type ShownPrograms, shownPrograms } from './programs-search.ts';

/** Programs of the tenant: those that can be assigned, drafts, and outdated ones. */
export function ProgramsScreen() {
  const { t } = useTranslation('programs');
  usePageTitle(t('title'));
  const { tenant } = useSession();
  const navigate = useNavigate();
  const { show } = programsSearch.parse(useSearch({ strict: false }));
  const canWrite = tenant.roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  return (
    <Page width="column">
      <PageHead title={t('title')}>{canWrite && <NewProgram />}</PageHead>
      <ToggleButtonGroup
        className={styles.shown ?? ''}
        exclusive
        size="small"
        value={show}
        aria-label={t('show')}
        onChange={(_event, to: ShownPrograms | null) => to && void navigate({ to: '.', search: { show: to } as never, replace: true })}
      >
        {shownPrograms.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`shown.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <List key={show} show={show} />
    </Page>
  );
}

/** The id is made here, so that a draft whose answer is lost is stored once. */
function NewProgram() {
  const { t } = useTranslation('programs');
  const navigate = useNavigate();
  const begin = () =>
    void navigate({ to: '/dashboard/programs/$programId', params: { programId: crypto.randomUUID() }, search: { new: true } as never });
  return (
    <Button variant="contained" startIcon={<Icon name="plus" />} onClick={begin}>
      {t('new')}
    </Button>
  );
}

function List({ show }: { readonly show: ShownPrograms }) {
  const { t } = useTranslation('programs');
  const [page, setPage] = useState(0);
  const { data, error, refetch, isPlaceholderData } = useQuery(listQuery(show, page));
  if (error && !data) return <LoadFailed error={error} title={t('failedTitle')} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={styles.list} aria-busy="true">
        {places(4).map((place) => (
          <div key={place} className={styles.row}>
            <Skeleton variant="rounded" height={18} width={240} />
            <Skeleton variant="rounded" height={14} width={180} />
          </div>
        ))}
      </div>
    );
  if (data.total === 0) return <StatePanel icon="note" title={t(`empty.${show}`)} text={t(`emptyText.${show}`)} />;
  return (
    <>
      <ul className={`${styles.list} ${isPlaceholderData ? styles.late : ''}`}>
        {data.all.map((program) => (
          <Row key={program.id} program={program} />
        ))}
      </ul>
      {(page > 0 || data.nextPage !== null) && (
        <div className={styles.buttons}>
          <Button color="inherit" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('previous')}
          </Button>
          <Button color="inherit" disabled={data.nextPage === null} onClick={() => setPage(page + 1)}>
            {t('next')}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ program: { id, name, title, aggregations } }: { readonly program: Program }) {
  const { t } = useTranslation('programs');
  const { modules, insights, pledges, surveys } = aggregations;
  const steps = [t('insights', { count: insights.total }), t('pledges', { count: pledges.total }), t('surveys', { count: surveys.total })];
  return (
    <li className={styles.row}>
      <Link to="/dashboard/programs/$programId" params={{ programId: id }} className={styles.rowLink}>
        {name}
      </Link>
      <span className={styles.muted}>
        {[title !== name && title, t('modules', { count: modules.total }), steps.join(', ')].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}
