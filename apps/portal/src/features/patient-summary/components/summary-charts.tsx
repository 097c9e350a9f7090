import type { UserAccount } from '@vigil/contract/registry.contract';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartFrame } from '#charts/chart-props.ts';
import { createInteraction } from '#charts/interaction.ts';
import { type ChartedId, type LevelId, levels } from '#charts/member/charted.ts';
import { HeartRateHistogram } from '#charts/member/heart-rate-histogram.tsx';
import { MemberChart } from '#charts/member/member-chart.tsx';
import type { TimeSpan } from '#charts/series.ts';
import styles from '../summary.module.css';
import { quarterDays, useSpans } from '../use-summary.ts';

interface SummaryChartsProps {
  readonly memberId: string;
  readonly account: UserAccount;
  readonly now: number;
}

const levelIds = Object.keys(levels) as readonly LevelId[];

/** A chosen vital sign by hour, day and week; how heart rate is distributed; activity, sleep, weight and blood pressure. */
export function SummaryCharts({ memberId, account, now }: SummaryChartsProps) {
  const { t } = useTranslation('patientSummary');
  const { t: charts } = useTranslation('memberCharts');
  const [metric, setMetric] = useState<LevelId>('heart_rate');
  const zone = memberTimeZone(account.languageRegion.timezone);
  const spans = useSpans(account.languageRegion.timezone, now);
  const frames = {
    day: useFrame(spans.day, zone, now),
    month: useFrame(spans.month, zone, now),
    quarter: useFrame(spans.quarter, zone, now),
  };
  const chart = (id: ChartedId, span: keyof typeof frames, title: string, more: object = {}): ReactNode => (
    <div className={styles.chart}>
      <MemberChart
        memberId={memberId}
        zone={zone}
        id={id}
        days={span === 'day' ? 1 : span === 'month' ? 30 : quarterDays}
        span={spans[span]}
        now={now}
        frame={frames[span]}
        title={title}
        level={2}
        {...more}
      />
    </div>
  );
  return (
    <div className={styles.main}>
      <label className={styles.choice}>
        <span>{t('metric')}</span>
        <select className="v-control" value={metric} onChange={({ currentTarget }) => setMetric(currentTarget.value as LevelId)}>
          {levelIds.map((id) => (
            <option key={id} value={id}>
              {charts(`metric.${id}`)}
            </option>
          ))}
        </select>
      </label>
      <div className={styles.charts}>
        {chart(metric, 'day', t('daily'))}
        {chart(metric, 'month', t('monthly'))}
        {chart(metric, 'quarter', t('weekly'), { granularity: 'WEEKLY', usualDays: 0 })}
        <div className={styles.chart}>
          <HeartRateHistogram memberId={memberId} span={spans.month} title={t('histogram')} height={160} />
        </div>
        {chart('steps', 'month', t('steps'))}
        {chart('sleep', 'month', t('sleep'))}
        {chart('weight', 'quarter', t('weight'))}
        {chart('blood_pressure', 'quarter', t('pressure'))}
      </div>
    </div>
  );
}

function useFrame(span: TimeSpan, zone: string, now: number): ChartFrame {
  const [interaction] = useState(createInteraction);
  return useMemo(() => ({ span, zone, now, interaction }), [span, zone, now, interaction]);
}
