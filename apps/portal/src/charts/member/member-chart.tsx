import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../chart.tsx';
import type { ChartFrame, ChartProps } from '../chart-props.ts';
import type { TimeSpan } from '../series.ts';
import { canShareChart, overlaid } from './overlaid.ts';
import { type ChartedQuestion, useCharted } from './use-charted.ts';

/** Whom, or when, a chart is compared with. */
export interface ComparedWith {
  readonly memberId: string;
  readonly zone: string;
  readonly span: TimeSpan;
  /** How the two are told apart in the legend. */
  readonly names: readonly [own: string, other: string];
}

interface MemberChartProps extends ChartedQuestion, Pick<ChartProps, 'height' | 'level' | 'annotations' | 'meanIsTold'> {
  readonly frame: ChartFrame;
  readonly compared?: ComparedWith | undefined;
  /** The metric's name unless told. */
  readonly title?: string;
  /** What the numbers mean, for those whose trade it is not. */
  readonly children?: ReactNode;
}

/** One chart of a member with its own calls: it waits, fails and is repeated by itself. Nothing where the range has none. */
export function MemberChart({
  frame,
  compared,
  height,
  level,
  annotations,
  title: told,
  children,
  meanIsTold = false,
  ...question
}: MemberChartProps): ReactNode {
  const { t } = useTranslation('memberCharts');
  const own = useCharted(question);
  const other = useCharted({
    ...question,
    ...(compared && { memberId: compared.memberId, zone: compared.zone, span: compared.span }),
    usualDays: 0,
    off: compared === undefined,
  });
  if (own.drawn === null) return null;
  const title = told ?? t(`metric.${question.id}`);
  const shape = { frame, meanIsTold, ...(height !== undefined && { height }), ...(level !== undefined && { level }) };
  const marks = annotations === undefined ? {} : { annotations };
  if (compared === undefined || other.drawn === null)
    return (
      <>
        <Chart title={title} {...shape} {...marks} {...own.drawn} state={own.state} {...(own.usual.length > 0 && { usual: own.usual })} />
        {children}
      </>
    );
  const state = own.state === 'ready' ? other.state : own.state;
  const shiftSeconds = question.span.from - compared.span.from;
  if (canShareChart(own.drawn))
    return (
      <>
        <Chart title={title} {...shape} {...overlaid(own.drawn, other.drawn, compared.names, shiftSeconds)} state={state} />
        {children}
      </>
    );
  return (
    <>
      <Chart title={t('of', { title, name: compared.names[0] })} {...shape} {...own.drawn} state={own.state} />
      <Chart
        title={t('of', { title, name: compared.names[1] })}
        {...shape}
        frame={{ ...frame, span: { from: frame.span.from - shiftSeconds, to: frame.span.to - shiftSeconds }, zone: compared.zone }}
        {...other.drawn}
        state={other.state}
      />
      {children}
    </>
  );
}
