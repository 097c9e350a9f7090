import Button from '@mui/material/Button';
import { mostUrgentFirst } from '@vigil/domain/activities/concern';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { momentOfWallTime } from '@vigil/domain/timeframe/wall-time';
import { displayUnit } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { knownConcerns, typedText } from '../concern.ts';
import type { LogDraft } from '../log-drafts.ts';
import { kindsOfLogs } from '../log-kinds.ts';
import styles from '../logging.module.css';
import { measuredBy } from '../to-activity.ts';
import { useMomentWords } from '../use-moment-words.ts';
import { ConcernPanel } from './concern-panel.tsx';

interface UnsentLogProps {
  readonly memberId: string;
  /** The member's time zone. */
  readonly zone: string;
  readonly own: boolean;
  readonly draft: LogDraft;
  readonly onRetry: () => void;
  readonly onEdit: () => void;
  readonly onDiscard: () => void;
}

/** What was sent and is not stored yet: on its way, or failed, with the way on. */
export function UnsentLog({ memberId, zone, own, draft, onRetry, onEdit, onDiscard }: UnsentLogProps) {
  const { t } = useTranslation('logging');
  const { kind, state, failure, values } = draft;
  const failed = state === 'failed';
  const momentWords = useMomentWords(zone);
  const [metric] = measuredBy[kind];
  const typed = metric
    ? `${typedText(draft)} ${displayUnit(catalogue[metric], draft.units)}`
    : [values.title, values.note].filter(Boolean).join(' / ');
  const advice = failed ? mostUrgentFirst(knownConcerns(draft)).map((one) => one.advice) : [];
  const measured = () => t('measured', { when: momentWords(momentOfWallTime(draft.date, draft.time, zone) * 1000) });
  return (
    <div className={failed ? styles.failed : styles.pending} aria-busy={state === 'saving'}>
      <p className={styles.what}>
        <Icon name={kindsOfLogs[kind].icon} size={18} /> <strong>{t(`kind.${kind}`)}</strong> <span>{typed}</span>
      </p>
      {state !== 'writing' && (
        <p role={failed ? 'alert' : 'status'}>
          {t(`state.${state}`)} {failed && t(`failure.${reasonOf(failure)}`)}
        </p>
      )}
      {advice.length > 0 && (
        <ConcernPanel
          memberId={memberId}
          own={own}
          what={`${t(`kind.${kind}`)} ${typed} · ${measured()}`}
          advice={advice}
          notified={t(`concern.${own ? 'own' : 'staff'}.unsaved`)}
        />
      )}
      {failed && (
        <span className={styles.buttons}>
          {failure !== 'conflict' && (
            <Button variant="contained" onClick={onRetry}>
              {t('again')}
            </Button>
          )}
          <Button variant="outlined" color="inherit" onClick={onEdit}>
            {t('change')}
          </Button>
          <Button color="inherit" onClick={onDiscard}>
            {t('discard')}
          </Button>
        </span>
      )}
    </div>
  );
}

function reasonOf(failure: LogDraft['failure']): 'unreachable' | 'conflict' | 'forbidden' | 'on_hold' | 'other' {
  if (failure === 'unreachable' || failure === 'conflict') return failure;
  if (failure === 'account_on_hold') return 'on_hold';
  return failure === 'forbidden' || failure === 'no_access_to_user' || failure === 'not_found' ? 'forbidden' : 'other';
}
