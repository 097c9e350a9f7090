import { useQuery } from '@tanstack/react-query';
import { baselineWords } from '@vigil/domain/alerts/rule-words';
import { evidenceGranularity, parseTimeframe } from '@vigil/domain/timeframe/timeframe';
import { startOfStep } from '@vigil/domain/timeframe/zone';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { askedOf } from '#charts/member/asked.ts';
import type { ChartedId } from '#charts/member/charted.ts';
import { MemberChart } from '#charts/member/member-chart.tsx';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import type { Analysed } from '../analysed.ts';
import { evidenceQuery } from '../api/ask-evidence.ts';
import { metricOf } from '../metric-of.ts';
import { spanInWords } from '../span-in-words.ts';
import { evidenceMoment, evidenceSpans } from '../spans.ts';
import { type Analysis, useFrame } from '../use-analysis.ts';
import { type Evidence, evidenceMetrics } from '../view.ts';
import styles from './analysis.module.css';
import { EvidenceChange } from './evidence-change.tsx';

const daySeconds = 86_400;
const baselines = ['24h', '7d', '14d', '28d', '3m'];

interface EvidenceViewProps {
  readonly who: Analysed;
  readonly analysis: Analysis;
  readonly evidence: Evidence;
}

/** What changed: one primary metric and those beside it, the timeframe against the baseline, and the anomaly score of each day. */
export function EvidenceView({ who, analysis, evidence }: EvidenceViewProps) {
  const { t, i18n } = useTranslation('patientAnalysis');
  const { t: charts } = useTranslation('memberCharts');
  const { memberId, zone } = who;
  const { view, now } = analysis;
  const { timeframe: text, baseline: against } = evidence;
  const at = evidenceMoment(view, now, zone);
  const spans = useMemo(() => evidenceSpans({ timeframe: text, baseline: against }, at), [text, against, at]);
  const days = Math.ceil((spans.timeframe.to - spans.timeframe.from) / daySeconds);
  const granularity = evidenceGranularity(parseTimeframe(text) ?? { lengthSeconds: daySeconds, shiftSeconds: 0 });
  const frames = {
    timeframe: useFrame(spans.timeframe, zone, now).frame,
    all: useFrame(useDays(spans, zone), zone, now).frame,
  };
  const asked = (id: ChartedId) => askedOf(id, { days, evidence: true }) !== null;
  const all = [evidence.primary, ...evidence.secondary];
  const left = all.filter((id) => !asked(id));
  const found = useQuery(evidenceQuery(memberId, { metrics: all.filter(asked).map(metricOf), timeframe: text, baseline: against, at }));
  return (
    <>
      <EvidenceChoices evidence={evidence} analysis={analysis} />
      <p className={styles.shown}>
        <span>
          {t('timeframe')}: {spanInWords(spans.timeframe, zone, i18n.language, t)}
        </span>
        <span>
          {t('baseline')}: {spanInWords(spans.baseline, zone, i18n.language, t)}
        </span>
        {left.length > 0 && <span>{t('notAsked', { metrics: left.map((id) => charts(`metric.${id}`)).join(', ') })}</span>}
      </p>
      <div className={styles.evidence}>
        {all.filter(asked).map((id) => (
          <section key={id} className={styles.chart} data-primary={id === evidence.primary}>
            <MemberChart
              memberId={memberId}
              zone={zone}
              id={id}
              days={days}
              granularity={granularity}
              evidence
              span={spans.timeframe}
              usualDays={Math.round((spans.baseline.to - spans.baseline.from) / daySeconds)}
              now={now}
              frame={frames.timeframe}
              level={3}
              meanIsTold={found.data?.evidence.some((one) => one.metric === metricOf(id) && tellsMean(one)) ?? false}
              {...(id === evidence.primary && { height: 200 })}
            >
              <EvidenceChange id={id} found={found} />
            </MemberChart>
          </section>
        ))}
        <section className={styles.chart}>
          <MemberChart
            memberId={memberId}
            zone={zone}
            id="anomaly"
            days={days}
            span={frames.all.span}
            now={now}
            frame={frames.all}
            level={2}
          />
          <p className={styles.meaning}>{t('anomalyHelp')}</p>
        </section>
      </div>
    </>
  );
}

interface Averages {
  readonly timeframe_average: number | null;
  readonly timeframe_baseline: number | null;
}

/** Whether the card under a chart says the average of the timeframe. */
const tellsMean = ({ timeframe_average: average, timeframe_baseline: before }: Averages) => average !== null && before !== null;

/** Both stretches in whole days: a score is of a day. */
function useDays({ timeframe, baseline }: ReturnType<typeof evidenceSpans>, zone: string) {
  const from = startOfStep(Math.min(baseline.from, timeframe.from), 'DAILY', zone);
  const { to } = timeframe;
  return useMemo(() => ({ from, to }), [from, to]);
}

function EvidenceChoices({ evidence, analysis: { change } }: Pick<EvidenceViewProps, 'evidence' | 'analysis'>) {
  const { t } = useTranslation('patientAnalysis');
  const { t: charts } = useTranslation('memberCharts');
  const { primary, secondary, baseline } = evidence;
  const set = (changed: Partial<Evidence>) => change({ evidence: { ...evidence, ...changed } });
  const label = (id: ChartedId) => charts(`metric.${id}`);
  const choice = (
    name: string,
    value: string,
    options: readonly string[],
    onChoose: (chosen: string) => void,
    words = (one: string) => one,
  ) => (
    <label className={styles.field}>
      <span>{name}</span>
      <select className="v-control" value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {[...new Set([...options, value])].map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className={styles.bar}>
      {choice(
        t('primary'),
        primary,
        evidenceMetrics,
        (id) => set({ primary: id as ChartedId, secondary: secondary.filter((one) => one !== id) }),
        (id) => label(id as ChartedId),
      )}
      <ChoiceMenu
        icon="columns"
        label={t('secondary')}
        count={secondary.length}
        options={evidenceMetrics.filter((id) => id !== primary).map((id) => ({ id, label: label(id) }))}
        chosen={secondary}
        onChoose={(chosen) => set({ secondary: chosen })}
      />
      {choice(t('baseline'), baseline, baselines, (chosen) => set({ baseline: chosen }), baselineWords)}
    </div>
  );
}
