import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { SignInSession } from '@vigil/contract/login.contract';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { places } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { quickUnlockQuery, sessionsQuery, useEndOtherSessions, useEndSession } from '../api/own-sign-in.ts';
import { failureIn } from '../failure-words.ts';
import { Failure, Section } from './section.tsx';
import styles from './security.module.css';

export function SessionsSection() {
  const { t } = useTranslation('accountSecurity');
  const query = useQuery(sessionsQuery());
  const pin = useQuery(quickUnlockQuery()).data;
  const ends = !pin?.isOffered ? 'usual' : pin.setAt === null ? 'withoutPin' : 'withPin';
  return (
    <Section title={t('sessions.title')} text={t(`sessions.text.${ends}`, { count: pin?.days ?? 0 })}>
      {query.data ? (
        <Sessions sessions={query.data.sessions} />
      ) : query.isError ? (
        <StatePanel
          icon="alert"
          failure
          title={t('sessions.failedTitle')}
          text={query.error.message}
          action={{ label: t('retry'), onClick: () => void query.refetch() }}
        />
      ) : (
        <div aria-busy="true" data-awaited>
          {places(2).map((place) => (
            <Skeleton key={place} variant="text" height={48} />
          ))}
        </div>
      )}
    </Section>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly SignInSession[] }) {
  const { t } = useTranslation('accountSecurity');
  const { enqueueSnackbar } = useSnackbar();
  const endOthers = useEndOtherSessions();
  const others = sessions.filter(({ current }) => !current);
  // Told as the answer comes: by then these sessions, and with them the button, may be gone from the list.
  const endAllOthers = () =>
    void endOthers.mutateAsync({}).then(
      ({ ended }) => enqueueSnackbar(t('sessions.othersEnded', { count: ended }), { variant: 'success' }),
      () => undefined,
    );
  return (
    <>
      {sessions.length === 0 && <p className={styles.hint}>{t('sessions.none')}</p>}
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <Failure>{failureIn(t, endOthers.error)}</Failure>
      {others.length === 0 ? (
        sessions.length > 0 && <p className={styles.hint}>{t('sessions.only')}</p>
      ) : (
        <Button variant="outlined" className={styles.action ?? ''} disabled={endOthers.isPending} onClick={endAllOthers}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </>
  );
}

/** Each row ends its own session: several that are ended at once are all told of, and so is each failure. */
function SessionRow({ session }: { readonly session: SignInSession }) {
  const { t, i18n } = useTranslation('accountSecurity');
  const { t: ui } = useTranslation('ui');
  const { enqueueSnackbar } = useSnackbar();
  const nowMs = useNow();
  const end = useEndSession();
  const endIt = () =>
    void end.mutateAsync({ params: { sessionId: session.id } }).then(
      () => enqueueSnackbar(t('sessions.ended'), { variant: 'success' }),
      () => undefined,
    );
  const { browser, current, lastUsedAt, methods, signedInAt, system } = session;
  const name = browser && system ? t('sessions.on', { browser, system }) : (browser ?? system ?? t('sessions.unknownBrowser'));
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(signedInAt);
  return (
    <li>
      <div>
        <p className={styles.name}>
          {name} {current && <span className={styles.badge}>{t('sessions.current')}</span>}
        </p>
        <p className={styles.hint}>
          {t('sessions.signedIn', { time })}
          {methods.includes('mfa') && `, ${t('sessions.twoSteps')}`} ·{' '}
          {t('sessions.lastUsed', { age: ageInWords(ui, lastUsedAt / 1000, nowMs / 1000) })}
        </p>
        <Failure>{failureIn(t, end.error)}</Failure>
      </div>
      {!current && (
        <Button color="secondary" disabled={end.isPending} aria-label={t('sessions.endNamed', { name, time })} onClick={endIt}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
