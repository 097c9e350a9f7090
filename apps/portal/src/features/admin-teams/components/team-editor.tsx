import Button from '@mui/material/Button';
import { Link } from '@tanstack/react-router';
import type { Team } from '@vigil/contract/registry-teams.contract';
import { longestTeamName } from '@vigil/contract/registry-teams.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { useChangeTeam } from '../api/teams.ts';
import { draftOf, isSame, nameIsGood, sentOf, type TeamDraft } from '../team-draft.ts';
import styles from '../teams.module.css';
import { ClinicianPicker } from './clinician-picker.tsx';
import { Dissolve } from './dissolve.tsx';
import { MemberPicker } from './member-picker.tsx';
import { NameField } from './name-field.tsx';

interface TeamEditorProps {
  /** As it was last read. */
  readonly team: Team;
  /** Reads it anew. */
  readonly onLoad: () => Promise<Team | undefined>;
  readonly onGone: () => void;
}

/** What is typed stays, with the version it was typed on, also when a newer one is read meanwhile. */
export function TeamEditor({ team, onLoad, onGone }: TeamEditorProps) {
  const { t } = useTranslation('adminTeams');
  const { enqueueSnackbar } = useSnackbar();
  const [base, setBase] = useState(team);
  const [draft, setDraft] = useState<TeamDraft>(() => draftOf(team));
  const change = useChangeTeam();
  const start = (from: Team) => {
    setBase(from);
    setDraft(draftOf(from));
    change.reset();
  };
  const unchanged = isSame(draft, draftOf(base));
  // Nothing was typed: what somebody else has changed is simply shown.
  if (unchanged && team.version > base.version) start(team);
  const set = (part: Partial<TeamDraft>) => setDraft((before) => ({ ...before, ...part }));
  const nameFault = change.error?.fields?.find(({ field }) => field === 'name')?.message;
  const nameError = nameIsGood(draft.name) ? nameFault : t('nameMissing', { max: longestTeamName });
  const isStale = change.error?.status === 409 && !nameFault;
  const save = () => {
    if (!nameIsGood(draft.name)) return;
    change.mutate(
      { params: { id: base.id }, body: { ...sentOf(draft), version: base.version } },
      {
        onSuccess: (saved) => {
          start(saved);
          enqueueSnackbar(t('saved'), { variant: 'success' });
        },
      },
    );
  };
  return (
    <form
      className={styles.page}
      noValidate
      aria-label={t('oneTitle')}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={styles.head}>
        <div>
          <Link to="/admin/teams/list" className={styles.backLink}>
            <Icon name="chevronLeft" size={12} /> {t('toList')}
          </Link>
          <h1 className={styles.title}>{base.name}</h1>
        </div>
        <span className={styles.buttons}>
          <Dissolve team={base} onGone={onGone} />
          <Button type="submit" variant="contained" disabled={unchanged || change.isPending}>
            {t(change.isPending ? 'saving' : 'save')}
          </Button>
        </span>
      </div>
      {change.error && !nameFault && (
        <div role="alert" className={styles.failed}>
          {isStale ? t('stale') : change.error.message}{' '}
          {isStale && (
            <button type="button" className={styles.textButton} onClick={() => void onLoad().then((newest) => newest && start(newest))}>
              {t('loadNew')}
            </button>
          )}
        </div>
      )}
      <div className={styles.nameRow}>
        <NameField value={draft.name} error={nameError} onChange={(name) => set({ name })} />
      </div>
      <div className={styles.columns}>
        <section>
          <h2>
            {t('clinicians')} <span className={styles.muted}>{draft.clinicians.length}</span>
          </h2>
          <ClinicianPicker chosen={draft.clinicians} onChange={(clinicians) => set({ clinicians })} />
        </section>
        <section>
          <h2>
            {t('members')} <span className={styles.muted}>{draft.patients.length}</span>
          </h2>
          <MemberPicker chosen={draft.patients} onChange={(patients) => set({ patients })} />
        </section>
      </div>
    </form>
  );
}
