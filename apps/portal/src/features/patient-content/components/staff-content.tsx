import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { UserInsight, UserPledge } from '@vigil/contract/factuary-programs.shapes';
import { insightStatuses, pledgeStatuses } from '@vigil/contract/factuary-programs.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { insightsQuery, pledgesQuery } from '../api/content.ts';
import styles from '../content.module.css';
import { type ContentSearch, contentSearch } from '../content-search.ts';
import { useDates } from '../use-dates.ts';
import { ContentList } from './content-list.tsx';

/** What programs brought a member and what came of it, side by side, as the care team reads it. */
export function StaffContent({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientContent');
  const search = contentSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (part: Partial<ContentSearch>) =>
    void navigate({ to: '.', search: { ...search, ...part } as never, replace: true, resetScroll: false });
  const [pages, setPages] = useState({ insights: 0, pledges: 0 });
  const insights = useQuery(insightsQuery(memberId, search.insights, pages.insights));
  const pledges = useQuery(pledgesQuery(memberId, search.pledges, pages.pledges));
  const date = useDates(memberId);

  return (
    <div className={styles.twoColumns} data-follows>
      <ContentList
        heading={t('insights')}
        query={insights}
        statuses={insightStatuses}
        status={search.insights}
        onStatus={(status) => {
          setPages({ ...pages, insights: 0 });
          show({ insights: status });
        }}
        page={pages.insights}
        onPage={(page) => setPages({ ...pages, insights: page })}
        none={t('noneInsights')}
        end={(insight) => <InsightEnd insight={insight} date={date} />}
      />
      <ContentList
        heading={t('pledges')}
        query={pledges}
        statuses={pledgeStatuses}
        status={search.pledges}
        onStatus={(status) => {
          setPages({ ...pages, pledges: 0 });
          show({ pledges: status });
        }}
        page={pages.pledges}
        onPage={(page) => setPages({ ...pages, pledges: page })}
        none={t('nonePledges')}
        end={(pledge) => <PledgeEnd pledge={pledge} date={date} />}
      />
    </div>
  );
}

type Dated = { readonly date: (seconds: number) => string };

function InsightEnd({ insight, date }: Dated & { readonly insight: UserInsight }) {
  const { t } = useTranslation('patientContent');
  const { status, rating, time_rated, time_read, time_delivered, time_due } = insight;
  const at = time_rated ?? time_read ?? time_delivered;
  return (
    <>
      <span>{rating === null ? t(`status.${status}`) : `${t(`status.${status}`)} · ${t('rating', { rating })}`}</span>
      <span className={styles.muted}>{at === null ? t('due', { date: date(time_due) }) : date(at)}</span>
    </>
  );
}

function PledgeEnd({ pledge, date }: Dated & { readonly pledge: UserPledge }) {
  const { t } = useTranslation('patientContent');
  const { status, times, times_kept: kept, time_achieved, time_opted, time_delivered, time_due } = pledge;
  const at = time_achieved ?? time_opted ?? time_delivered;
  const isTold = status === 'opted' || status === 'achieved' || kept > 0;
  return (
    <>
      <span>{t(`status.${status}`)}</span>
      <span className={styles.muted}>
        {[isTold && t('kept', { kept, count: times }), at === null ? t('due', { date: date(time_due) }) : date(at)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
}
