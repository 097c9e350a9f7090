import { createTurns } from '#platform/turns.ts';
import type { TickGroup } from '../delivery.ts';
import { maxIssues } from '../limits.ts';
import { timestampOf } from './effective.ts';
import { type AdmittedObservation, provenanceOfObservation } from './group-by-member.ts';
import type { FoundMember, MemberLookup, Refusal } from './member-lookup.ts';
import { observationId } from './observation-id.ts';
import { fault, type Issue } from './outcome.ts';
import { type ReadObservation, readObservation, refusedDay } from './read-observation.ts';

/** What a FHIR call comes to: the answer, and the ticks that have to be durable before it is given. */
export interface FhirReading {
  readonly status: number;
  readonly resource: { readonly resourceType: string; readonly [key: string]: unknown };
  /** Address of what was created. */
  readonly location?: string;
  readonly groups: readonly TickGroup[];
}

/** An Observation that can be stored as far as it can be told from itself, or a refusal with an HTTP status. */
export type Read = ReadObservation | Refused;

export interface Refused {
  readonly ok: false;
  readonly status: Refusal;
  readonly issues: readonly Issue[];
}

/** What became of one Observation: it may be stored and has an id, or it is refused. */
export type CheckedObservation = (AdmittedObservation & { readonly ok: true; readonly id: string }) | Refused;

export function refused(status: Refusal, ...issues: readonly Issue[]): Refused {
  return { ok: false, status, issues };
}

/** Elements of one Observation. Those of HL7's own examples have fewer than a hundred; samples are one element, a text. */
const maxElements = 10_000;

export function readResource(json: unknown, nowMs: number): Read {
  // Before anything else is looked at: a list of millions would take the check itself many seconds.
  if (hasMoreElements(json, maxElements))
    return refused(
      '422 Unprocessable Entity',
      fault('not-supported', 'Observation', `An Observation may have ${maxElements} elements at most; send several`),
    );
  const read = readObservation(json, nowMs);
  return read.ok ? read : refused('422 Unprocessable Entity', ...read.issues.slice(0, maxIssues));
}

/** Whether a JSON value holds more than so many values, its own included. Takes no longer than looking at as many. */
export function hasMoreElements(json: unknown, most: number): boolean {
  const open: unknown[] = [json];
  for (let count = 0; open.length > 0; count += 1) {
    if (count > most) return true;
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    // A list that is longer by itself need not be walked through to be seen.
    if (Array.isArray(next) && next.length > most) return true;
    for (const key in next) open.push((next as Record<string, unknown>)[key]);
  }
  return false;
}

/** Checks Observations against their members, who are looked up once each. */
export async function checkObservations(lookup: MemberLookup, reads: readonly Read[]): Promise<readonly CheckedObservation[]> {
  const zoneNeeded = new Map<string, boolean>();
  for (const read of reads) if (read.ok) zoneNeeded.set(read.userId, zoneNeeded.get(read.userId) === true || read.effective.kind === 'day');
  const asked = [...zoneNeeded].map(([userId, needed]) => ({ userId, zoneNeeded: needed }));
  const found = new Map((await lookup.find(asked)).map((member) => [member.userId, member]));
  const turn = createTurns();
  const checked: CheckedObservation[] = [];
  for (const [index, read] of reads.entries()) {
    checked.push(read.ok ? checkOne(lookup, read, index, found.get(read.userId)) : read);
    await turn();
  }
  return checked;
}

function checkOne(
  { caller, nowMs }: MemberLookup,
  read: ReadObservation,
  index: number,
  member: FoundMember | undefined,
): CheckedObservation {
  if (!member) throw new Error('A member of an Observation was not looked up');
  if (member.refusal) return refused(member.refusal.status, member.refusal.issue);
  const { timeZone } = member;
  const issues = refusedDay(read, timeZone, nowMs);
  if (issues.length > 0) return refused('422 Unprocessable Entity', ...issues);
  const { source } = provenanceOfObservation(caller, read);
  return { ok: true, index, read, timeZone, id: observationId(read, source, timestampOf(read.effective, timeZone)) };
}

/** How many members the Observations name. */
export function membersNamed(reads: readonly Read[]): number {
  return new Set(reads.map((read) => (read.ok ? read.userId : undefined)).filter((userId) => userId !== undefined)).size;
}
