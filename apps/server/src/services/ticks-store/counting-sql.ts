import { confidences, zeroIsNoReading } from '@vigil/domain/metrics/counting';

const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/**
 * Condition on a row of vigil.ticks: it has not been taken back (which is kept as NaN), and its value is a reading as far as
 * can be told from itself. The domain's `countsByItself`.
 */
export const countsByItself = `(isFinite(value) and (value != 0 or metric not in (${list(zeroIsNoReading)})))`;

/** Condition on a row of vigil.ticks: it was taken back. */
export const takenBack = 'isNaN(value)';

/**
 * Condition on a row of vigil.ticks: it counts, whatever its source; of those of one moment the first source is the one to
 * take. `metrics` are those that the question may be about, `where` what narrows vigil.ticks to the question's members and
 * time: whether a value is doubtful stands in another row. The domain's `countedReadings`.
 */
export function counts(metrics: readonly string[], where: string): string {
  const doubts = confidences
    .filter(({ of }) => metrics.includes(of))
    .map(
      ({ metric, of, atLeast }) =>
        ` and not (metric = '${of}' and (user_id, ts, source) in (
          select user_id, ts, source from vigil.ticks final where metric = '${metric}' and value < ${atLeast} and ${where}))`,
    );
  return `(${countsByItself}${doubts.join('')})`;
}
