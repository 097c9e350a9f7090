import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { timelineFilters } from '@vigil/contract/registry-timeline.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#lib/list-search.ts';
import { accountQuery } from '#lib/member.ts';
import { useNow } from '#lib/now.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { Page } from '#ui/page.tsx';
import { places } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { useTimeline } from './api/ask-timeline.ts';
import { NothingShown } from './components/nothing-shown.tsx';
import { TimelineDays } from './components/timeline-days.tsx';
import { TimelineFilters } from './components/timeline-filters.tsx';
import styles from './timeline.module.css';
import { type TimelineSearch, timelineSearch } from './timeline-search.ts';
import { holdsText } from './told/holds-text.ts';
import type { TimelineTab } from './told/told-entry.ts';
import { useToldEntry } from './told/use-told-entry.ts';

interface TimelineScreenProps {
  readonly memberId: string;
  /** What can be opened beside the page. */
  readonly tabs: readonly string[];
  readonly onOpen: (tab: TimelineTab) => void;
}

const dayMs = 86_400_000;
const utc = 'UTC';

/** What happened around a member, newest first, by the days of the member, as on every page about them. */
export function TimelineScreen({ memberId, tabs, onOpen }: TimelineScreenProps) {
  const { t } = useTranslation('patientTimeline');
  usePageTitle(t('title'));
  const navigate = useNavigate();
  const search = timelineSearch.parse(useSearch({ strict: false }));
  const change = (changed: Partial<TimelineSearch>) =>
    void navigate({ to: '.', search: ((before: TimelineSearch) => ({ ...before, ...changed })) as never, replace: true });
  // Asked as of when the page was opened: an end that moves would be another question every time.
  const [endDate] = useState(() => Date.now() + 60_000);
  const kinds = wordsOf(search.kinds, timelineFilters);
  const zone = useQuery(accountQuery(memberId)).data?.languageRegion.timezone;
  const query = useTimeline(memberId, { startDate: endDate - search.days * dayMs, endDate, kinds });
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const tell = useToldEntry(memberId, zone ?? utc);
  const now = useNow();
  if (error && !data)
    return (
      <Page width="column">
        <StatePanel
          failure
          icon="alert"
          title={t('failedTitle')}
          text={error.message}
          action={{ label: t('retry'), onClick: () => void query.refetch() }}
        />
      </Page>
    );
  const rows = zone === undefined ? undefined : data?.entries.map((entry) => ({ entry, told: tell(entry) }));
  const shown = rows?.filter(({ told }) => holdsText(told, search.q));
  const told = shown && rows ? { matches: shown.length, count: rows.length } : null;
  return (
    <Page width="column" busy={!shown || isPlaceholderData}>
      <TimelineFilters search={search} kinds={kinds} counts={data?.counts} onChange={change} />
      {!shown && (
        <>
          <p className="v-unseen">{t('loading')}</p>
          {places(8).map((place) => (
            <Skeleton key={place} variant="rounded" height={32} />
          ))}
        </>
      )}
      {shown && zone !== undefined && (
        <div className={styles.list} data-late={isPlaceholderData}>
          {shown.length === 0 ? (
            <NothingShown search={search} searched={rows?.length ?? 0} hasOlder={hasNextPage} onChange={change} />
          ) : (
            <TimelineDays memberId={memberId} rows={shown} zone={zone} now={now} tabs={tabs} onOpen={onOpen} />
          )}
        </div>
      )}
      {told && told.count > 0 && (
        <div className={styles.foot}>
          <p role="status">
            {search.q.trim() !== '' ? t(hasNextPage ? 'matchesSoFar' : 'matches', told) : t(hasNextPage ? 'shownSoFar' : 'shown', told)}
          </p>
          {isFetchNextPageError && error && (
            <p role="alert" className={styles.failed}>
              {t('olderFailed', { reason: error.message })}
            </p>
          )}
          {hasNextPage && (
            <Button variant="outlined" color="inherit" disabled={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t(isFetchingNextPage ? 'loadingOlder' : 'older')}
            </Button>
          )}
        </div>
      )}
    </Page>
  );
}
