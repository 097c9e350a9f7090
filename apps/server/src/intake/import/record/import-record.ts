import { VigilError } from '@vigil/contract/errors';
import type { Clock } from '#platform/clock.ts';
import { freeBytesOf } from '#platform/disk/disk-space.ts';
import type { FhirService } from '#services/fhir/index.ts';
import { createCapacity } from '../../capacity.ts';
import { createDelivery, type TickSink } from '../../delivery.ts';
import type { Members } from '../../members.ts';
import type { MatchedMembers } from './match-members.ts';
import { readPeopleInFiles } from './people-in-files.ts';
import { createBatches } from './record-batches.ts';
import { openRecordFiles } from './record-files.ts';
import { createReport, type RecordReport } from './report.ts';
import { findWhose, type WhoseOptions } from './whose.ts';

export interface RecordProgress {
  readonly readBytes: number;
  readonly totalBytes: number;
  readonly taken: number;
  readonly refusedTotal: number;
}

export interface ImportRecordOptions extends WhoseOptions {
  /** A file of FHIR R4 (a resource, a Bundle or NDJSON; .gz and .zst too), or a folder of them. */
  readonly path: string;
  /** Where the files come from: the base address of a server, or a name. */
  readonly origin: string;
  /** Ids of this origin name the same thing always, as those of one server do. */
  readonly trustsIds: boolean;
  /** Reads, matches and checks everything and stores nothing. */
  readonly dryRun: boolean;
  /** Awaited before anything is stored, with everybody whose record may be written to. */
  readonly onMembers?: (userIds: readonly string[]) => Promise<void>;
  readonly onProgress?: (progress: RecordProgress) => void;
  /** Ends the import between two batches; what was stored stays, and doing it again completes it. */
  readonly signal?: AbortSignal;
}

export interface ImportRecordDependencies {
  readonly ticksStore: TickSink;
  readonly fhir: Pick<FhirService, 'bringIn'>;
  readonly people: Members & MatchedMembers;
  readonly clock: Clock;
  /** As for intake. */
  readonly dataDir: string | null;
}

/**
 * Brings members' records in from FHIR R4: conditions, procedures, prescriptions, orders, and readings of vital signs. Nothing
 * is doubled by doing it again. Throws `not_found` for a missing file or an unknown member, and what `findWhose`, the files and the
 * stores throw.
 */
export function createRecordImport({ ticksStore, fhir, people, clock, dataDir }: ImportRecordDependencies) {
  const freeBytes = dataDir === null ? null : freeBytesOf(dataDir);
  const capacity = createCapacity({ clock, freeBytes, ticksWaiting: () => ticksStore.backlog().rows });
  const delivery = createDelivery({ ticksStore, capacity, clock, deviceSeen: () => {} });

  return async function importRecord(options: ImportRecordOptions): Promise<RecordReport> {
    const { tenantId, signal } = options;
    const userId = options.userId?.toLowerCase();
    if (userId !== undefined && !(await people.isMember(tenantId, userId)))
      throw new VigilError('not_found', 'The tenant has no such member');
    const files = await openRecordFiles(options.path, signal);
    const inFiles = await readPeopleInFiles(files);
    const whose = await findWhose(people, inFiles, { ...options, ...(userId !== undefined && { userId }) });
    await options.onMembers?.(whose.members);
    const report = createReport();
    for (const [{ id }, match] of whose.matches) {
      const file = id === null ? 'Patient' : `Patient/${id}`;
      if ('userId' in match) report.matched(match.userId);
      else report.refuse({ file, line: 0, resourceType: 'Patient', reason: match.reason });
    }
    const batches = createBatches({ delivery, fhir, people, nowMs: clock.now() }, { ...options, inFiles, whose, report });
    let hasStored = false;
    try {
      for await (const found of files.resources()) {
        if (!(await batches.add(found))) continue;
        hasStored = !options.dryRun;
        const counts = { taken: report.takenTotal(), refusedTotal: report.refusedTotal() };
        options.onProgress?.({ readBytes: files.readBytes(), totalBytes: files.totalBytes, ...counts });
      }
      await batches.flush();
    } catch (error) {
      throw hasStored && error instanceof VigilError && error.status > 500 ? cutShort(error) : error;
    }
    return report.done();
  };
}

/** A store that fails says of its own call that nothing was saved, which is not so of all calls before it. */
const cutShort = (cause: VigilError) =>
  new VigilError(
    cause.code,
    'A store cannot be reached, or has no room left, and the import ended early. What was stored until then is kept; doing it again completes it.',
    { cause },
  );
