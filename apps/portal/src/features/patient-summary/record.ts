import type { Condition, Order, Prescription, Procedure } from '@vigil/contract/fhir-records.contract';

/** Clinical statuses that say that a condition is there no more (FHIR R4, condition-clinical). */
const over: readonly (string | null)[] = ['inactive', 'remission', 'resolved'];
/** Statuses of prescriptions and statements that say that it is not, or no more, taken (FHIR R4). */
const ended: readonly (string | null)[] = ['completed', 'stopped', 'cancelled', 'not-taken', 'intended', 'draft'];

/** Statuses of orders that say that nothing is awaited any more (FHIR R4, request-status). */
const done: readonly (string | null)[] = ['completed', 'revoked'];
/** Statuses of procedures that say that it was not done, or not yet (FHIR R4, event-status). */
const undone: readonly (string | null)[] = ['preparation', 'not-done'];

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

/** Whether an order is to be known of now: awaited, on hold or of unknown state; that something must not be done, until it is revoked. */
export function isOpen({ status, doNotPerform }: Pick<Order, 'status' | 'doNotPerform'>): boolean {
  return doNotPerform ? status !== 'revoked' : !done.includes(status);
}

/** Whether a procedure was done, or at least begun; of one whose state nobody has told it is taken to be. */
export function wasDone({ status }: Pick<Procedure, 'status'>): boolean {
  return !undone.includes(status);
}

/**
 * A date of another system as this one writes dates, without its time of day. Of what is less than a day (FHIR R4, date) no more
 * is told than was: a year or a month stays as it was sent.
 */
export function dayInWords(date: string, locale: string): string {
  const day = date.slice(0, 10);
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day)) return day;
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? day : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}
