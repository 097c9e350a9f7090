import { beyond, type Limits } from '#charts/limits.ts';
import { pointsWithin, type Series, type TimeSpan } from '#charts/series.ts';
import { summarize } from '#charts/summary.ts';
import { writeValue } from '#charts/write-value.ts';
import type { Figure, PanelFigures } from './panel.ts';
import type { PanelInput } from './panel-input.ts';

/** Figures of a level: mean, lowest to highest, and how many readings lie beyond `limits`. */
export function describeLevel(
  title: string,
  series: Series,
  input: Pick<PanelInput, 'write' | 'locale'>,
  limits: Limits = {},
): (span: TimeSpan) => PanelFigures | null {
  const { write, locale } = input;
  return (span) => {
    const summary = summarize(series, span);
    if (summary === null) return null;
    const text = (value: number) => writeValue(series, value, locale);
    const [low, high, mean] = [text(summary.low), text(summary.high), text(summary.mean)];
    const outside = pointsWithin(series.points, span).filter((point) => beyond(limits, point.value) !== null).length;
    const said = outside === 0 ? '' : write('stat.beyond', { count: outside });
    const range: Figure = { value: low === high ? low : write('stat.range', { low, high }), unit: series.unit, label: '' };
    return {
      figures: [
        ...(summary.count === 1
          ? [range]
          : [
              { value: mean, unit: series.unit, label: write('stat.mean') },
              { ...range, unit: '' },
            ]),
        ...(said === '' ? [] : [{ value: '', label: said }]),
      ],
      summary: [
        write('summary.line', { title, low, high, mean, unit: series.unit, gaps: write('summary.gaps', { count: summary.gaps }) }),
        ...(said === '' ? [] : [said]),
      ].join(', '),
    };
  };
}
