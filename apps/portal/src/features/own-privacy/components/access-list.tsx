import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccessByPerson, AccessToMember } from '@vigil/contract/privacy.contract';
import { dataKinds } from '@vigil/contract/privacy.values';
import { careTeamRole } from '@vigil/domain/roles';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { places } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { accessQuery } from '../api/own-privacy.ts';
import styles from '../own-privacy.module.css';

type Translate = TFunction<'ownPrivacy'>;

/** Who has looked at the member's data, by day and person; what bands and the server did by themselves apart. */
export function AccessList({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('ownPrivacy');
  const query = useInfiniteQuery(accessQuery(memberId));
  return (
    <section className={styles.card} aria-labelledby="access-title" data-awaited={query.isPending || undefined}>
      <h2 id="access-title">{t('accessTitle')}</h2>
      <p className={styles.muted}>{t('accessLead')}</p>
      {query.data ? (
        <Pages
          pages={query.data.pages}
          loading={query.isFetchingNextPage}
          failure={query.isFetchNextPageError ? query.error.message : null}
          onOlder={query.hasNextPage ? () => void query.fetchNextPage() : null}
        />
      ) : query.isError ? (
        <StatePanel
          icon="alert"
          failure
          title={t('accessFailedTitle')}
          text={query.error.message}
          action={{ label: t('retry'), onClick: () => void query.refetch() }}
        />
      ) : (
        <div aria-busy="true">
          {places(4).map((place) => (
            <Skeleton key={place} variant="text" height={48} />
          ))}
        </div>
      )}
    </section>
  );
}

interface PagesProps {
  readonly pages: readonly AccessToMember[];
  readonly loading: boolean;
  readonly failure: string | null;
  readonly onOlder: (() => void) | null;
}

function Pages({ pages, loading, failure, onOlder }: PagesProps) {
  const { t, i18n } = useTranslation('ownPrivacy');
  const [withOwn, setWithOwn] = useState(false);
  const [newest] = pages;
  const oldest = pages.at(-1);
  if (!newest || !oldest) return null;
  const days = pages
    .flatMap((page) => page.days)
    .map(({ day, people }) => ({ day, people: people.filter(({ own }) => withOwn || !own) }))
    .filter(({ people }) => people.length > 0);
  const date = (ms: number) => new Date(ms).toLocaleDateString(i18n.language, { dateStyle: 'medium', timeZone: newest.timeZone });
  return (
    <>
      <p className={styles.span}>
        <span>{t('accessSince', { from: date(oldest.from), to: date(newest.to) })}</span>
        <label className={styles.check}>
          <input type="checkbox" checked={withOwn} onChange={(event) => setWithOwn(event.target.checked)} /> {t('showOwn')}
        </label>
      </p>
      {days.length === 0 && <p className={styles.nobody}>{t('nobody')}</p>}
      {days.map(({ day, people }) => (
        <Day key={day} day={day} people={people} timeZone={newest.timeZone} />
      ))}
      <p className={styles.more}>
        {onOlder ? (
          <Button variant="outlined" color="inherit" disabled={loading} onClick={onOlder}>
            {t(loading ? 'loadingOlder' : 'older')}
          </Button>
        ) : (
          <span className={styles.muted}>{t('end')}</span>
        )}
        <span role="alert" className={styles.failed}>
          {failure}
        </span>
      </p>
      <Automatic some={newest.automatic} timeZone={newest.timeZone} />
    </>
  );
}

function Day({ day, people, timeZone }: { readonly day: string; readonly people: readonly AccessByPerson[]; readonly timeZone: string }) {
  const { t, i18n } = useTranslation('ownPrivacy');
  const heading = new Date(`${day}T12:00:00Z`).toLocaleDateString(i18n.language, { dateStyle: 'full', timeZone: 'UTC' });
  const time = (ms: number) => new Date(ms).toLocaleTimeString(i18n.language, { timeStyle: 'short', timeZone });
  return (
    <>
      <h3 className={styles.day}>{heading}</h3>
      <ul className={styles.people}>
        {people.map(({ actor, own, what, firstAt, lastAt }) => (
          <li key={`${actor.kind} ${actor.id}`}>
            <span className={styles.who}>
              <strong>{own ? t('you') : (actor.name ?? t('someone'))}</strong>
              {!own && actor.roles.length > 0 && <span className={styles.role}>{roleOf(t, actor.roles)}</span>}
              <time className={styles.time} dateTime={new Date(firstAt).toISOString()}>
                {time(firstAt) === time(lastAt) ? time(firstAt) : t('between', { from: time(firstAt), to: time(lastAt) })}
              </time>
            </span>
            {sentencesOf(t, what, i18n.language).map((sentence) => (
              <span key={sentence} className={styles.did}>
                {sentence}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The role in the care team; an administrator without one is the administration, never a doctor. */
function roleOf(t: Translate, roles: AccessByPerson['actor']['roles']): string {
  const only = roles.every((role) => role === 'tenant_admin');
  return t(`role.${only ? 'tenant_admin' : careTeamRole(roles)}`);
}

/** What somebody did that day, one sentence for looking, one for changing, one for being refused. */
function sentencesOf(t: Translate, what: AccessByPerson['what'], language: string): string[] {
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const named = (some: AccessByPerson['what']) =>
    list.format(some.toSorted((a, b) => dataKinds.indexOf(a.about) - dataKinds.indexOf(b.about)).map(({ about }) => t(`kind.${about}`)));
  const [read, written, refused] = [
    what.filter((one) => one.read > 0),
    what.filter((one) => one.written > 0),
    what.filter((one) => one.refused > 0),
  ];
  return [
    ...(read.length > 0 ? [t('did.looked', { what: named(read) })] : []),
    ...(written.length > 0 ? [t('did.changed', { what: named(written) })] : []),
    ...(refused.length > 0 ? [t('did.refused', { what: named(refused) })] : []),
  ];
}

function Automatic({ some, timeZone }: { readonly some: AccessToMember['automatic']; readonly timeZone: string }) {
  const { t, i18n } = useTranslation('ownPrivacy');
  if (some.length === 0) return null;
  const when = (ms: number) => new Date(ms).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <div className={styles.automatic}>
      <h3>{t('automaticTitle')}</h3>
      {some.map(({ kind, count, lastAt }) => (
        <p key={kind}>{t(kind, { count, last: when(lastAt) })}</p>
      ))}
    </div>
  );
}
