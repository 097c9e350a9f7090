import Button from '@mui/material/Button';
import { longestTeamName } from '@vigil/contract/registry-teams.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateTeam } from '../api/teams.ts';
import { emptyDraft, nameIsGood, sentOf, type TeamDraft } from '../team-draft.ts';
import styles from '../teams.module.css';
import { ClinicianPicker } from './clinician-picker.tsx';
import { MemberPicker } from './member-picker.tsx';
import { NameField } from './name-field.tsx';
import { Review } from './review.tsx';

const steps = ['details', 'clinicians', 'members', 'review'] as const;

interface TeamCreationProps {
  readonly onMade: (teamId: string) => void;
  readonly onCancel: () => void;
}

/** A new care team in four steps. What was entered stays through all of them, and through a failed attempt. */
export function TeamCreation({ onMade, onCancel }: TeamCreationProps) {
  const { t } = useTranslation('adminTeams');
  const { enqueueSnackbar } = useSnackbar();
  // The same team sent again keeps its id, so that it makes no second one; a team that was changed meanwhile is another.
  const [tried, setTried] = useState({ id: crypto.randomUUID() as string, content: '' });
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState<TeamDraft>(emptyDraft);
  const [told, setTold] = useState(false);
  const create = useCreateTeam();
  const name = steps[step] ?? 'details';
  const set = (part: Partial<TeamDraft>) => {
    create.reset();
    setDraft((before) => ({ ...before, ...part }));
  };
  const taken = create.error?.fields?.find(({ field }) => field === 'name')?.message;
  const nameError = taken ?? (told && !nameIsGood(draft.name) ? t('nameMissing', { max: longestTeamName }) : undefined);
  const forward = () => {
    if (!nameIsGood(draft.name)) return setTold(true);
    if (name !== 'review') return setStep(step + 1);
    const content = JSON.stringify(sentOf(draft));
    const { id } = tried.content === '' || tried.content === content ? tried : { id: crypto.randomUUID() as string };
    setTried({ id, content });
    create.mutate(
      { body: { id, ...sentOf(draft) } },
      {
        onSuccess: () => {
          enqueueSnackbar(t('made'), { variant: 'success' });
          onMade(id);
        },
        onError: (failure) => {
          if (failure.fields?.some(({ field }) => field === 'name')) setStep(0);
        },
      },
    );
  };
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t('creation')}
      onSubmit={(event) => {
        event.preventDefault();
        forward();
      }}
    >
      <h2 className={styles.step} aria-live="polite">
        {t('stepOf', { step: step + 1, steps: steps.length, name: t(`step.${name}`) })}
      </h2>
      <div className={styles.formBody}>
        {name === 'details' && <NameField value={draft.name} error={nameError} onChange={(next) => set({ name: next })} autoFocus />}
        {name === 'clinicians' && <ClinicianPicker chosen={draft.clinicians} onChange={(clinicians) => set({ clinicians })} />}
        {name === 'members' && <MemberPicker chosen={draft.patients} onChange={(patients) => set({ patients })} />}
        {name === 'review' && <Review draft={draft} />}
      </div>
      {create.error && (
        <p role="alert" className={styles.failed}>
          {create.error.message}
        </p>
      )}
      <div className={styles.buttons}>
        <Button color="secondary" onClick={step === 0 ? onCancel : () => setStep(step - 1)}>
          {t(step === 0 ? 'cancel' : 'back')}
        </Button>
        <Button type="submit" variant="contained" disabled={create.isPending}>
          {t(name === 'review' ? (create.isPending ? 'making' : 'make') : 'next')}
        </Button>
      </div>
    </form>
  );
}
