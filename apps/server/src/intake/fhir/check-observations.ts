import { createTurns } from '#platform/turns.ts';
import type { TickGroup } from '../delivery.ts';
import { maxIssues } from '../limits.ts';
import type { ReadingCounts } from '../reading-counter.ts';
import { timestampOf } from './effective.ts';
import { type AdmittedObservation, provenanceOfObservation } from './group-by-member.ts';
import type { AskedMember, FoundMember, MemberLookup, Refusal } from './member-lookup.ts';
import { observationId } from './observation-id.ts';
import { fault, type Issue } from './outcome.ts';
import { type ReadObservation, readObservation, refusedDay } from './read-observation.ts';
import { keyOf, type SubjectOf } from './subjects.ts';

/** What a FHIR call comes to: the answer, and the ticks that have to be durable before it is given. */
export interface FhirReading {
  readonly status: number;
  readonly resource: { readonly resourceType: string; readonly [key: string]: unknown };
  /** Address of what was created. */
  readonly location?: string;
  readonly groups: readonly TickGroup[];
  /** Readings accepted and replaced, and Observations refused by the type of their first issue. */
  readonly counts: ReadingCounts;
}

/** An Observation that can be stored as far as it can be told from itself, or a refusal with an HTTP status. */
export type Read = ReadObservation | Refused;

export interface Refused {
  readonly ok: false;
  readonly status: Refusal;
  readonly issues: readonly Issue[];
  /** Nothing that Vigil keeps: a transaction goes on without it. */
  readonly isOther?: boolean;
}

/** What became of one Observation: it may be stored and has an id, or it is refused. */
export type CheckedObservation = (AdmittedObservation & { readonly ok: true; readonly id: string }) | Refused;

export function refused(status: Refusal, ...issues: readonly Issue[]): Refused {
  return { ok: false, status, issues };
}

/** Refusals, each by the type of its first issue. */
export function refusedBy(refusals: readonly { readonly issues: readonly Issue[] }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { issues } of refusals) {
    const code = issues[0]?.code ?? 'processing';
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Elements of one Observation. Those of HL7's own examples have fewer than a hundred; samples are one element, a text. */
const maxElements = 10_000;

export function readResource(json: unknown, nowMs: number, subjectOf: SubjectOf): Read {
  // Before anything else is looked at: a list of millions would take the check itself many seconds.
  if (hasMoreElements(json, maxElements))
    return refused(
      '422 Unprocessable Entity',
      fault('not-supported', 'Observation', `An Observation may have ${maxElements} elements at most; send several`),
    );
  const read = readObservation(json, nowMs, subjectOf);
  return read.ok ? read : { ...refused('422 Unprocessable Entity', ...read.issues.slice(0, maxIssues)), isOther: read.isOther };
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
  const asked = new Map<string, AskedMember>();
  for (const read of reads) {
    if (!read.ok) continue;
    const key = keyOf(read.subject);
    const zoneNeeded = asked.get(key)?.zoneNeeded === true || read.effective.kind === 'day';
    asked.set(key, { subject: read.subject, zoneNeeded });
  }
  const members = await lookup.find([...asked.values()]);
  const found = new Map([...asked.keys()].map((key, index) => [key, members[index]]));
  const turn = createTurns();
  const checked: CheckedObservation[] = [];
  for (const [index, read] of reads.entries()) {
    checked.push(read.ok ? checkOne(lookup, read, index, found.get(keyOf(read.subject))) : read);
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
  const { userId, timeZone } = member;
  const issues = refusedDay(read, timeZone, nowMs);
  if (issues.length > 0) return refused('422 Unprocessable Entity', ...issues);
  const { source } = provenanceOfObservation(caller, read);
  return { ok: true, index, userId, read, timeZone, id: observationId(userId, read, source, timestampOf(read.effective, timeZone)) };
}

/** How many members the Observations name, as far as they can be told apart before they are looked up. */
export function membersNamed(reads: readonly Read[]): number {
  return new Set(reads.map((read) => (read.ok ? keyOf(read.subject) : undefined)).filter((key) => key !== undefined)).size;
}
