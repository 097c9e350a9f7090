import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { alertsOnCall } from '@vigil/contract';
import type { OnCallNow } from '@vigil/contract/alerts-on-call.contract';
import { usualHandoverHours } from '@vigil/contract/alerts-on-call.values';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { roleLabel } from '@vigil/domain/roles';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useTried } from '#lib/tried.ts';
import { momentOfWall } from '#lib/wall-time.ts';
import { zoneCity } from '#lib/zone-name.ts';
import { Field } from '#ui/field.tsx';
import { useFaultFocus } from '#ui/use-fault-focus.ts';
import { standingQuery, useHandOver } from '../api/on-call.ts';
import type { Clock } from '../clock.ts';
import styles from '../on-call.module.css';
import type { NameOf } from '../people.ts';
import { PersonSelect } from './person-select.tsx';
import { Standing } from './standing.tsx';

interface HandoverDialogProps {
  readonly now: OnCallNow;
  /** Who takes it over, where that is said already: the reader. */
  readonly taker: string | null;
  readonly clock: Clock;
  readonly nowMs: number;
  readonly nameOf: NameOf;
  readonly onClose: () => void;
}

type Answer = ReceivedOf<typeof alertsOnCall.postHandover>;

/** Hands a role over, or takes it over, after naming what stands; and once it is done, what stands then. */
export function HandoverDialog({ now, taker, clock, nowMs, nameOf, onClose }: HandoverDialogProps) {
  const { t } = useTranslation('onCall');
  const titleId = useId();
  const handOver = useHandOver();
  const triedAs = useTried();
  const [staffId, setStaffId] = useState(taker ?? '');
  const [isOther, setIsOther] = useState(false);
  const [wall, setWall] = useState('');
  const [faults, setFaults] = useState<Readonly<Partial<Record<'staffId' | 'until', string>>>>({});
  const content = useRef<HTMLDivElement>(null);
  useFaultFocus(content, faults, Object.keys(faults).length > 0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const role = roleLabel(now.role);
  const send = () => {
    const until = isOther ? momentOfWall(wall, clock.zone) : undefined;
    const wrong = {
      ...(staffId === '' && { staffId: t('over.chooseFirst') }),
      ...(until !== undefined && !(until > nowMs) && { until: t(`coverForm.fault.${Number.isNaN(until) ? 'time' : 'past'}`) }),
    };
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    const said = { staffId, ...(until !== undefined && { until }) };
    const { id, earlier = [] } = triedAs(JSON.stringify(said));
    handOver.mutate(
      { params: { role: now.role }, body: { id, ...said, replaces: [...earlier] } },
      {
        onSuccess: setAnswer,
        onError: ({ fields }) => setFaults(Object.fromEntries(fields.map(({ field, message }) => [field, message]))),
      },
    );
  };
  const present = now.people.map(({ id }) => nameOf(id)).join(', ');
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        {answer
          ? t('over.doneTitle', { role, name: answer.now.people.map(({ id }) => nameOf(id)).join(', ') || t('somebody') })
          : t(taker === null ? 'over.handTitle' : 'over.takeTitle', { role })}
      </DialogTitle>
      <DialogContent className={styles.dialog} ref={content}>
        {answer ? (
          <p>{answer.now.until !== null && t('over.done', { when: clock.moment(answer.now.until), name: nameOf(staffId) })}</p>
        ) : (
          <>
            <p>{present === '' ? t('nobodyNow') : t('over.present', { who: present })}</p>
            {taker === null && (
              <PersonSelect
                role={now.role}
                label={t('over.toWhom')}
                value={staffId}
                error={faults.staffId}
                nameOf={nameOf}
                onChange={setStaffId}
                without={now.people.length === 1 ? now.people.map(({ id }) => id) : []}
              />
            )}
            <fieldset className={styles.choices}>
              <legend>{t('over.until')}</legend>
              {[false, true].map((other) => (
                <label key={String(other)} className={styles.check}>
                  <input type="radio" name={`${titleId}-until`} checked={isOther === other} onChange={() => setIsOther(other)} />
                  {other
                    ? t('over.otherTime')
                    : now.source === 'nobody' || now.until === null
                      ? t('over.someHours', { hours: usualHandoverHours })
                      : t(`over.ends.${now.source}`, { when: clock.moment(now.until) })}
                </label>
              ))}
            </fieldset>
            {isOther && (
              <Field label={t('over.untilWhen', { zone: zoneCity(clock.zone) })} error={faults.until}>
                {(control) => <input {...control} type="datetime-local" value={wall} onChange={({ target }) => setWall(target.value)} />}
              </Field>
            )}
          </>
        )}
        <section aria-labelledby={`${titleId}-stands`} className={styles.stands}>
          <h3 id={`${titleId}-stands`} className={styles.partTitle}>
            {t('over.stands')}
          </h3>
          {answer ? <Standing alarms={answer.standing} clock={clock} /> : <StandingNow clock={clock} />}
        </section>
        {handOver.error && (
          <p role="alert" className={styles.failed}>
            {mayHaveHappened(handOver.error) ? t('unknown') : handOver.error.message}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        {answer ? (
          <>
            <Button component={Link} to="/dashboard/today" color="secondary">
              {t('over.toToday')}
            </Button>
            <Button variant="contained" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        ) : (
          <>
            <Button color="secondary" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button variant="contained" disabled={handOver.isPending} onClick={send}>
              {taker !== null ? t('over.take') : staffId === '' ? t('over.handNobody') : t('over.hand', { name: nameOf(staffId) })}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** What stands before it is done. */
function StandingNow({ clock }: { readonly clock: Clock }) {
  const { t } = useTranslation('onCall');
  const { data, error } = useQuery({ ...standingQuery(), staleTime: 0 });
  if (data) return <Standing alarms={data} clock={clock} />;
  return (
    <p className={styles.hint} role="status">
      {t(error ? 'over.notLoaded' : 'over.loading')}
    </p>
  );
}
