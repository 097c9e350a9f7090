import type { Drawing } from './drawing.ts';
import { extremesOf, pointsWithin, type Series, type TimeSpan } from './series.ts';
import type { ValueAxis } from './value-axis.ts';
import { writeHoursShort, writeTimeOfDay } from './write-value.ts';

const hour = 3600;
/** Between two ticks of an axis of hours or of times of day. Seconds. */
const steps = [300, 900, 1800, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 48 * hour];
const mostTicks = 5;

/**
 * The drawing with its value axis in the form of the series: seconds as hours or as times of day at round ones, and in thousands
 * (K) what the legend writes so.
 */
export function withFormedAxis(drawing: Drawing, [first]: readonly Series[], span: TimeSpan, locale: string): Drawing {
  if (first === undefined || drawing.tickLabels !== undefined) return drawing;
  if (first.form === 'duration') return labelled(drawing, roundedAxis(drawing.axis), (seconds) => writeHoursShort(seconds));
  if (first.form === 'clock') {
    const data = extremesOf(pointsWithin(first.points, span));
    const ends = data === null ? drawing.axis : { ...drawing.axis, min: data.low, max: Math.max(data.high, data.low + hour) };
    return labelled(drawing, roundedAxis(ends), (seconds) => writeTimeOfDay(seconds, locale));
  }
  if (first.thousands)
    return labelled(drawing, drawing.axis, (value) => (value > 1000 ? `${Number((value / 1000).toPrecision(3))}K` : String(value)));
  return drawing;
}

function labelled(drawing: Drawing, axis: ValueAxis, write: (value: number) => string): Drawing {
  return { ...drawing, axis, lined: true, tickLabels: new Map(axis.ticks.map((tick) => [tick, write(tick)])) };
}

/** Ends and ticks on round hours. */
function roundedAxis({ min, max }: ValueAxis): ValueAxis {
  const step = steps.find((one) => (max - min) / one <= mostTicks) ?? 48 * hour;
  const [low, high] = [Math.floor(min / step) * step, Math.ceil(max / step) * step];
  return { min: low, max: high, ticks: Array.from({ length: (high - low) / step + 1 }, (_, index) => low + index * step) };
}
