import styles from './sparkline.module.css';

interface SparklineProps {
  /** In order of time; null where there is no value: the line is broken there. */
  readonly values: readonly (number | null)[];
  /** What the values are compared with, as a thin line. */
  readonly reference?: number;
  /** Which side of the reference is the worrying one: the last value is marked where it lies there. */
  readonly worse?: 'high' | 'low';
}

const width = 56;
const height = 18;
const inset = 2.5;

/** A course of values so small that it stands in a row. Decorative: its meaning is told in words beside it. */
export function Sparkline({ values, reference, worse }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const all = reference === undefined ? known : [...known, reference];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (index: number) => inset + (index / (values.length - 1)) * (width - 2 * inset);
  const y = (value: number) => (high === low ? height / 2 : height - inset - ((value - low) / (high - low)) * (height - 2 * inset));
  const last = values.findLastIndex((value) => value !== null);
  const lastValue = values[last] ?? 0;
  const isWorse = reference !== undefined && worse !== undefined && (worse === 'high' ? lastValue > reference : lastValue < reference);
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" focusable="false">
      {reference !== undefined && <line className={styles.reference} x1={0} x2={width} y1={y(reference)} y2={y(reference)} />}
      {stretches(values).map((stretch) => {
        const points = stretch.map(([index, value]) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`);
        return (
          <polyline key={points[0]} className={styles.line} points={points.length > 1 ? points.join(' ') : `${points[0]} ${points[0]}`} />
        );
      })}
      <circle className={isWorse ? styles[worse] : styles.dot} cx={x(last)} cy={y(lastValue)} r={2.25} />
    </svg>
  );
}

/** Runs of values without a gap. */
function stretches(values: readonly (number | null)[]): (readonly [index: number, value: number])[][] {
  const found: (readonly [number, number])[][] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    if (index === 0 || values[index - 1] === null) found.push([]);
    found.at(-1)?.push([index, value]);
  });
  return found;
}
