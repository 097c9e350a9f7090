import '#ui/messages.ts';
import './messages.ts';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { clinicalStaffRoles, type Role } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { browserLanguage } from '#lib/browser-language.ts';
import { useNow } from '#lib/now.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { type Burden, burdenOfWeekQuery, burdenQuery, cohortsQuery, endedWeek, rulesQuery } from './api/burden.ts';
import styles from './burden.module.css';
import { type BurdenSearch, burdenPeriods, weeksBack } from './burden-search.ts';
import { FigureTiles } from './components/figure-tiles.tsx';
import { FiguresTable } from './components/figures-table.tsx';
import { useFigureWords } from './figure-words.ts';

/** What alerts cost the people who answer for them, and what they were good for. */
export function BurdenScreen() {
  const { t } = useTranslation('burden');
  const { days, cohort, weeksAgo } = useSearch({ strict: false }) as unknown as BurdenSearch;
  usePageTitle(t('title'));
  const choosesWhom = useSession().tenant.roles.some((role) => (clinicalStaffRoles as readonly Role[]).includes(role));
  const now = useNow();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...(choosesWhom ? burdenQuery(days, cohort, now) : burdenOfWeekQuery(weeksAgo, now)),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (
    <Page busy={(!data && !error) || isPlaceholderData}>
      <PageHead title={t('title')} lead={t('about')}>
        {choosesWhom ? <Choices days={days} cohort={cohort} /> : <WeekChoice weeksAgo={weeksAgo} nowMs={now} />}
      </PageHead>
      {error && !data && <LoadFailed error={error} title={t('failedTitle')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={196} aria-label={t('loading')} />}
      {data && <Told burden={data} late={isPlaceholderData} />}
    </Page>
  );
}

function Choices({ days, cohort }: Pick<BurdenSearch, 'days' | 'cohort'>) {
  const { t } = useTranslation('burden');
  const change = useChangeSearch();
  const { data: cohorts = [] } = useQuery(cohortsQuery());
  const choosable = cohorts.filter(({ cohort: one }) => !one.isDraft);
  return (
    <div className={styles.choices}>
      <TextField
        select
        size="small"
        label={t('cohort')}
        value={choosable.some(({ cohort: one }) => one.id === cohort) ? cohort : ''}
        onChange={({ target }) => change({ cohort: target.value || undefined })}
        className={styles.cohort}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">{t('everybody')}</MenuItem>
        {choosable.map(({ cohort: { id, title } }) => (
          <MenuItem key={id} value={id}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={days}
        aria-label={t('period')}
        onChange={(_, chosen: BurdenSearch['days'] | null) => chosen !== null && change({ days: chosen })}
      >
        {burdenPeriods.map((period) => (
          <ToggleButton key={period} value={period}>
            {t('days', { days: period })}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}

/** One week after the other: whoever may not see the members chooses neither days nor cohorts. */
function WeekChoice({ weeksAgo, nowMs }: { readonly weeksAgo: number; readonly nowMs: number }) {
  const { t } = useTranslation('burden');
  const change = useChangeSearch();
  const words = new Intl.DateTimeFormat(browserLanguage(), { dateStyle: 'medium', timeZone: 'UTC' });
  const nameOf = (ago: number) => {
    const { from, to } = endedWeek(ago, nowMs);
    return words.formatRange(from * 1000, to * 1000 - 1);
  };
  return (
    <div className={styles.choices}>
      <TextField
        select
        size="small"
        label={t('week')}
        value={weeksAgo}
        onChange={({ target }) => change({ weeksAgo: Number(target.value) })}
        className={styles.cohort}
        slotProps={{ inputLabel: { shrink: true } }}
      >
        {Array.from({ length: weeksBack }, (_, ago) => (
          <MenuItem key={nameOf(ago)} value={ago}>
            {nameOf(ago)}
          </MenuItem>
        ))}
      </TextField>
    </div>
  );
}

function useChangeSearch(): (changed: Partial<BurdenSearch>) => void {
  const navigate = useNavigate();
  return (changed) => void navigate({ to: '.', search: (before: BurdenSearch) => ({ ...before, ...changed }), replace: true } as never);
}

function Told({ burden, late }: { readonly burden: Burden; readonly late: boolean }) {
  const { t } = useTranslation('burden');
  const { number, share, duration } = useFigureWords();
  const { roles } = useSession().tenant;
  const seesEverybody = roles.includes('observer') || roles.includes('tenant_admin');
  // An action can name a rule of which there is no page.
  const known = new Set(useQuery(rulesQuery()).data?.map(({ id }) => id));
  const { total, members, memberWeeks } = burden;
  if (total === null || members === null || memberWeeks === null)
    return <StatePanel icon="alert" title={t('fewTitle')} text={t('fewText')} />;
  const watched = t('watched', { count: members, weeks: Math.round(memberWeeks).toLocaleString() });
  if (total.alerts === 0 && !burden.isCoarse)
    return <StatePanel icon="check" title={t('emptyTitle')} text={`${t('emptyText')} ${watched}.`} />;
  const figures = ({ figures: of }: Burden['rules'][number] | Burden['clinicians'][number]) => [
    String(of.alerts),
    String(of.repeats),
    share(of.precision),
    String(of.clinical),
    String(of.noise),
    duration(of.acknowledged.medianSeconds),
    duration(of.intervened.medianSeconds),
  ];
  const headings = [t('alerts'), t('repeatsShort'), t('precision'), t('clinical'), t('noise'), t('acknowledged'), t('intervened')];
  const name = (one: { firstName: string; lastName: string }) => `${one.firstName} ${one.lastName}`.trim() || t('nameless');
  return (
    <div className={styles.told} data-late={late || undefined}>
      <p className={styles.muted}>{watched}</p>
      {burden.isCoarse && <p className={styles.muted}>{t('coarse')}</p>}
      {!burden.complete && <p className={styles.incomplete}>{t('incomplete')}</p>}
      <FigureTiles burden={burden} total={total} />
      <FiguresTable
        title={t('rules')}
        headings={[t('rule'), ...headings]}
        rows={burden.rules.map((row) => ({
          key: row.ruleId,
          name: known.has(row.ruleId) ? (
            <Link to="/dashboard/rules/$ruleId" params={{ ruleId: row.ruleId }} className={styles.link}>
              {row.title}
            </Link>
          ) : (
            row.title
          ),
          figures: figures(row),
        }))}
      />
      <FiguresTable
        title={t('clinicians')}
        headings={[t('clinician'), t('hours'), t('perHourShort'), ...headings]}
        rows={burden.clinicians.map((row) => ({
          key: row.clinicianId,
          name: name(row),
          figures: [String(row.hours), number(row.alertsPerHour), ...figures(row)],
        }))}
        note={seesEverybody ? undefined : t('ownOnly')}
      />
      {burden.noisiestMembers && (
        <FiguresTable
          title={t('members')}
          isNarrow
          headings={[t('member'), t('alerts'), t('repeatsShort')]}
          rows={burden.noisiestMembers.map((row) => ({
            key: row.userId,
            name: (
              <Link to="/patient/$memberId/summary" params={{ memberId: row.userId }} className={styles.link}>
                {name(row)}
              </Link>
            ),
            figures: [String(row.alerts), String(row.repeats)],
          }))}
        />
      )}
      <p className={styles.muted}>{t('yardstick', { source: burden.yardstick.source })}</p>
    </div>
  );
}
