/** Scales the median absolute deviation to the standard deviation of a normal distribution. */
const madToDeviation = 1.4826;

/** The middle value, or the mean of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return (low + high) / 2;
}

/** The standard deviation as outliers leave it: 1.4826 × the median absolute deviation from `center`; NaN of no values. */
export function robustDeviation(values: readonly number[], center: number): number {
  return madToDeviation * median(values.map((value) => Math.abs(value - center)));
}

/** The smallest value that at least this share of the values does not exceed (nearest rank); NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
