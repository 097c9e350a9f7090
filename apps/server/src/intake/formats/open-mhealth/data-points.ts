import type { WallClock } from '../../wall-clock.ts';
import { type JsonObject, objectOf } from '../json-values.ts';
import { momentOf } from '../moments.ts';
import { type Measure, measureNamed, measures } from './measures.ts';

/** What a value of a file is, as far as Open mHealth goes. */
export type DataPoint =
  | { readonly kind: 'measure'; readonly measure: Measure; readonly body: JsonObject }
  | { readonly kind: 'other'; readonly name: string }
  | { readonly kind: 'fault'; readonly reason: string };

const fault = (reason: string): DataPoint => ({ kind: 'fault', reason });

/**
 * A data point (header and body; schemas data-point and header, and those of IEEE 1752.1), or a body by itself, which is told
 * by its elements.
 */
export function dataPointOf(value: unknown, clock: WallClock): DataPoint {
  const point = objectOf(value);
  if (point.header === undefined) return bareBody(point);
  const header = objectOf(point.header);
  const { name, version, namespace } = objectOf(header.schema_id);
  if (typeof (header.id ?? header.uuid) !== 'string') return fault('The header has no id');
  if (momentOf(header.creation_date_time ?? header.source_creation_date_time, clock) === null)
    return fault('The header has no creation_date_time of RFC 3339');
  if (typeof name !== 'string' || typeof version !== 'string' || typeof namespace !== 'string')
    return fault('The header has no schema_id with namespace, name and version');
  const measure = measureNamed(name);
  return measure ? { kind: 'measure', measure, body: objectOf(point.body) } : { kind: 'other', name };
}

/** Elements of bodies that are not kept, and the names of their schemas; those of granola hold samples of HealthKit. */
const otherElements: readonly (readonly [element: string, name: string])[] = [
  ['rr_interval', 'rr-interval'],
  ['body_height', 'body-height'],
  ['body_mass_index', 'body-mass-index'],
  ['sleep_duration', 'sleep-duration'],
  ['total_sleep_time', 'total-sleep-time'],
  ['minutes_moderate_activity', 'minutes-moderate-activity'],
  ['quantity_type', 'hk-quantity-sample'],
  ['category_type', 'hk-category-sample'],
  ['correlation_type', 'hk-correlation'],
];
const healthKitWorkout = 'HKWorkoutActivityType';

function bareBody(body: JsonObject): DataPoint {
  const activity = body.activity_name;
  if (typeof activity === 'string' && activity.startsWith(healthKitWorkout)) return { kind: 'other', name: 'hk-workout' };
  const measure = measures.find(({ quantities }) => quantities.some(({ key }) => body[key] !== undefined));
  if (measure) return { kind: 'measure', measure, body };
  const other = otherElements.find(([element]) => body[element] !== undefined);
  if (other) return { kind: 'other', name: other[1] };
  if (activity !== undefined) return { kind: 'other', name: 'physical-activity' };
  if (body.effective_time_frame !== undefined) return { kind: 'other', name: 'such measure' };
  return fault('This is no data point: it has neither a header nor a measure that is known');
}

/** Whom a data point is about, where its header says so. */
export function personOf(value: unknown): string | null {
  const { user_id: userId } = objectOf(objectOf(value).header);
  return typeof userId === 'string' || typeof userId === 'number' ? String(userId) : null;
}
