import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { maxIssues } from '../limits.ts';
import { refuseTimestamp, refuseValue } from '../tick-rules.ts';
import { meaningOf } from './codes.ts';
import { type Effective, readEffective, timestampOf } from './effective.ts';
import { fault, type Issue, note } from './outcome.ts';
import { fhirPath, type Measured, type Observation, observation } from './shapes.ts';
import { keyOf, type Subject, type SubjectOf } from './subjects.ts';
import { readValues, type Value } from './values.ts';

export interface Reading extends Value {
  readonly metric: MetricId;
}

/** An Observation that can be stored, but for the time zone where only a day is known. */
export interface ReadObservation {
  readonly ok: true;
  readonly resource: Observation;
  readonly subject: Subject;
  readonly effective: Effective;
  readonly readings: readonly Reading[];
  /** The member is named as the one who measured, and no device is. */
  readonly byHand: boolean;
  readonly notes: readonly Issue[];
}

export interface RefusedObservation {
  readonly ok: false;
  readonly issues: readonly Issue[];
  /** It is about something that Vigil does not keep, and not wrong for all that is known of it. */
  readonly isOther: boolean;
}

export type ObservationResult = ReadObservation | RefusedObservation;

/** Statuses whose values stand (R4 observation-status); the others are none yet, or none any more. */
const standing: ReadonlySet<string> = new Set(['final', 'amended', 'corrected', 'preliminary']);
/**
 * Reads one Observation as a whole: either all of its values can be ticks, or it is refused with everything that is wrong
 * with it. Components that hold nothing Vigil keeps are passed over with a note. `subjectOf` finds whom a reference means, and
 * `performerOf` who measured, where that is asked otherwise.
 */
export function readObservation(json: unknown, nowMs: number, subjectOf: SubjectOf, performerOf: SubjectOf = subjectOf): ObservationResult {
  const parsed = observation.safeParse(json);
  if (!parsed.success)
    return {
      ok: false,
      isOther: false,
      issues: parsed.error.issues
        .slice(0, maxIssues)
        .map(({ path, code, message }) =>
          fault(
            code === 'invalid_type' && message.includes('undefined') ? 'required' : 'structure',
            `Observation.${fhirPath(path)}`,
            message,
          ),
        ),
    };
  const resource = parsed.data;
  const issues: Issue[] = [];
  if (!standing.has(resource.status)) issues.push(refusedStatus(resource.status));
  const subject = subjectOf(resource.subject ?? {});
  const effective = readEffective(resource);
  const { readings, notes, faults, isOther } = readMeasured(resource);
  issues.push(...refusedModifiers(resource));
  if ('severity' in subject) issues.push(subject);
  if ('severity' in effective) issues.push(effective);
  else issues.push(...refusedReadings(readings, effective, nowMs));
  issues.push(...faults);
  if (issues.length > 0 || 'severity' in subject || 'severity' in effective)
    return { ok: false, isOther, issues: isOther ? faults : issues.slice(0, maxIssues) };
  const byHand = measuredByMember(resource, subject, performerOf);
  return { ok: true, resource, subject, effective, readings, notes: notes.slice(0, maxIssues), byHand };
}

/** R4, 2.4.1.1 and 2.26.3.2: whoever does not understand a modifier must not go on as if it were not there. */
function refusedModifiers(resource: Observation): Issue[] {
  const named: string[] = [];
  if (resource.modifierExtension !== undefined) named.push('Observation.modifierExtension');
  if (resource.implicitRules !== undefined) named.push('Observation.implicitRules');
  for (const [index, part] of (resource.component ?? []).entries())
    if (part.modifierExtension !== undefined) named.push(`Observation.component[${index}].modifierExtension`);
  return named.map((expression) =>
    fault('not-supported', expression, 'It may change the meaning of the reading, and is not understood here'),
  );
}

function readMeasured(resource: Observation): { readings: Reading[]; notes: Issue[]; faults: Issue[]; isOther: boolean } {
  const readings: Reading[] = [];
  const notes: Issue[] = [];
  const faults: Issue[] = [];
  const addValues = (metric: MetricId, measured: Measured, expression: string) => {
    const { values, issues } = readValues(metric, measured, expression);
    faults.push(...issues);
    for (const value of values) readings.push({ metric, ...value });
  };
  const meaning = meaningOf(resource.code);
  const components = resource.component ?? [];
  if (meaning.kind === 'contradiction') faults.push(fault('code-invalid', 'Observation.code', 'The codings name different measurements'));
  else if (meaning.kind === 'unknown') faults.push(unknownCode(resource));
  else if (meaning.kind === 'metric' && components.length === 0) addValues(meaning.metric, resource, 'Observation');
  else if (meaning.kind === 'metric' && hasValue(resource)) addValues(meaning.metric, resource, 'Observation');
  const isOther = meaning.kind === 'unknown';
  if (isOther || meaning.kind === 'contradiction') return { readings, notes, faults, isOther };

  for (const [index, part] of components.entries()) {
    const expression = `Observation.component[${index}]`;
    const meant = meaningOf(part.code);
    if (meant.kind === 'metric') addValues(meant.metric, part, expression);
    else notes.push(note(`${expression}.code`, 'This component is not a measurement that Vigil keeps; it was passed over'));
  }
  if (readings.length === 0 && faults.length === 0)
    faults.push(fault('required', 'Observation.value', 'The Observation holds no value that could be kept'));
  return { readings, notes, faults, isOther };
}

/** Why a reading of an Observation that names a day cannot be kept, once the member's zone says when that day began. */
export function refusedDay({ effective, readings }: ReadObservation, timeZone: string, nowMs: number): readonly Issue[] {
  if (effective.kind !== 'day') return [];
  const start = timestampOf(effective, timeZone);
  const reasons = new Set(readings.map(({ offsetSeconds }) => refuseTimestamp(start + offsetSeconds, nowMs)));
  return [...reasons].flatMap((reason) => (reason === null ? [] : [fault('value', effective.expression, reason)]));
}

function refusedReadings(readings: readonly Reading[], effective: Effective, nowMs: number): Issue[] {
  const base = effective.kind === 'moment' ? effective.timestampSeconds : effective.midnightWallMs / 1000;
  // A day begins up to fourteen hours earlier somewhere on earth than in UTC.
  const slackMs = effective.kind === 'moment' ? 0 : 14 * 3_600_000;
  const issues: Issue[] = [];
  for (const { metric, value, offsetSeconds, expression } of readings) {
    const when = refuseTimestamp(base + offsetSeconds, nowMs + slackMs);
    if (when !== null) issues.push(fault('value', effective.expression, when));
    const what = refuseValue(catalogue[metric], value);
    if (what !== null) issues.push(fault('value', expression, what));
    if (issues.length >= maxIssues) break;
  }
  if (issues.length === 0) issues.push(...contradictions(readings, base));
  return issues;
}

/** Two values of one measurement for one moment, to the millisecond: nobody can say which of them is meant. */
function contradictions(readings: readonly Reading[], baseSeconds: number): Issue[] {
  const latest = new Map<MetricId, number>();
  const inOrder = readings.every(({ metric, offsetSeconds }) => {
    const moment = Math.round((baseSeconds + offsetSeconds) * 1000);
    const isLater = moment > (latest.get(metric) ?? Number.NEGATIVE_INFINITY);
    latest.set(metric, moment);
    return isLater;
  });
  if (inOrder) return [];
  const values = new Map<string, number>();
  for (const { metric, value, offsetSeconds, expression } of readings) {
    const key = `${metric}@${Math.round((baseSeconds + offsetSeconds) * 1000)}`;
    if ((values.get(key) ?? value) !== value)
      return [
        fault('value', expression, `The Observation has two values of ${catalogue[metric].label} for one moment; send the right one`),
      ];
    values.set(key, value);
  }
  return [];
}

function refusedStatus(status: string): Issue {
  if (status === 'entered-in-error')
    return fault(
      'not-supported',
      'Observation.status',
      'A reading is not taken back this way: send the right value as a corrected Observation for the same moment, or have the care team take it back (POST /ticks-store/api/v1/users/{userId}/ticks/taken-back)',
    );
  if (['registered', 'cancelled', 'unknown'].includes(status))
    return fault(
      'business-rule',
      'Observation.status',
      'Only final, amended, corrected and preliminary Observations hold values that can be kept',
    );
  return fault('code-invalid', 'Observation.status', 'Not a status of FHIR R4');
}

function unknownCode(resource: Observation): Issue {
  if (resource.hasMember?.length)
    return fault('not-supported', 'Observation.code', 'A panel holds no values of its own; send the Observations that it lists');
  return fault(
    'not-supported',
    'Observation.code',
    'The code is none of a vital sign that Vigil keeps; see the capability statement for those it does',
  );
}

function hasValue(measured: Measured): boolean {
  return Object.keys(measured).some((key) => key.startsWith('value'));
}

function measuredByMember(resource: Observation, subject: Subject, performerOf: SubjectOf): boolean {
  if (resource.device) return false;
  return (resource.performer ?? []).some((performer) => {
    const who = performerOf(performer);
    return !('severity' in who) && keyOf(who) === keyOf(subject);
  });
}
