import type { Condition, Prescription } from '@vigil/contract/fhir-records.contract';

/** Clinical statuses that say that a condition is there no more (FHIR R4, condition-clinical). */
const over: readonly (string | null)[] = ['inactive', 'remission', 'resolved'];
/** Statuses of prescriptions and statements that say that it is not, or no more, taken (FHIR R4). */
const ended: readonly (string | null)[] = ['completed', 'stopped', 'cancelled', 'not-taken', 'intended', 'draft'];

/**
 * Whether a condition stands now. One that somebody has refuted does not; one of which nobody has said whether it is over does:
 * unknown is not healthy.
 */
export function isCurrent({ status, abated, verification }: Pick<Condition, 'status' | 'abated' | 'verification'>): boolean {
  return verification !== 'refuted' && abated === null && !over.includes(status);
}

/** Whether a medication is to be known of now: taken, on hold, of unknown state, or one that must not be taken. */
export function isTaken({ status, doNotTake }: Pick<Prescription, 'status' | 'doNotTake'>): boolean {
  return doNotTake || !ended.includes(status);
}
