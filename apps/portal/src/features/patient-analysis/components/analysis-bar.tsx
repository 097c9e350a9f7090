import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { hasAverage } from '#charts/member/asked.ts';
import { chartedIds } from '#charts/member/charted.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { DayStepper } from '#ui/day-stepper.tsx';
import type { Analysed } from '../analysed.ts';
import { dayText } from '../spans.ts';
import type { Analysis } from '../use-analysis.ts';
import { analysisDays, ownMetrics, viewOf } from '../view.ts';
import styles from './analysis.module.css';
import { CompareChoice } from './compared.tsx';

/** How many days, which ones, what of them, and beside what. */
export function AnalysisBar({ who, analysis }: { readonly who: Analysed; readonly analysis: Analysis }) {
  const { t } = useTranslation('patientAnalysis');
  const { t: charts } = useTranslation('memberCharts');
  const { view, change, step, now, span } = analysis;
  const { evidence } = view;
  const offered = who.own ? ownMetrics : chartedIds;
  return (
    <div className={styles.bar}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('range')}
        value={evidence ? (analysisDays.find((days) => timeframeOf(days) === evidence.timeframe) ?? null) : view.days}
        onChange={(_, days: number | null) =>
          days !== null && change({ days, ...(evidence && { evidence: { ...evidence, timeframe: timeframeOf(days) } }) })
        }
      >
        {analysisDays.map((days) => (
          <ToggleButton key={days} value={days} title={t('days', { count: days })}>
            {days}
            <span className={styles.unit}> d</span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <DayStepper
        texts={{ back: t('back'), forward: t('forward'), end: t('end'), now: t('now') }}
        day={view.end ?? dayText(span.to - 1, who.zone)}
        latest={dayText(now, who.zone)}
        atPresent={view.end === null}
        onStep={step}
        onDay={(day) => change({ end: day >= dayText(now, who.zone) ? null : day })}
        onNow={() => change({ end: null })}
      />
      {!who.own && (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('mode')}
          value={evidence ? 'evidence' : 'charts'}
          onChange={(_, mode: 'charts' | 'evidence' | null) =>
            mode !== null &&
            change({
              evidence:
                mode === 'charts' ? null : viewOf({ mode, ...(view.days > 1 && { timeframe: timeframeOf(view.days) }) }, false).evidence,
            })
          }
        >
          <ToggleButton value="charts">{t('charts')}</ToggleButton>
          <ToggleButton value="evidence">{t('evidence')}</ToggleButton>
        </ToggleButtonGroup>
      )}
      {!evidence && (
        <>
          <ChoiceMenu
            icon="columns"
            label={t('metrics')}
            count={view.metrics.length}
            options={offered.map((id) => ({ id, label: charts(`metric.${id}`) }))}
            chosen={view.metrics}
            onChoose={(metrics) => change({ metrics })}
          />
          {!who.own && (
            <ToggleButton
              size="small"
              value="average"
              selected={view.average}
              disabled={!view.metrics.some(hasAverage)}
              onChange={() => change({ average: !view.average })}
            >
              {t('average')}
            </ToggleButton>
          )}
          <CompareChoice who={who} analysis={analysis} />
        </>
      )}
    </div>
  );
}

/** A range as a timeframe: the day is the specification's default, 24h. */
function timeframeOf(days: number): string {
  return days === 1 ? '24h' : `${days}d`;
}
