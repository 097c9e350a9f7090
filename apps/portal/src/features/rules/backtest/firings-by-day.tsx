import type { Backtest } from '@vigil/contract/alerts-backtests.contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '#charts/chart.tsx';
import { createInteraction } from '#charts/interaction.ts';
import { type Series, stepPoint } from '#charts/series.ts';
import { Card } from '#ui/card.tsx';
import styles from '../rules.module.css';

const daySeconds = 86_400;
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
/** A day without many alerts is not drawn as if it had. */
const leastHigh = 4;

/** Alerts by day of each member's own calendar, one chart a version over one time axis and one cursor. */
export function FiringsByDay({ backtest: { figures, from, to } }: { readonly backtest: Backtest }) {
  const { t } = useTranslation('rules');
  const [interaction] = useState(createInteraction);
  // Days are calendar days wherever a member lives, drawn as days of one calendar: the outermost may lie beyond those of the stretch.
  const days = figures.flatMap(({ byDay }) => byDay.map(({ day }) => startOf(day)));
  const first = Math.min(Math.floor(from / daySeconds) * daySeconds, ...days);
  const last = Math.max(Math.floor(to / daySeconds) * daySeconds, ...days);
  const frame = useMemo(() => ({ span: { from: first, to: last + daySeconds }, zone: 'UTC', interaction }), [first, last, interaction]);
  const series = useMemo(
    () =>
      figures.map(({ version, byDay }): readonly Series[] => {
        const counted = new Map(byDay.map(({ day, firings }) => [startOf(day), firings]));
        const days = Array.from(
          { length: Math.round((frame.span.to - frame.span.from) / daySeconds) },
          (_, index) => frame.span.from + index * daySeconds,
        );
        return [
          {
            ...{ key: `firings-${version}`, label: t('backtest.alerts'), unit: '', decimals: 0, tone: 'text' },
            points: days.map((day) => stepPoint(day, day + daySeconds, counted.get(day) ?? 0)),
          },
        ];
      }),
    [figures, frame, t],
  );
  // One scale for all versions, so that their heights can be compared.
  const high = Math.max(leastHigh, ...figures.flatMap(({ byDay }) => byDay.map(({ firings }) => firings)));
  const axis = useMemo(() => ({ kind: 'specified', low: 0, high }) as const, [high]);
  return (
    <Card title={t('backtest.byDay')}>
      <div className={styles.charts}>
        {figures.map(({ ruleId, version, state }, index) => (
          <Chart
            key={`${ruleId}/${version}`}
            kind="basic-bar"
            title={t('backtest.versionTitle', { version, state: t(`state.${state}`) })}
            series={series[index] ?? []}
            axis={axis}
            frame={frame}
            meanIsTold
          />
        ))}
      </div>
    </Card>
  );
}
