import type { TickGroup } from '../delivery.ts';
import { type AdmittedObservation, groupByMember } from '../fhir/group-by-member.ts';
import { fault } from '../fhir/outcome.ts';
import { readObservation, refusedDay } from '../fhir/read-observation.ts';
import { memberReferred, type Subject, type SubjectOf } from '../fhir/subjects.ts';
import type { ListedTick } from '../tick-collector.ts';
import { jsonDocuments } from './json-documents.ts';

export interface FhirPart {
  readonly groups: readonly TickGroup[];
  readonly accepted: number;
  readonly replacedTotal: number;
  readonly rejected: readonly ListedTick[];
  readonly rejectedTotal: number;
}

export interface ImportFhirOptions {
  readonly userId: string;
  readonly timeZone: string;
  readonly nowMs: number;
  readonly batchTicks: number;
  /** Whether an id is another member of the tenant. */
  readonly isOtherMember: (userId: string) => Promise<boolean>;
}

/**
 * Reads Observations from NDJSON (bulk export) or from Bundles of any type; other resources are passed over. The file is
 * about one person: the first subject it names is taken for the member, unless it is another member's own id, and an
 * Observation about anyone else is refused.
 */
export async function importFhir(
  bytes: AsyncIterable<Uint8Array>,
  options: ImportFhirOptions,
  onBatch: (part: FhirPart) => Promise<void>,
): Promise<void> {
  let fileSubject: string | undefined;
  let admitted: AdmittedObservation[] = [];
  let rejected: ListedTick[] = [];
  let waiting = 0;
  let position = 0;

  async function subjectRule(json: unknown): Promise<SubjectOf> {
    const reference = (json as { subject?: { reference?: unknown } }).subject?.reference;
    const named = typeof reference === 'string' ? memberReferred(reference, onAnyServer) : null;
    const isOthers = named !== null && named !== options.userId && (await options.isOtherMember(named));
    const member: Subject = { userId: options.userId };
    return ({ reference: text, identifier }) => {
      if (named === options.userId) return member;
      if (isOthers) return fault('forbidden', 'Observation.subject.reference', 'This Observation is about another member');
      const person = text ?? identifier?.value;
      if (person === undefined) return fault('required', 'Observation.subject', 'The Observation does not say whom it is about');
      fileSubject ??= person;
      return person === fileSubject
        ? member
        : fault('value', 'Observation.subject.reference', 'The file is about one person, and this Observation about another');
    };
  }

  async function add(json: unknown): Promise<void> {
    position += 1;
    const read = readObservation(json, options.nowMs, await subjectRule(json), performerOf);
    const issues = read.ok ? refusedDay(read, options.timeZone, options.nowMs) : read.issues;
    if (read.ok && issues.length === 0) {
      admitted.push({ index: position, userId: options.userId, read, timeZone: options.timeZone });
      waiting += read.readings.length;
    } else
      for (const { diagnostics, expression } of issues)
        rejected.push({ index: position, metric: null, reason: `${diagnostics} (${expression})` });
    if (waiting >= options.batchTicks || rejected.length >= options.batchTicks) await flush();
  }

  async function flush(): Promise<void> {
    const part = {
      ...(await groupByMember({ kind: 'anyone' }, admitted, options.nowMs)),
      rejected,
      rejectedTotal: rejected.length,
    };
    admitted = [];
    rejected = [];
    waiting = 0;
    await onBatch(part);
  }

  for await (const document of jsonDocuments(bytes)) {
    if (!document.ok) rejected.push({ index: document.line, metric: null, reason: 'The line is not valid JSON' });
    else for (const resource of observationsOf(document.value)) await add(resource);
  }
  await flush();
}

function* observationsOf(json: unknown): Generator<unknown> {
  const { resourceType, entry } = (json ?? {}) as { resourceType?: unknown; entry?: unknown };
  if (resourceType === 'Observation') yield json;
  if (resourceType !== 'Bundle' || !Array.isArray(entry)) return;
  for (const item of entry as { resource?: unknown }[]) yield* observationsOf(item?.resource);
}

/** A file names the server that it comes from, and whose address our own had then is not known: an id counts behind any. */
function onAnyServer(reference: string): string {
  return reference.slice(Math.max(0, reference.toLowerCase().lastIndexOf('patient/')));
}

/** Who measured counts where the file names the member by our own id. */
const performerOf: SubjectOf = ({ reference }) => {
  const userId = reference === undefined ? null : memberReferred(reference, onAnyServer);
  return userId === null ? fault('value', 'Observation.performer', 'Nobody of ours') : { userId };
};
