import Button from '@mui/material/Button';
import { longestTeamName } from '@vigil/contract/registry-teams.values';
import { useSnackbar } from 'notistack';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { tryOf } from '#lib/tried.ts';
import { useCreateTeam } from '../api/teams.ts';
import { emptyTeam, type NewTeam, newTeamSubject, newTeams, steps } from '../new-team.ts';
import { nameIsGood, sentOf, type TeamDraft } from '../team-draft.ts';
import styles from '../teams.module.css';
import { ClinicianPicker } from './clinician-picker.tsx';
import { MemberPicker } from './member-picker.tsx';
import { NameField } from './name-field.tsx';
import { Review } from './review.tsx';

interface TeamCreationProps {
  readonly onMade: (teamId: string) => void;
  readonly onCancel: () => void;
}

/** A new care team in four steps. What was entered stays through all of them, a failed attempt, and a reload of the page. */
export function TeamCreation({ onMade, onCancel }: TeamCreationProps) {
  const { t } = useTranslation('adminTeams');
  const { enqueueSnackbar } = useSnackbar();
  const [freshId] = useState(() => crypto.randomUUID());
  const [kept] = useDrafts(newTeams, newTeamSubject);
  const draft = kept ?? emptyTeam(freshId);
  const [told, setTold] = useState(false);
  const heading = useFocusOnChange<HTMLHeadingElement>(draft.step);
  const create = useCreateTeam();
  const name = steps[draft.step] ?? 'details';
  const keep = (part: Partial<NewTeam>) => newTeams.put(newTeamSubject, { ...draft, ...part });
  const set = (part: Partial<TeamDraft>) => {
    create.reset();
    keep(part);
  };
  const taken = create.error?.fields?.find(({ field }) => field === 'name')?.message;
  const nameError = taken ?? (told && !nameIsGood(draft.name) ? t('nameMissing', { max: longestTeamName }) : undefined);
  const give = () => {
    newTeams.remove(newTeamSubject, draft.id);
    onCancel();
  };
  const forward = () => {
    if (!nameIsGood(draft.name)) return setTold(true);
    if (name !== 'review') return keep({ step: draft.step + 1 });
    const tried = tryOf(draft, JSON.stringify(sentOf(draft)));
    keep({ tried });
    create.mutate(
      { body: { id: tried.id, ...sentOf(draft) } },
      {
        onSuccess: () => {
          newTeams.remove(newTeamSubject, draft.id);
          enqueueSnackbar(t('made'), { variant: 'success' });
          onMade(tried.id);
        },
        onError: (failure) => {
          if (failure.fields?.some(({ field }) => field === 'name')) keep({ tried, step: 0 });
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
      <h2 ref={heading} tabIndex={-1} className={styles.step}>
        {t('stepOf', { step: draft.step + 1, steps: steps.length, name: t(`step.${name}`) })}
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
        <Button color="secondary" onClick={draft.step === 0 ? give : () => keep({ step: draft.step - 1 })}>
          {t(draft.step === 0 ? 'cancel' : 'back')}
        </Button>
        <Button type="submit" variant="contained" disabled={create.isPending}>
          {t(name === 'review' ? (create.isPending ? 'making' : 'make') : 'next')}
        </Button>
      </div>
    </form>
  );
}

/** What was used for the last step goes with it; the keyboard and a screen reader go on at the heading of the next. */
function useFocusOnChange<E extends HTMLElement>(step: number): RefObject<E | null> {
  const element = useRef<E>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step && step > 0) element.current?.focus();
    shown.current = step;
  }, [step]);
  return element;
}
