import Button from '@mui/material/Button';
import { Link } from '@tanstack/react-router';
import type { Program, ProgramStep } from '@vigil/contract/factuary-programs.shapes';
import type { ProgramOp } from '@vigil/contract/factuary-programs.values';
import { isDone } from '@vigil/domain/programs/life-cycles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import styles from '../content.module.css';
import { useDates } from '../use-dates.ts';

interface ProgramCardProps {
  readonly memberId: string;
  readonly program: Program;
  readonly own: boolean;
  /** Absent for whoever only reads. */
  readonly onChange?: (op: ProgramOp, program: Program) => void;
  readonly busy: boolean;
}

/** One program of a member: how far it is, what it brings, and for the care team what can be done with it. */
export function ProgramCard({ memberId, program, own, onChange, busy }: ProgramCardProps) {
  const { t } = useTranslation('patientContent');
  const date = useDates(memberId);
  const { title, status, aggregations, started_at, ended_at } = program;
  const when = ended_at === null ? started_at && t('started', { date: date(started_at) }) : t('ended', { date: date(ended_at) });
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.muted}>
          {[t(`${own ? 'ownStatus' : 'status'}.${shownStatus(status)}`), when].filter(Boolean).join(' · ')}
        </span>
      </div>
      {program.description && <p className={styles.text}>{program.description}</p>}
      <Progress label={title} aggregations={aggregations} />
      {own && <WaitingSurveys memberId={memberId} program={program} />}
      <details className={styles.steps}>
        <summary>{t('steps')}</summary>
        {program.modules.map((module) => (
          <section key={module.id}>
            <h4 className={styles.module}>
              {t('module', { name: module.name, done: module.steps.filter(isStepDone).length, total: module.steps.length })}
            </h4>
            <ol className={styles.stepList}>
              {module.steps.map((step) => (
                <Step key={step.order} memberId={memberId} step={step} own={own} date={date} />
              ))}
            </ol>
          </section>
        ))}
      </details>
      {onChange && <Changes program={program} busy={busy} onChange={onChange} />}
    </li>
  );
}

const runStatuses = ['active', 'finished', 'completed', 'canceled'] as const;
const shownStatus = (status: Program['status']) => runStatuses.find((one) => one === status) ?? 'active';
const isStepDone = ({ status }: ProgramStep) => status !== null && isDone(status as Parameters<typeof isDone>[0]);

function Progress({ label, aggregations: { completed, total, progress } }: { label: string; aggregations: Program['aggregations'] }) {
  const { t } = useTranslation('patientContent');
  if (progress === null) return <p className={styles.muted}>{t('nothingToDo')}</p>;
  return (
    <div className={styles.progress}>
      <progress value={progress} max={100} aria-label={label} className={styles.bar} />
      <span className={styles.figures}>{t('doneOf', { done: completed, total })}</span>
    </div>
  );
}

/** Surveys that the member can answer now. */
function WaitingSurveys({ memberId, program }: Pick<ProgramCardProps, 'memberId' | 'program'>) {
  const { t } = useTranslation('patientContent');
  const waiting = program.modules.flatMap(({ steps }) => steps.filter((step) => step.type === 'survey' && step.status === 'delivered'));
  if (waiting.length === 0) return null;
  return (
    <div className={styles.buttons}>
      {waiting.map((step) => (
        <Button
          key={step.order}
          variant="contained"
          component={Link}
          to="/patient/$memberId/surveys"
          params={{ memberId } as never}
          search={{ survey: step.user_survey_id } as never}
        >
          {t('answer', { title: step.title })}
        </Button>
      ))}
    </div>
  );
}

interface StepProps extends Pick<ProgramCardProps, 'memberId' | 'own'> {
  readonly step: ProgramStep;
  readonly date: (seconds: number) => string;
}

function Step({ memberId, step, own, date }: StepProps) {
  const { t } = useTranslation('patientContent');
  const status = step.status as keyof typeof statusIcons | null;
  const when = step.time_delivered === null ? t('onDay', { day: step.day + 1 }) : date(step.time_delivered);
  return (
    <li className={styles.step}>
      <Icon name={status ? statusIcons[status] : 'clock'} className={styles.stepIcon} />
      <span className={styles.stepTitle}>
        {step.user_survey_id === null ? (
          (step.title ?? t('stillToCome'))
        ) : (
          <Link to="/patient/$memberId/surveys" params={{ memberId }} search={{ survey: step.user_survey_id }}>
            {step.title}
          </Link>
        )}
      </span>
      <span className={styles.muted}>
        {[t(`type.${step.type}`), status && status !== 'created' && t(`${own ? 'ownStatus' : 'status'}.${status}`), when]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  );
}

const statusIcons = {
  created: 'clock',
  delivered: 'note',
  opted: 'heart',
  expired: 'minus',
  read: 'check',
  rated: 'check',
  achieved: 'check',
  completed: 'check',
} as const;

/** Canceling and beginning anew say first what becomes of what there is. */
function Changes({ program, busy, onChange }: Required<Pick<ProgramCardProps, 'program' | 'busy' | 'onChange'>>) {
  const { t } = useTranslation('patientContent');
  const [asking, setAsking] = useState<'cancel' | 'restart' | null>(null);
  const { title, status } = program;
  if (asking)
    return (
      <div className={styles.sure}>
        <p>{t(asking === 'cancel' ? 'sureCancel' : 'sureRestart', { title })}</p>
        <div className={styles.buttons}>
          <Button
            variant="contained"
            color={asking === 'cancel' ? 'error' : 'primary'}
            autoFocus
            disabled={busy}
            onClick={() => {
              setAsking(null);
              onChange(asking, program);
            }}
          >
            {t(asking)}
          </Button>
          <Button color="inherit" onClick={() => setAsking(null)}>
            {t('keep')}
          </Button>
        </div>
      </div>
    );
  return (
    <div className={`${styles.buttons} ${styles.changes}`}>
      {status === 'active' && (
        <Button color="inherit" disabled={busy} onClick={() => setAsking('cancel')} aria-label={`${t('cancel')}: ${title}`}>
          {t('cancel')}
        </Button>
      )}
      <Button color="inherit" disabled={busy} onClick={() => setAsking('restart')} aria-label={`${t('restart')}: ${title}`}>
        {t('restart')}
      </Button>
    </div>
  );
}
