import type { Activity } from '@vigil/contract/activities.contract';
import type { Latest } from '#lib/member-readings.ts';

/** How long a weight says something about the next one. Seconds. */
const recent = 31 * 86_400;

/**
 * The weight that a typed one is held against, in kilograms: the later one of what was logged and of what a scale sent. Null
 * where neither is of the last month, or nothing is known.
 */
export function lastWeightOf(logged: readonly Activity[], measured: Latest['latest'][string] | undefined): number | null {
  const typed = logged.find(({ activityType }) => activityType === 'LOGGING_WEIGHT');
  const ofHand = typed?.activityDetails.weight === undefined ? null : { value: typed.activityDetails.weight, timestamp: typed.timestamp };
  const isRecent = measured !== undefined && measured.timestamp > Date.now() / 1000 - recent;
  if (!isRecent) return ofHand?.value ?? null;
  return ofHand !== null && ofHand.timestamp >= measured.timestamp ? ofHand.value : measured.value;
}
