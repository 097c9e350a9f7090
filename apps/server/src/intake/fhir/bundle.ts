import { createTurns } from '#platform/turns.ts';
import { maxBundleEntries, maxBundleIssues, maxIssues } from '../limits.ts';
import {
  type CheckedObservation,
  checkObservations,
  type FhirReading,
  hasMoreElements,
  membersNamed,
  type Read,
  type Refused,
  readResource,
  refused,
  refusedBy,
} from './check-observations.ts';
import { groupByMember } from './group-by-member.ts';
import type { MemberLookup } from './member-lookup.ts';
import { fault, type Issue, note, operationOutcome, refusedCondition, within } from './outcome.ts';
import { type Bundle, bundle, fhirPath } from './shapes.ts';
import { ownPath, patientsIn, subjectRule } from './subjects.ts';

/** Elements of all entries together. A full Bundle of plain Observations has a quarter of them. */
const maxElements = 2_000_000;
/** SampledData packs a reading into two bytes, and each takes fifty times that while it is checked. */
const maxReadings = 250_000;
/** Each member is looked up, entered in the audit log and stored apart: more would keep the caller waiting for many seconds. */
const maxMembers = 1_000;

type Entry = NonNullable<Bundle['entry']>[number];

/**
 * A batch: every entry for itself, with its own status in the answer. A transaction: all or nothing; when one entry
 * of them is at fault nothing is stored, and the answer is an OperationOutcome that names the entries at fault. Should the store
 * fail half-way the whole call fails, and sending it again completes it without doubling anything.
 */
export async function readBundle(lookup: MemberLookup, json: unknown): Promise<FhirReading> {
  // Before anything else is looked at: a list of millions would take the check itself many seconds.
  if (entriesIn(json) > maxBundleEntries) return tooMany(`${maxBundleEntries} entries`);
  if (hasMoreElements(json, maxElements)) return tooMany(`${maxElements} elements`);
  const parsed = bundle.safeParse(json);
  if (!parsed.success)
    return failed(
      400,
      parsed.error.issues.slice(0, maxIssues).map(({ path, message }) => fault('structure', `Bundle.${fhirPath(path)}`, message)),
    );
  const { type, implicitRules, entry: entries = [] } = parsed.data;
  // R4, 2.4.1.1, as for an Observation by itself.
  if (implicitRules !== undefined)
    return failed(422, [
      fault('not-supported', 'Bundle.implicitRules', 'They may change the meaning of all the rest, and are not understood here'),
    ]);
  if (type !== 'batch' && type !== 'transaction')
    return failed(400, [fault('not-supported', 'Bundle.type', 'Only Bundles of type batch and transaction can be sent here')]);
  const reads = await readEntries(entries, lookup);
  if (reads === null) return tooMany(`${maxReadings} readings`);
  if (membersNamed(reads) > maxMembers) return tooMany(`readings of ${maxMembers} members`);
  const checked = await checkObservations(lookup, reads);
  const isTransaction = type === 'transaction';
  const first = isTransaction ? firstFault(checked) : undefined;
  if (first)
    return failed(
      Number.parseInt(first.status, 10),
      checked
        .flatMap((one, index) => (one.ok || (one.isOther && !first.isOther) ? [] : within(`Bundle.entry[${index}]`, one.issues)))
        .slice(0, maxBundleIssues),
    );
  const lastModified = new Date(lookup.nowMs).toISOString();
  const { groups, accepted, replacedTotal, replacedIn } = await groupByMember(
    lookup.caller,
    checked.filter((one) => one.ok),
    lookup.nowMs,
  );
  return {
    status: 200,
    resource: {
      resourceType: 'Bundle',
      type: `${type}-response`,
      entry: responsesTo(isTransaction ? checked.map(asOther) : checked, replacedIn, lastModified).map((response) => ({ response })),
    },
    groups,
    counts: {
      accepted,
      replacedTotal,
      refusedBy: refusedBy(checked.flatMap((one) => (one.ok || (isTransaction && one.isOther) ? [] : [one]))),
    },
  };
}

/**
 * Why a transaction fails. What is no vital sign is no fault: senders put a whole visit in one transaction. But one of which
 * nothing at all would be stored fails with that.
 */
function firstFault(checked: readonly CheckedObservation[]): Refused | undefined {
  const refusals = checked.filter((one) => !one.ok);
  return refusals.find((one) => !one.isOther) ?? (refusals.length === checked.length ? refusals[0] : undefined);
}

/** A transaction that went in refused nothing; of what it passed over, the issues are notes. */
function asOther(one: CheckedObservation): CheckedObservation {
  return one.ok
    ? one
    : { ...one, status: '200 OK', issues: one.issues.map(({ expression, diagnostics }) => note(expression, `Not stored: ${diagnostics}`)) };
}

/** Null when the entries hold more readings than one Bundle may. */
async function readEntries(entries: NonNullable<Bundle['entry']>, { nowMs, hosts }: MemberLookup): Promise<readonly Read[] | null> {
  const subjectOf = subjectRule(hosts, patientsIn(entries));
  const turn = createTurns();
  const reads: Read[] = [];
  let readings = 0;
  for (const entry of entries) {
    const read = refusedRequest(entry, hosts) ?? readResource(entry.resource, nowMs, subjectOf);
    reads.push(read);
    if (read.ok) readings += read.readings.length;
    if (readings > maxReadings) return null;
    await turn();
  }
  return reads;
}

/** What the answer would have to depend on. */
const conditions = ['ifNoneExist', 'ifMatch', 'ifNoneMatch', 'ifModifiedSince'] as const;

/**
 * Why the entry asks for something that is not done here. An Observation cannot be put under an id of the sender's: it would get
 * another. What is not stored at all may ask for any of it: it is told that nothing became of it.
 */
function refusedRequest({ request, resource, modifierExtension }: Entry, hosts: readonly string[]): Refused | null {
  if (!request)
    return refused(
      '400 Bad Request',
      fault('required', 'Entry.request', 'An entry has to say what to do with its resource: {"method": "POST", "url": "Observation"}'),
    );
  if (modifierExtension !== undefined || request.modifierExtension !== undefined)
    return refused(
      '422 Unprocessable Entity',
      fault('not-supported', 'Entry.modifierExtension', 'The entry may mean something else by it, and it is not understood here'),
    );
  const [path = ''] = request.url.split(/[?#]/, 1);
  const target = ownPath(path, hosts)?.replace(/\/$/, '') ?? null;
  if (target === null)
    return refused('400 Bad Request', fault('value', 'Entry.request.url', 'The address is another server’s; send {"url": "Observation"}'));
  const [type = '', id] = target.split('/');
  const creates =
    (request.method === 'POST' && id === undefined) || (request.method === 'PUT' && id !== undefined && /^[A-Za-z0-9.-]{1,64}$/.test(id));
  if (resource && resource.resourceType !== 'Observation')
    return {
      ...refused('422 Unprocessable Entity', fault('not-supported', 'Observation', 'Only Observations of vital signs are stored here')),
      isOther: creates && type === resource.resourceType,
    };
  if (request.method !== 'POST' || target !== 'Observation')
    return refused(
      '405 Method Not Allowed',
      fault('not-supported', 'Entry.request', 'Only POST Observation is done here; the id of an Observation follows from its reading'),
    );
  if (!resource) return refused('400 Bad Request', fault('required', 'Observation', 'The entry has no resource'));
  const condition = conditions.find((name) => request[name] !== undefined);
  return condition === undefined ? null : refused('412 Precondition Failed', refusedCondition(`Entry.request.${condition}`));
}

function entriesIn(json: unknown): number {
  const { entry } = (json ?? {}) as { entry?: unknown };
  return Array.isArray(entry) ? entry.length : 0;
}

const replacedNote = note(
  'Observation.effective',
  'An entry further down has a value of the same measurement for the same moment; that one is stored',
);

/** What became of each entry; the issues listed are bounded over all of them, so that an answer stays in proportion to what was sent. */
function responsesTo(checked: readonly CheckedObservation[], replacedIn: ReadonlySet<number>, lastModified: string): readonly object[] {
  let room = maxBundleIssues;
  return checked.map((one, index) => {
    const notes = one.ok && replacedIn.has(index) ? [replacedNote, ...one.read.notes] : one.ok ? one.read.notes : one.issues;
    const issues = notes.slice(0, Math.max(room, one.ok ? 0 : 1));
    room -= issues.length;
    return responseOf(one, issues, index, lastModified);
  });
}

function responseOf(one: CheckedObservation, issues: readonly Issue[], index: number, lastModified: string): object {
  const seenFromBundle = (issues: readonly Issue[]) => operationOutcome(within(`Bundle.entry[${index}]`, issues));
  if (!one.ok) return { status: one.status, outcome: seenFromBundle(issues) };
  const notes = issues.length > 0 ? { outcome: seenFromBundle(issues) } : {};
  return { status: '201 Created', location: `Observation/${one.id}`, lastModified, ...notes };
}

function failed(status: number, issues: readonly Issue[]): FhirReading {
  return {
    status,
    resource: operationOutcome(issues),
    groups: [],
    counts: { accepted: 0, replacedTotal: 0, refusedBy: refusedBy(issues.map((issue) => ({ issues: [issue] }))) },
  };
}

function tooMany(what: string): FhirReading {
  return failed(413, [fault('not-supported', 'Bundle.entry', `A Bundle may hold ${what} at most; send it in parts`)]);
}
