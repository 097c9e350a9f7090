import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Annotation, annotationKinds } from './annotations.ts';
import styles from './chart.module.css';
import type { ChartProps } from './chart-props.ts';
import { drawnMark } from './drawn-mark.ts';
import { type ChartKind, chartKinds } from './kinds/kinds.ts';
import { levelsOf } from './limits.ts';
import type { Series, TimeSpan } from './series.ts';

type ChartLegendProps = Pick<ChartProps, 'kind' | 'series' | 'usual' | 'unworn' | 'annotations'> & { readonly span: TimeSpan };

/** What the lines, bands, hatching and marks of this chart mean; only of what is on screen. */
export function ChartLegend({ kind, series, usual = [], unworn = [], annotations = [], span }: ChartLegendProps): ReactNode {
  const { t } = useTranslation('charts');
  const { marks, told }: ChartKind = chartKinds[kind];
  const within = ({ from, to }: TimeSpan) => to > span.from && from < span.to;
  const marked = annotationKinds.filter((one) =>
    annotations.some((annotation: Annotation) => annotation.kind === one && within({ from: annotation.at, to: annotation.at + 1 })),
  );
  const limited = (told === 'level' || told === 'pressure') && series[0]?.limits !== undefined && levelsOf(series[0].limits).length > 0;
  return (
    <ul className={styles.legend}>
      {series.length > 1 &&
        marks.length > 0 &&
        series.map((one, index) => (
          <Entry
            key={one.key}
            mark={drawnMark(marks[Math.min(index, marks.length - 1)] ?? 'line', one, span)}
            color={colorOf(one, index, kind)}
            strength={one.strength}
            text={one.label}
          />
        ))}
      {usual.some(within) && <Entry mark="usual" text={t('usual')} />}
      {limited && <Entry mark="limit" text={t(series[0]?.limitsOfRule ? 'limitOfRule' : 'normal')} />}
      {unworn.some(within) && <Entry mark="unworn" text={t('unworn')} />}
      {marked.map((one) => (
        <Entry key={one} mark={one} text={t(`annotation.${one}`)} />
      ))}
    </ul>
  );
}

/** The moving average is drawn in the colour of text, so that it reads over every family. */
function colorOf({ tone }: Series, index: number, kind: ChartProps['kind']): string {
  if (tone === 'text' || tone === 'muted' || (kind === 'moving-average-line' && index === 1))
    return `var(--v-${tone === 'muted' ? 'muted' : 'text'})`;
  return tone.startsWith('sleep-') ? `var(--v-${tone})` : `var(--v-metric-${tone})`;
}

interface EntryProps {
  readonly mark: string;
  readonly text: string;
  readonly color?: string;
  readonly strength?: number | undefined;
}

function Entry({ mark, text, color, strength }: EntryProps): ReactNode {
  return (
    <li>
      <span className={styles.mark} data-mark={mark} style={{ color, opacity: strength }} aria-hidden="true" />
      {text}
    </li>
  );
}
