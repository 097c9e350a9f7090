import './messages.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { triageToday } from '@vigil/contract';
import type { CriticalAlarm } from '@vigil/contract/triage-today.contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setCriticalCount } from '#lib/page-title.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { useSession } from '#lib/session/session.ts';
import { maySound } from '#lib/tones.ts';
import { Icon } from '#ui/icons.tsx';
import { KeepsPlace } from '#ui/keeps-place.tsx';
import styles from './critical-bar.module.css';
import { criticalQuery, onCallNowQuery } from './critical-queries.ts';
import { soundFor } from './critical-tone.ts';

/** Pushes tell sooner, where they come. Milliseconds. */
const everyMs = 15_000;
const onCallEveryMs = 60_000;
/** The server lists no more. */
const mostListed = 50;
/** So many are named; the others are counted. */
const mostNamed = 3;

/** Critical alerts that have told the person and that nobody has acknowledged: on every page, on the tab, and once by a tone. */
export function CriticalBar() {
  const { t, i18n } = useTranslation('critical');
  const { data } = useQuery({ ...criticalQuery(), refetchInterval: everyMs });
  usePushes('ACTION', { touches: [triageToday.getCritical] });
  const isHeard = useHeard();
  useEffect(() => {
    // As long as nothing is known, nobody is taken for acknowledged.
    if (data) soundFor(data, isHeard);
  }, [data, isHeard]);
  const count = data?.length ?? 0;
  useEffect(() => {
    setCriticalCount(count);
    return () => setCriticalCount(0);
  }, [count]);
  const isOnToday = useLocation({ select: ({ pathname }) => pathname === '/dashboard/today' });
  const members = byMember(data ?? []);
  const clock = (seconds: number) => new Date(seconds * 1000).toLocaleTimeString(i18n.language, { hour: 'numeric', minute: '2-digit' });
  return (
    <>
      <SoundOff isHeard={isHeard} />
      <KeepsPlace after={t('none')}>
        {data && count > 0 ? (
          <section className={styles.bar} aria-label={t('label')}>
            <Icon name="alert" size={16} />
            <strong>{count < mostListed ? t('count', { count }) : t('countMany', { count })}</strong>
            <ul className={styles.alerts}>
              {members.slice(0, mostNamed).map(([first, ...others]) => (
                <li key={first.user_id}>
                  <Link to="/patient/$memberId/summary" params={{ memberId: first.user_id }}>
                    {t('alert', { name: `${first.firstName} ${first.lastName}`.trim(), title: first.title, time: clock(first.raisedAt) })}
                    {others.length > 0 && ` ${t('more', { count: others.length })}`}
                  </Link>
                </li>
              ))}
              {members.length > mostNamed && <li>{t('moreMembers', { count: members.length - mostNamed })}</li>}
            </ul>
            {!isOnToday && <Link to="/dashboard/today">{t('open')}</Link>}
          </section>
        ) : null}
      </KeepsPlace>
    </>
  );
}

type OfMember = readonly [CriticalAlarm, ...CriticalAlarm[]];

/** The newest first, as the alarms come. */
const byMember = (alarms: readonly CriticalAlarm[]): OfMember[] =>
  [...Map.groupBy(alarms, ({ user_id: id }) => id).values()].flatMap(([first, ...others]): OfMember[] =>
    first ? [[first, ...others]] : [],
  );

/** Whether a new critical alert would be heard on this computer: the browser decides that anew with the first press of anything. */
function useHeard(): boolean {
  const [may, setMay] = useState(maySound);
  useEffect(() => {
    const look = () => setMay(maySound());
    const events = ['pointerup', 'keyup'] as const;
    for (const event of events) addEventListener(event, look);
    return () => {
      for (const event of events) removeEventListener(event, look);
    };
  }, []);
  return may;
}

/** Whoever is on call is told that a critical alert would not be heard. A press of anything turns sound on; the button is for whoever looks for it. */
function SoundOff({ isHeard }: { readonly isHeard: boolean }) {
  const { t } = useTranslation('critical');
  const { userId } = useSession();
  const { data = [] } = useQuery({
    ...onCallNowQuery(),
    enabled: !isHeard,
    refetchInterval: onCallEveryMs,
  });
  const isTold = !isHeard && data.some(({ people }) => people.some(({ id }) => id === userId));
  return (
    <KeepsPlace after={t('soundOn')}>
      {isTold ? (
        <div className={styles.sound}>
          <Icon name="bell" size={16} />
          {t('soundOff')}
          <Button size="small" color="inherit" variant="outlined">
            {t('turnOn')}
          </Button>
        </div>
      ) : null}
    </KeepsPlace>
  );
}
