import type { Alert } from '@vigil/contract/factuary-actions.contract';
import { catalogue, isMetricId } from '@vigil/domain/metrics/catalogue';
import { lazy, Suspense } from 'react';
import { loadOnceReachable } from '#lib/load-with-retries.ts';
import { Catch } from '#ui/catch.tsx';
import styles from './actions.module.css';

interface AlertCourseProps {
  readonly memberId: string;
  /** The member's time zone. */
  readonly zone: string;
  readonly alert: Alert;
}

/** The charts' engine comes once there is something to draw. */
const DrawnCourse = lazy(() => loadOnceReachable(() => import('./drawn-course.tsx').then((module) => ({ default: module.DrawnCourse }))));

/** The course of the metric that a rule fired about, at its place while it is being loaded. */
export function AlertCourse({ memberId, zone, alert }: AlertCourseProps) {
  const [primary] = alert.evidence;
  const metric = primary?.metric;
  // What is counted has no course of readings: its sum stands in the evidence.
  if (metric === undefined || !isMetricId(metric) || catalogue[metric].kind === 'count') return null;
  return (
    <div className={styles.course}>
      <Catch path={memberId} fallback={null}>
        <Suspense fallback={null}>
          <DrawnCourse {...{ memberId, zone, alert, metric }} baseline={primary?.timeframe_baseline ?? null} />
        </Suspense>
      </Catch>
    </div>
  );
}
