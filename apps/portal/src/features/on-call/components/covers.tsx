import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { OnCallCover, OnCallRota } from '@vigil/contract/alerts-on-call.contract';
import { roleLabel } from '@vigil/domain/roles';
import { useSnackbar } from 'notistack';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useRemoveCover } from '../api/on-call.ts';
import type { Clock } from '../clock.ts';
import styles from '../on-call.module.css';
import type { NameOf } from '../people.ts';
import { onCallFrom } from '../week-of-role.ts';

interface CoversProps {
  readonly rota: OnCallRota;
  readonly clock: Clock;
  readonly nowMs: number;
  readonly nameOf: NameOf;
  readonly mayAuthor: boolean;
}

/** Who is on call instead of the rota, now and later, and who said so. Taken back after it was said what holds then. */
export function Covers({ rota, clock, nowMs, nameOf, mayAuthor }: CoversProps) {
  const { t } = useTranslation('onCall');
  const { enqueueSnackbar } = useSnackbar();
  const titleId = useId();
  const remove = useRemoveCover();
  const [asked, setAsked] = useState<OnCallCover | null>(null);
  if (rota.covers.length === 0) return null;
  const said = (cover: OnCallCover) => ({
    ...{ name: nameOf(cover.staffId), role: roleLabel(rota.role) },
    ...{ from: clock.moment(cover.from), until: clock.moment(cover.until) },
  });
  // Whoever has asked about another one meanwhile is told of this one all the same, and asked on about that.
  const takeBack = (cover: OnCallCover) =>
    void remove.mutateAsync({ params: { role: rota.role, overrideId: cover.id } }).then(
      () => {
        setAsked((now) => (now?.id === cover.id ? null : now));
        enqueueSnackbar(t('takenBack'), { variant: 'success' });
      },
      () => undefined,
    );
  const without = asked && onCallFrom({ ...rota, covers: rota.covers.filter(({ id }) => id !== asked.id) }, nowMs);
  return (
    <section className={styles.covers} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.partTitle}>
        {t('coversTitle')}
      </h3>
      <ul className={styles.rows}>
        {rota.covers.map((cover) => (
          <li key={cover.id} className={styles.row}>
            <span>
              {t('cover', said(cover))} <span className={styles.hint}>{t(`coverKind.${cover.kind}`, { by: nameOf(cover.saidBy) })}</span>
            </span>
            {mayAuthor && (
              <Button
                size="small"
                color="inherit"
                aria-label={t('takeBackOf', said(cover))}
                onClick={() => {
                  remove.reset();
                  setAsked(cover);
                }}
              >
                {t('takeBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={asked !== null} onClose={() => setAsked(null)} aria-labelledby={`${titleId}-asked`}>
        <DialogTitle id={`${titleId}-asked`}>{t('takeBackTitle')}</DialogTitle>
        <DialogContent>
          <p>{asked && t('takeBackText', said(asked))}</p>
          {asked && asked.from <= nowMs && <p>{t('takeBackNow', { who: without?.userIds.map(nameOf).join(', ') || t('andThen') })}</p>}
          {remove.error && (
            <p role="alert" className={styles.failed}>
              {mayHaveHappened(remove.error) ? t('unknown') : remove.error.message}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="secondary" onClick={() => setAsked(null)}>
            {t('cancel')}
          </Button>
          <Button variant="contained" disabled={remove.isPending} onClick={() => asked && takeBack(asked)}>
            {t('takeBack')}
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  );
}
