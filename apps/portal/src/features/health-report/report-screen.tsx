import './messages.ts';
import '#charts/member/messages.ts';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { calendarDay, memberTimeZone, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { printPage } from '#charts/print-page.ts';
import { saveCsv } from '#lib/csv.ts';
import { accountQuery } from '#lib/member.ts';
import { factsQuery, ticksQuery } from '#lib/member-readings.ts';
import { useNow } from '#lib/now.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useUnits } from '#lib/units.ts';
import { Icon } from '#ui/icons.tsx';
import { Loader } from '#ui/loader.tsx';
import { Page } from '#ui/page.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { Section } from './components/section.tsx';
import styles from './report.module.css';
import { reportCsv } from './report-csv.ts';
import { dayFacts, readingMetrics, sectionsOf } from './sections.ts';

const periods = [7, 30, 90];
const usualPeriod = 30;

/** A member's own health report: six sections that print well, and as CSV. The frame around it says why a page cannot be opened. */
export function HealthReportScreen({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('healthReport');
  usePageTitle(t('title'));
  const { data: account } = useQuery(accountQuery(memberId));
  if (!account) return <Loader inline label={t('loading')} />;
  return <Report memberId={memberId} account={account} />;
}

interface ReportProps {
  readonly memberId: string;
  readonly account: UserAccount;
}

function Report({ memberId, account }: ReportProps) {
  const { t } = useTranslation('healthReport');
  const units = useUnits();
  const { days, span, zone, now, choose } = usePeriod(account.languageRegion.timezone);
  const [readings, steps] = useQueries({
    queries: [ticksQuery(memberId, readingMetrics, span), factsQuery(memberId, { facts: dayFacts, granularity: 'DAILY', zone }, span)],
  });
  const sections = useMemo(
    () => (readings.data && steps.data ? sectionsOf(readings.data, steps.data, units) : null),
    [readings.data, steps.data, units],
  );
  const failed = !sections && (readings.isError || steps.isError);
  const again = () => void Promise.all([readings.refetch(), steps.refetch()]);
  return (
    <Page width="column">
      <div className={styles.controls}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('range')}
          value={days}
          onChange={(_, chosen: number | null) => chosen !== null && choose(chosen)}
        >
          {periods.map((count) => (
            <ToggleButton key={count} value={count}>
              {t('days', { count })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <span className={styles.actions}>
          <Button variant="outlined" onClick={() => void printPage()}>
            {t('print')}
          </Button>
          <Button
            variant="outlined"
            startIcon={<Icon name="download" />}
            title={t('csvHint')}
            disabled={!sections}
            onClick={() => sections && saveCsv(reportCsv(sections, zone, t), t('csvName'))}
          >
            {t('csv')}
          </Button>
        </span>
      </div>
      <ReportHead account={account} span={span} zone={zone} now={now} />
      {failed && <StatePanel failure icon="alert" title={t('title')} text={t('failed')} action={{ label: t('retry'), onClick: again }} />}
      {!failed && !sections && <Loader inline label={t('loading')} />}
      {sections?.map((section) => (
        <Section
          key={section.id}
          section={section}
          readings={readings.data ?? []}
          steps={steps.data ?? []}
          days={days}
          span={span}
          zone={zone}
          now={now}
        />
      ))}
      <p className={styles.about}>{t('about')}</p>
    </Page>
  );
}

interface HeadProps {
  readonly account: UserAccount;
  readonly span: { readonly from: number; readonly to: number };
  readonly zone: string;
  readonly now: number;
}

/** Whose report it is, of which days, and when it was made: on paper nothing else says so. */
function ReportHead({ account: { personalInfo }, span, zone, now }: HeadProps) {
  const { t, i18n } = useTranslation('healthReport');
  const day = new Intl.DateTimeFormat(i18n.language, { timeZone: zone, dateStyle: 'long' });
  const moment = new Intl.DateTimeFormat(i18n.language, { timeZone: zone, dateStyle: 'long', timeStyle: 'short' });
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>{t('title')}</h2>
      <p>
        <strong>{`${personalInfo.firstName} ${personalInfo.lastName}`}</strong>
        {personalInfo.birthday &&
          ` · ${t('born', { birthday: new Intl.DateTimeFormat(i18n.language, { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(personalInfo.birthday)) })}`}
      </p>
      <p>{t('period', { from: day.format(span.from * 1000), to: day.format((span.to - 1) * 1000) })}</p>
      <p className={styles.muted}>{t('made', { when: moment.format(now * 1000) })}</p>
    </header>
  );
}

/** How many days the report is of, which the address holds, and which ones those are: whole days up to today. */
function usePeriod(timezone: string) {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const zone = memberTimeZone(timezone);
  const now = Math.floor(useNow() / 60_000) * 60;
  const days = periods.find((period) => period === Number(search.range)) ?? usualPeriod;
  const today = calendarDay(now, zone);
  const span = useMemo(
    () => ({ from: startOfCalendarDay(today + 1 - days, zone), to: startOfCalendarDay(today + 1, zone) }),
    [today, days, zone],
  );
  const choose = (chosen: number) =>
    void navigate({ to: '.', search: chosen === usualPeriod ? {} : { range: chosen }, resetScroll: false } as never);
  return { days, span, zone, now, choose };
}
