import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { HandoffDraft } from '@vigil/contract/triage-handoffs.contract';
import { roleLabel } from '@vigil/domain/roles';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { useMoment } from '../moments.ts';
import { nameOf } from './episode-line.tsx';
import styles from './handoff.module.css';

interface HandingOverProps {
  readonly draft: HandoffDraft;
  readonly isBusy: boolean;
  /** Something has to be settled first. */
  readonly isHeld: boolean;
  readonly failure: string | null;
  readonly onHandOver: (toId: string, name: string) => void;
}

/** Members who are named of those that a colleague may not see. */
const mostNamed = 3;

/** To whom the draft goes: whoever is on call next, unless somebody else is chosen; and whom they may not see. */
export function HandingOver({ draft, isBusy, isHeld, failure, onHandOver }: HandingOverProps) {
  const { t } = useTranslation('handoff');
  const moment = useMoment();
  const titleId = useId();
  const { receivers, members } = draft;
  const next = receivers.find(({ on_call_from: from }) => from !== null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const toId = chosen ?? next?.id ?? '';
  const receiver = receivers.find(({ id }) => id === toId);
  if (receivers.length === 0) return <p className={styles.muted}>{t('nobody')}</p>;
  const unseen = members.filter(({ user_id: id }) => receiver?.cannot_see.includes(id));
  const named = unseen.slice(0, mostNamed).map(({ user }) => nameOf(user));
  const more = unseen.length > mostNamed ? [t('andMore', { count: unseen.length - mostNamed })] : [];
  const name = receiver ? nameOf(receiver) : '';
  return (
    <div className={styles.handing}>
      <div className={styles.receiver}>
        <Field label={t('to')} error={isMissing && !receiver ? t('chooseFirst') : undefined}>
          {(control) => (
            <select {...control} value={toId} onChange={({ target }) => setChosen(target.value)}>
              <option value="">{t('choose')}</option>
              {receivers.map(({ id, role, on_call_from: from, ...person }) => (
                <option key={id} value={id}>
                  {[nameOf(person), roleLabel(role), from !== null && t('onCallFrom', { when: moment(from) })].filter(Boolean).join(' · ')}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button
          variant="contained"
          disabled={isBusy || isHeld}
          onClick={() => {
            setIsMissing(!receiver);
            setIsAsking(receiver !== undefined);
          }}
        >
          {t(isBusy ? 'handingOver' : 'handOver')}
        </Button>
      </div>
      {unseen.length > 0 && (
        <p role="status" className={styles.caution}>
          {t('cannotSee', { name, count: unseen.length, members: [...named, ...more].join(', ') })}
        </p>
      )}
      {failure && (
        <p role="alert" className={styles.fault}>
          {failure}
        </p>
      )}
      {isAsking && (
        <Dialog open onClose={() => setIsAsking(false)} aria-labelledby={titleId} maxWidth="xs">
          <DialogTitle id={titleId}>{t('handOverTitle', { name })}</DialogTitle>
          <DialogContent>{t('handOverText', { name })}</DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={() => setIsAsking(false)}>
              {t('cancel')}
            </Button>
            <Button
              variant="contained"
              onClick={() => {
                setIsAsking(false);
                onHandOver(toId, name);
              }}
            >
              {t('handOver')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}
