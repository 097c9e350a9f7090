import Button from '@mui/material/Button';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import { mayWriteCohort, totalPopulation } from '@vigil/contract/factuary-cohorts.values';
import { clinicalStaffRoles } from '@vigil/domain/roles';
import { useSnackbar } from 'notistack';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { useFaultFocus } from '#ui/use-fault-focus.ts';
import { cohortDrafts, groupsSent, hasOpen, hasWrong, newCohort } from '../cohort-draft.ts';
import styles from '../cohorts.module.css';
import { useCohortDraft } from '../use-cohort-draft.ts';
import { useLivePreview } from '../use-live-preview.ts';
import { useSaveCohort } from '../use-save-cohort.ts';
import { AboutCohort } from './about-cohort.tsx';
import { CohortPreview } from './cohort-preview.tsx';
import { ConditionGroups } from './condition-groups.tsx';
import { DeleteCohort } from './delete-cohort.tsx';
import { StaleCohort } from './stale-cohort.tsx';

interface CohortBuilderProps {
  /** As it was last read; null: a new one. */
  readonly stored: CohortWithMeta | null;
  readonly usedIn: readonly string[];
  /** Reads it anew. */
  readonly onLoad: () => Promise<unknown>;
}

/** A cohort as it is being written, with who would belong beside it. Whoever may not change it reads what it asks. */
export function CohortBuilder({ stored, usedIn, onLoad }: CohortBuilderProps) {
  const { t } = useTranslation('cohorts');
  const navigate = useNavigate();
  const { enqueueSnackbar } = useSnackbar();
  const { roles } = useSession().tenant;
  const usualType = mayWriteCohort(roles, 'custom') ? 'custom' : 'shared';
  const control = useCohortDraft(stored, usualType);
  const { draft, isChanged, isStale, giveUp } = control;
  const readOnly = stored ? !stored.meta.can_change : !mayWriteCohort(roles, usualType);
  const mayCount = roles.some((role) => (clinicalStaffRoles as readonly string[]).includes(role));
  const { preview, failure, late, facts } = useLivePreview(draft, mayCount);
  /** A new object for each try. */
  const [tried, setTried] = useState<object | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useFaultFocus(form, tried, tried !== null);
  const goToStored = ({ cohort }: CohortWithMeta) =>
    navigate({ to: '/dashboard/cohorts/$cohortId', params: { cohortId: cohort.id }, replace: true });
  const { save, isSaving, saveFailure } = useSaveCohort(control, {
    onSaved(saved) {
      cohortDrafts.remove(stored?.cohort.id ?? newCohort, draft.id);
      enqueueSnackbar(t(saved.cohort.isDraft ? 'draftSaved' : 'saved', { title: saved.cohort.title || t('untitled') }), {
        variant: 'success',
      });
      if (!stored) void goToStored(saved);
    },
    onFoundStored: stored
      ? null
      : (found) => {
          cohortDrafts.put(draft.id, { ...draft, version: 1 });
          cohortDrafts.remove(newCohort, draft.id);
          enqueueSnackbar(t('savedBefore'), { variant: 'info' });
          void goToStored(found);
        },
  });
  const fault = faultOf();
  function faultOf() {
    if (hasWrong(draft)) return t('mendFirst');
    if (draft.title.trim() === '') return t('titleMissing');
    if (hasOpen(draft)) return t('fillFirst');
    return draft.groups.length === 0 && draft.userStatus.length === 3 ? t('conditionMissing') : null;
  }
  const publish = () => {
    setTried({});
    if (!fault) save(false);
  };
  const isDraft = stored?.cohort.isDraft ?? true;
  const title = stored ? stored.cohort.title || t('untitled') : t('newTitle');
  const sent = groupsSent(draft);
  const tallies = new Map(late || failure ? [] : (preview?.meta.conditions ?? []).map((tally, at) => [sent[at] ?? '', tally]));
  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        publish();
      }}
    >
      <Page>
        <PageHead
          back={<BackLink to="/dashboard/cohorts">{t('toList')}</BackLink>}
          title={
            <>
              {title} {stored?.cohort.isDraft && <span className={styles.draft}>{t('draft')}</span>}
            </>
          }
          lead={stored && <UsedIn usedIn={usedIn} />}
        >
          {stored && !stored.cohort.isDraft && mayCount && (
            <Button
              component={Link}
              to="/dashboard/panel"
              search={{ cohort: stored.cohort.id } as never}
              color="inherit"
              variant="outlined"
            >
              {t('showInPanel')}
            </Button>
          )}
          {!readOnly && stored && (
            <DeleteCohort
              stored={stored}
              usedIn={usedIn}
              onGone={() => {
                giveUp();
                void navigate({ to: '/dashboard/cohorts' });
              }}
            />
          )}
          {!readOnly && isChanged && !isStale && (
            <Button color="secondary" disabled={isSaving} onClick={giveUp}>
              {t('giveUp')}
            </Button>
          )}
          {!readOnly && isDraft && (
            <Button variant="outlined" color="inherit" disabled={isSaving || hasWrong(draft) || !isChanged} onClick={() => save(true)}>
              {t('saveDraft')}
            </Button>
          )}
          {!readOnly && (
            <Button type="submit" variant="contained" disabled={isSaving || isStale || (!isChanged && !isDraft)}>
              {t(isSaving ? 'saving' : 'save')}
            </Button>
          )}
        </PageHead>
        {readOnly && stored?.cohort.id !== totalPopulation.id && (
          <p className={`${styles.hint} ${styles.told}`}>{t(stored ? 'readOnly' : 'readOnlyNew')}</p>
        )}
        {isStale && stored && (
          <StaleCohort
            stored={stored}
            units={draft.units}
            onKeepMine={() => control.set({ version: stored.meta.version })}
            onTakeTheirs={giveUp}
          />
        )}
        {(saveFailure || (tried && fault)) && !isStale && (
          <div role="alert" className={`${styles.failed} ${styles.told}`}>
            {saveFailure?.text ?? fault}{' '}
            {saveFailure?.stale && (
              <button type="button" className={styles.textButton} onClick={() => void onLoad()}>
                {t('loadNew')}
              </button>
            )}
          </div>
        )}
        <div className={styles.columns}>
          <div className={styles.main}>
            <AboutCohort
              control={control}
              readOnly={readOnly}
              roles={roles}
              titleError={tried && draft.title.trim() === '' ? t('titleMissing') : undefined}
            />
            <ConditionGroups control={control} readOnly={readOnly} tallies={tallies} population={preview?.meta.population ?? null} />
          </div>
          <CohortPreview {...{ preview, failure, late, facts, mayCount }} partly={hasWrong(draft)} units={draft.units} />
        </div>
      </Page>
    </form>
  );
}

function UsedIn({ usedIn }: { readonly usedIn: readonly string[] }) {
  const { t } = useTranslation('cohorts');
  return usedIn.length === 0 ? null : <p className={styles.hint}>{t('usedIn', { places: usedIn.join('; ') })}</p>;
}
