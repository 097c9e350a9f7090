import Button from '@mui/material/Button';
import type { Team } from '@vigil/contract/registry-teams.contract';
import { longestTeamName } from '@vigil/contract/registry-teams.values';
import { useTranslation } from 'react-i18next';
import { BackLink } from '#ui/back-link.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { nameIsGood } from '../team-draft.ts';
import styles from '../teams.module.css';
import { useTeamEdit } from '../use-team-edit.ts';
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

/** A care team as it is being changed: see `useTeamEdit`. */
export function TeamEditor({ team, onLoad, onGone }: TeamEditorProps) {
  const { t } = useTranslation('adminTeams');
  const { draft, nameFault, isSaving, isChanged, isStale, failure, set, save, giveUp } = useTeamEdit(team);
  const nameError = nameIsGood(draft.name) ? nameFault : t('nameMissing', { max: longestTeamName });
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
      <PageHead back={<BackLink to="/admin/teams/list">{t('toList')}</BackLink>} title={team.name}>
        {isChanged && !isStale && (
          <Button color="secondary" disabled={isSaving} onClick={giveUp}>
            {t('giveUp')}
          </Button>
        )}
        <Dissolve team={team} onLoad={onLoad} onGone={onGone} />
        <Button type="submit" variant="contained" disabled={!isChanged || isSaving}>
          {t(isSaving ? 'saving' : 'save')}
        </Button>
      </PageHead>
      {(isStale || failure) && (
        <div role="alert" className={styles.failed}>
          {isStale ? t('stale') : failure?.message}{' '}
          {isStale && (
            <button type="button" className={styles.textButton} onClick={() => void onLoad().then((newest) => newest && giveUp())}>
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
