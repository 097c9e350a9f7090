import '#ui/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuthoredProgram } from '@vigil/contract/factuary-programs.shapes';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { BackLink } from '#ui/back-link.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { programQuery } from './api/programs.ts';
import { AssignMany } from './components/assign-many.tsx';
import { ProgramActions } from './components/program-actions.tsx';
import { ProgramForm } from './components/program-form.tsx';
import { ProgramPreview } from './components/program-preview.tsx';
import { StaleProgram } from './components/stale-program.tsx';
import styles from './programs.module.css';
import { programSearch } from './programs-search.ts';
import { useProgram } from './use-program.ts';

/** One program: written, looked at as a member gets it, published, taken out of the catalogue. */
export function ProgramScreen({ programId }: { readonly programId: string }) {
  const { t } = useTranslation('programs');
  usePageTitle(t('title'));
  const navigate = useNavigate();
  const isNew = programSearch.parse(useSearch({ strict: false })).new;
  const { data, error, refetch } = useQuery({ ...programQuery(programId), retry: false });
  // 400: what stands in the address is no program's id.
  const isMissing = !data && (error?.status === 404 || (error?.status === 400 && !isNew));
  // While a new one is being written it is asked for again, as after an answer that was lost: the form stays meanwhile.
  const [begunId, setBegunId] = useState<string | null>(null);
  if (isNew && isMissing && begunId !== programId) setBegunId(programId);
  const isBegun = isNew && begunId === programId;
  if (isMissing && !isNew)
    return (
      <StatePanel
        failure
        level={1}
        icon="note"
        title={t('goneTitle')}
        text={t('goneText')}
        action={{ label: t('back'), onClick: () => void navigate({ to: '/dashboard/programs' }) }}
      />
    );
  if (error && !data && !isMissing && !isBegun)
    return (
      <LoadFailed
        level={1}
        error={error}
        title={t('oneFailedTitle')}
        onRetry={() => void refetch()}
        back={<BackLink to="/dashboard/programs">{t('back')}</BackLink>}
      />
    );
  if (!data && !isMissing && !isBegun)
    return (
      <Page width="column" busy>
        <Skeleton variant="rounded" height={120} />
        <Skeleton variant="rounded" height={320} />
      </Page>
    );
  return <Editor programId={programId} stored={data} />;
}

function Editor({ programId, stored }: { readonly programId: string; readonly stored: AuthoredProgram | undefined }) {
  const { t } = useTranslation('programs');
  const { tenant } = useSession();
  const program = useProgram(programId, stored);
  const canWrite = tenant.roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const [view, setView] = useState<'edit' | 'preview' | 'assign'>(canWrite ? 'edit' : 'preview');
  const { draft } = program;
  const canAssign = canWrite && stored?.live !== null && stored?.live !== undefined && stored.outdated_at === null;
  return (
    <Page width="column">
      <div className={styles.top}>
        <PageHead back={<BackLink to="/dashboard/programs">{t('back')}</BackLink>} title={draft.name || t('untitled')}>
          {canWrite && (
            <ToggleButtonGroup exclusive size="small" value={view} onChange={(_event, to) => to && setView(to)} aria-label={t('view')}>
              <ToggleButton value="edit">{t('edit')}</ToggleButton>
              <ToggleButton value="preview">{t('preview')}</ToggleButton>
              {canAssign && <ToggleButton value="assign">{t('many.tab')}</ToggleButton>}
            </ToggleButtonGroup>
          )}
        </PageHead>
        <Standing stored={stored} />
        {!canWrite && <p className={styles.muted}>{t('readOnly')}</p>}
      </div>
      {program.isStale && stored && (
        <StaleProgram stored={stored} theirs={program.theirs} onTakeTheirs={program.takeTheirs} onKeepMine={program.keepMine} />
      )}
      {view === 'edit' && <ProgramForm draft={draft} faults={program.faults} onChange={program.set} />}
      {(view === 'preview' || (view === 'assign' && !canAssign)) && <ProgramPreview program={draft} />}
      {view === 'assign' && canAssign ? (
        <AssignMany programId={programId} />
      ) : (
        canWrite && <ProgramActions stored={stored} program={program} />
      )}
    </Page>
  );
}

/** Where the program stands, who saved it last, and how many have it. */
function Standing({ stored }: { readonly stored: AuthoredProgram | undefined }) {
  const { t } = useTranslation('programs');
  if (!stored) return <p className={styles.muted}>{t('state.new')}</p>;
  const { outdated_at, live, draft, saved_by, saved_at, members } = stored;
  const state = outdated_at !== null ? 'outdated' : live && draft ? 'liveAndDraft' : live ? 'live' : 'draft';
  const when = new Date(saved_at * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const saved = t('saved', { when, name: `${saved_by.firstName} ${saved_by.lastName}` });
  return <p className={styles.muted}>{[t(`state.${state}`), t('members', { count: members }), saved].join(' · ')}</p>;
}
