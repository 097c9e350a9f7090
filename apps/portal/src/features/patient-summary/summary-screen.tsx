import '#ui/messages.ts';
import '#charts/member/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { Page } from '#ui/page.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { ComplianceCard } from './components/compliance-card.tsx';
import { FactsCard } from './components/facts-card.tsx';
import { LatestCards } from './components/latest-cards.tsx';
import { ActivitiesCard } from './components/logged-cards.tsx';
import { MedicationsCard } from './components/medications-card.tsx';
import { NoteCard } from './components/note-card.tsx';
import { OpenAlerts } from './components/open-alerts.tsx';
import { OutsideCard } from './components/outside-card.tsx';
import { ConditionsCard, OrdersCard, ProceduresCard } from './components/record-cards.tsx';
import { SummaryCharts } from './components/summary-charts.tsx';
import { TeamCard } from './components/team-card.tsx';
import { News2Card } from './news2/news2-card.tsx';
import styles from './summary.module.css';
import { useSummary } from './use-summary.ts';

/** What a clinician has to know of a member at a glance: the default page of a member. */
export function SummaryScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientSummary');
  usePageTitle(t('title'));
  const { now, minute, failed, refused, ready, retry } = useSummary(memberId);
  // A refusal is told by the portal, which leads away.
  if (refused) return null;
  if (failed.length > 0)
    return (
      <StatePanel failure icon="alert" title={t('failedTitle')} text="" action={{ label: t('retry'), onClick: retry }}>
        <ul className={styles.reasons}>
          {failed.map(({ part, error }) => (
            <li key={part}>{t('partFailed', { part: t(`part.${part}`), reason: error.message })}</li>
          ))}
        </ul>
      </StatePanel>
    );
  if (!ready)
    return (
      <Page busy>
        <p className="v-unseen">{t('loading')}</p>
        <Skeleton variant="rounded" height={88} />
        <Skeleton variant="rounded" height={360} />
      </Page>
    );
  return (
    <Page>
      <OpenAlerts memberId={memberId} now={now} />
      <LatestCards memberId={memberId} now={now} />
      <News2Card memberId={memberId} now={now} />
      <div className={styles.columns}>
        <SummaryCharts memberId={memberId} account={ready.account} now={minute} />
        <div className={styles.side}>
          <ComplianceCard compliance={ready.compliance} now={now} />
          <ConditionsCard memberId={memberId} />
          <MedicationsCard memberId={memberId} logged={ready.activities} now={now} />
          <NoteCard memberId={memberId} zone={ready.account.languageRegion.timezone} />
          <ActivitiesCard memberId={memberId} logged={ready.activities} now={now} />
          <TeamCard memberId={memberId} />
        </div>
        <div className={styles.below}>
          <FactsCard facts={ready.facts} />
          <OutsideCard memberId={memberId} zone={ready.account.languageRegion.timezone} />
          <ProceduresCard memberId={memberId} />
          <OrdersCard memberId={memberId} />
        </div>
      </div>
    </Page>
  );
}
