import Button from '@mui/material/Button';
import { mayAuthorRules } from '@vigil/contract/alerts.values';
import type { OnCallNow, OnCallRota } from '@vigil/contract/alerts-on-call.contract';
import { actionRolesOf } from '@vigil/domain/actions/moves';
import { roleLabel } from '@vigil/domain/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { ownZone, showTheSame } from '#lib/wall-time.ts';
import { zoneCity } from '#lib/zone-name.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import { type Clock, clockOf } from '../clock.ts';
import styles from '../on-call.module.css';
import { coverDrafts, rotaDrafts } from '../on-call-drafts.ts';
import type { OnCallSearch } from '../on-call-search.ts';
import type { NameOf } from '../people.ts';
import { onCallFrom } from '../week-of-role.ts';
import { CoverForm } from './cover-form.tsx';
import { Covers } from './covers.tsx';
import { HandoverDialog } from './handover-dialog.tsx';
import { RotaForm } from './rota-form.tsx';
import { Week } from './week.tsx';

interface RoleCardProps {
  readonly rota: OnCallRota;
  readonly now: OnCallNow;
  readonly search: OnCallSearch;
  readonly nowMs: number;
  readonly nameOf: NameOf;
}

/** One role: who is on call now and next, its week, who is on call instead, and what the reader may do about it. */
export function RoleCard({ rota, now, search, nowMs, nameOf }: RoleCardProps) {
  const { t } = useTranslation('onCall');
  const { roles } = useSession().tenant;
  const mayAuthor = mayAuthorRules(roles);
  const rotaZone = rota.timeZone ?? ownZone();
  const clock = clockOf(search.times === 'own' ? ownZone() : rotaZone, nowMs);
  const typed = clockOf(rotaZone, nowMs);
  const { role } = rota;
  // What was being written before a reload is open again.
  const [open, setOpen] = useState<'rota' | 'cover' | null>(() =>
    rotaDrafts.of(role).length > 0 ? 'rota' : coverDrafts.of(role).length > 0 ? 'cover' : null,
  );
  const close = () => setOpen(null);
  const isEmpty = rota.shifts.length === 0 && rota.covers.length === 0;
  const form = { rota, nowMs, nameOf, onDone: close };
  return (
    <Card
      title={roleLabel(role)}
      end={
        <span className={styles.buttons}>
          <HandoverButtons now={now} clock={clock} nowMs={nowMs} nameOf={nameOf} />
          {mayAuthor && (
            <>
              <Button
                size="small"
                color="inherit"
                aria-expanded={open === 'cover'}
                aria-label={t('addCoverOf', { role: roleLabel(role) })}
                onClick={() => setOpen(open === 'cover' ? null : 'cover')}
              >
                {t('addCover')}
              </Button>
              <Button
                size="small"
                color="inherit"
                aria-expanded={open === 'rota'}
                aria-label={t(rota.version === 0 ? 'writeRotaOf' : 'changeRotaOf', { role: roleLabel(role) })}
                onClick={() => setOpen(open === 'rota' ? null : 'rota')}
              >
                {t(rota.version === 0 ? 'writeRota' : 'changeRota')}
              </Button>
            </>
          )}
        </span>
      }
    >
      <Now rota={rota} now={now} clock={clock} nameOf={nameOf} />
      {open === 'rota' && mayAuthor && <RotaForm {...form} />}
      {open === 'cover' && mayAuthor && <CoverForm {...form} clock={typed} />}
      {!isEmpty && (
        <>
          {rota.timeZone !== null && <p className={styles.zoneNote}>{t('zone', { zone: zoneCity(clock.zone) })}</p>}
          <Week rota={rota} clock={clock} nowMs={nowMs} week={search.week} nameOf={nameOf} />
          <Covers rota={rota} clock={clock} nowMs={nowMs} nameOf={nameOf} mayAuthor={mayAuthor} />
        </>
      )}
    </Card>
  );
}

interface NowProps extends Pick<RoleCardProps, 'rota' | 'now' | 'nameOf'> {
  readonly clock: Clock;
}

/** Who is on call at this moment, until when by both clocks where they differ, and who is next. */
function Now({ rota, now: { people, absent, source, until }, clock, nameOf }: NowProps) {
  const { t } = useTranslation('onCall');
  if (source === 'nobody' && until === null)
    return (
      <p className={styles.nobody}>
        {t('nobodyNow')}.{' '}
        <span className={styles.hint}>
          {t('noRota')} {t('skipped')}
        </span>
      </p>
    );
  const own = clockOf(ownZone(), Date.now());
  const both = (ms: number) =>
    showTheSame(clock.zone, own.zone, ms) ? clock.moment(ms) : `${clock.moment(ms)} (${t('forYou', { when: own.moment(ms) })})`;
  const next = until === null ? undefined : onCallFrom(rota, until);
  const nextWho = next?.source === 'nobody' ? t('andThen') : next?.userIds.map(nameOf).join(', ');
  return (
    <p className={styles.now}>
      {people.length === 0 ? (
        <span className={styles.nobody}>
          {t('nobodyNow')}. <span className={styles.hint}>{t('skipped')}</span>
        </span>
      ) : (
        <strong>{people.map(({ id }) => nameOf(id)).join(', ')}</strong>
      )}
      {source === 'cover' && (
        <span className={styles.instead}>
          <Icon name="swap" size={12} /> {t('instead')}
        </span>
      )}
      <span className={styles.muted}>{until === null ? t('openEnd') : t('until', { when: both(until) })}</span>
      {next && nextWho && (
        <span className={styles.muted}>
          {next.until === null
            ? t('nextOpen', { who: nextWho })
            : t('next', { who: nextWho, until: t('until', { when: clock.moment(next.until) }) })}
        </span>
      )}
      {absent.length > 0 && <span className={styles.absent}>{t('absent', { who: absent.map(({ id }) => nameOf(id)).join(', ') })}</span>}
    </p>
  );
}

type HandoverButtonsProps = Pick<RoleCardProps, 'now' | 'nowMs' | 'nameOf'> & { readonly clock: Clock };

/** Whoever is on call and physicians hand over; whoever holds the role takes over. */
function HandoverButtons(props: HandoverButtonsProps) {
  const { t } = useTranslation('onCall');
  const { userId, tenant } = useSession();
  const { role, people } = props.now;
  const acts = actionRolesOf(tenant.roles);
  const isOnCall = people.some(({ id }) => id === userId);
  const [asked, setAsked] = useState<'take' | 'hand' | null>(null);
  const named = { role: roleLabel(role) };
  return (
    <>
      {acts.includes(role) && !(isOnCall && people.length === 1) && (
        <Button size="small" variant="outlined" aria-label={t('takeOverOf', named)} onClick={() => setAsked('take')}>
          {t('takeOver')}
        </Button>
      )}
      {(isOnCall || acts.includes('md')) && (
        <Button size="small" color="inherit" aria-label={t('handOverOf', named)} onClick={() => setAsked('hand')}>
          {t('handOver')}
        </Button>
      )}
      {asked && <HandoverDialog {...props} taker={asked === 'take' ? userId : null} onClose={() => setAsked(null)} />}
    </>
  );
}
