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
} from './check-observations.ts';
import { groupByMember } from './group-by-member.ts';
import type { MemberLookup } from './member-lookup.ts';
import { fault, type Issue, note, operationOutcome, within } from './outcome.ts';
import { type Bundle, bundle, fhirPath } from './shapes.ts';

/** Elements of all entries together. A full Bundle of plain Observations has a quarter of them. */
const maxElements = 2_000_000;
/** SampledData packs a reading into two bytes, and each takes fifty times that while it is checked. */
const maxReadings = 250_000;
/** Each member is looked up, entered in the audit log and stored apart: more would keep the caller waiting for many seconds. */
const maxMembers = 1_000;

type Entry = NonNullable<Bundle['entry']>[number];

/**
 * A batch: every entry for itself, with its own status in the answer. A transaction: all or nothing; when one entry
 * cannot be stored nothing is, and the answer is an OperationOutcome that names the entries at fault. Should the store
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
  const { type, entry: entries = [] } = parsed.data;
  if (type !== 'batch' && type !== 'transaction')
    return failed(400, [fault('not-supported', 'Bundle.type', 'Only Bundles of type batch and transaction can be sent here')]);
  const reads = await readEntries(entries, lookup.nowMs);
  if (reads === null) return tooMany(`${maxReadings} readings`);
  if (membersNamed(reads) > maxMembers) return tooMany(`readings of ${maxMembers} members`);
  const checked = await checkObservations(lookup, reads);
  const first = checked.find((one) => !one.ok);
  if (type === 'transaction' && first)
    return failed(
      Number.parseInt(first.status, 10),
      checked.flatMap((one, index) => (one.ok ? [] : within(`Bundle.entry[${index}].resource`, one.issues))).slice(0, maxBundleIssues),
    );
  const lastModified = new Date(lookup.nowMs).toISOString();
  const { groups, replacedIn } = await groupByMember(
    lookup.caller,
    checked.filter((one) => one.ok),
    lookup.nowMs,
  );
  return {
    status: 200,
    resource: {
      resourceType: 'Bundle',
      type: `${type}-response`,
      entry: responsesTo(checked, replacedIn, lastModified).map((response) => ({ response })),
    },
    groups,
  };
}

/** Null when the entries hold more readings than one Bundle may. */
async function readEntries(entries: readonly Entry[], nowMs: number): Promise<readonly Read[] | null> {
  const turn = createTurns();
  const reads: Read[] = [];
  let readings = 0;
  for (const entry of entries) {
    const read = refusedRequest(entry) ?? readResource(entry.resource, nowMs);
    reads.push(read);
    if (read.ok) readings += read.readings.length;
    if (readings > maxReadings) return null;
    await turn();
  }
  return reads;
}

/** Why the entry asks for something that is not done here. A PUT is taken like a POST: the id is ours either way. */
function refusedRequest({ request, resource }: Entry): Refused | null {
  if (!request)
    return refused(
      '400 Bad Request',
      fault(
        'required',
        'Observation.request',
        'An entry has to say what to do with its resource: {"method": "POST", "url": "Observation"}',
      ),
    );
  const [path = ''] = request.url.split(/[?#]/, 1);
  const target = path.startsWith('/') ? path.slice(1) : path;
  const creates =
    (request.method === 'POST' && target === 'Observation') ||
    (request.method === 'PUT' && /^Observation\/[A-Za-z0-9.-]{1,64}$/.test(target));
  if (resource && resource.resourceType !== 'Observation')
    return refused('422 Unprocessable Entity', fault('not-supported', 'Observation', 'Only Observations can be sent here'));
  if (!creates)
    return refused('405 Method Not Allowed', fault('not-supported', 'Observation.request', 'Only POST Observation is done here'));
  if (!resource) return refused('400 Bad Request', fault('required', 'Observation', 'The entry has no resource'));
  return null;
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
  const seenFromBundle = (issues: readonly Issue[]) => operationOutcome(within(`Bundle.entry[${index}].resource`, issues));
  if (!one.ok) return { status: one.status, outcome: seenFromBundle(issues) };
  const notes = issues.length > 0 ? { outcome: seenFromBundle(issues) } : {};
  return { status: '201 Created', location: `Observation/${one.id}`, lastModified, ...notes };
}

function failed(status: number, issues: readonly Issue[]): FhirReading {
  return { status, resource: operationOutcome(issues), groups: [] };
}

function tooMany(what: string): FhirReading {
  return failed(413, [fault('not-supported', 'Bundle.entry', `A Bundle may hold ${what} at most; send it in parts`)]);
}
