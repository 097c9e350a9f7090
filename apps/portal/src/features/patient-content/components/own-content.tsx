import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatePanel } from '#ui/state-panel.tsx';
import { insightsQuery, pledgesQuery } from '../api/content.ts';
import styles from '../content.module.css';
import { Loading } from './content-list.tsx';
import { OwnInsight } from './own-insight.tsx';
import { OwnPledge } from './own-pledge.tsx';

interface OwnContentProps {
  readonly memberId: string;
  readonly canWrite: boolean;
}

/** What the member can do now, and below it what is behind: pledges first, since they are of today. */
export function OwnContent({ memberId, canWrite }: OwnContentProps) {
  const { t } = useTranslation('patientContent');
  const insights = useQuery(insightsQuery(memberId, null, 0));
  const pledges = useQuery(pledgesQuery(memberId, null, 0));
  // What was to do when it was first seen stays in its place once it is done: nothing moves under a finger.
  const [toDo] = useState(() => new Set<string>());
  const failed = [pledges, insights].find(({ data, error }) => error && !data);
  if (failed?.error)
    return (
      <StatePanel
        failure
        icon="alert"
        title={t('failedTitle')}
        text={t('failed.other')}
        action={{ label: t('retry'), onClick: () => void Promise.all([insights.refetch(), pledges.refetch()]) }}
      />
    );
  if (!insights.data || !pledges.data) return <Loading />;
  for (const { id, status } of [...pledges.data.content, ...insights.data.content])
    if (status === 'delivered' || status === 'opted') toDo.add(id);
  const isNow = ({ id }: { readonly id: string }) => toDo.has(id);
  const pledgesNow = pledges.data.content.filter(isNow);
  const insightsNow = insights.data.content.filter(isNow);
  const pledge = (one: (typeof pledgesNow)[number]) => <OwnPledge key={one.id} memberId={memberId} pledge={one} canWrite={canWrite} />;
  const insight = (one: (typeof insightsNow)[number]) => <OwnInsight key={one.id} memberId={memberId} insight={one} canWrite={canWrite} />;
  return (
    <>
      {pledgesNow.length > 0 && <Section heading={t('ownPledges')}>{pledgesNow.map(pledge)}</Section>}
      <Section heading={t('ownInsights')} empty={insightsNow.length === 0 ? t('nothingNew') : null}>
        {insightsNow.map(insight)}
      </Section>
      <Behind heading={t('olderInsights')}>{insights.data.content.filter((one) => !isNow(one)).map(insight)}</Behind>
      <Behind heading={t('olderPledges')}>{pledges.data.content.filter((one) => !isNow(one)).map(pledge)}</Behind>
    </>
  );
}

function Section({ heading, empty = null, children }: { heading: string; empty?: string | null; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.sectionHead}>
        <h2 id={titleId}>{heading}</h2>
      </div>
      {empty === null ? (
        <ul className={styles.cards} data-own="true">
          {children}
        </ul>
      ) : (
        <p className={styles.empty}>{empty}</p>
      )}
    </section>
  );
}

/** Cards that are drawn so many at a time: a year of insights would make the page long. */
const shownAtOnce = 5;

function Behind({ heading, children }: { readonly heading: string; readonly children: readonly ReactNode[] }) {
  const { t } = useTranslation('patientContent');
  const [shown, setShown] = useState(shownAtOnce);
  if (children.length === 0) return null;
  return (
    <Section heading={heading}>
      {children.slice(0, shown)}
      {shown < children.length && (
        <li>
          <Button color="inherit" onClick={() => setShown(shown + shownAtOnce)}>
            {t('more')}
          </Button>
        </li>
      )}
    </Section>
  );
}
