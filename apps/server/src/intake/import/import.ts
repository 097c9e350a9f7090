import { VigilError } from '@vigil/contract/errors';
import type { Clock } from '#platform/clock.ts';
import { createCapacity, freeBytesOf } from '../capacity.ts';
import { refuseOtherMember } from '../csv/other-member.ts';
import { readCsv, requireOnePerson } from '../csv/read-csv.ts';
import { createDelivery, type TickGroup, type TickSink } from '../delivery.ts';
import type { Members } from '../members.ts';
import type { CollectedTicks, ListedTick } from '../tick-collector.ts';
import { importTicks } from './import-ticks.ts';
import { openFile } from './open-file.ts';
import { count, newTally } from './tally.ts';

export type ImportFormat = 'ticks' | 'csv';

export interface ImportProgress {
  readonly readBytes: number;
  readonly totalBytes: number;
  readonly accepted: number;
  readonly rejectedTotal: number;
}

export interface ImportOptions {
  readonly path: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly format: ImportFormat;
  /** Zone of local times in a CSV; the member's own by default. */
  readonly timeZone?: string;
  /** Whose lines of a CSV to read, as a column of the file names the person; needed where the file is about several. */
  readonly person?: string;
  /** Reads and checks everything and stores nothing. */
  readonly dryRun?: boolean;
  /** `imported` by default. No file can prove that a device measured, so `device` is not to be had here. */
  readonly source?: 'imported' | 'manual';
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Ends the import between two batches; what was stored stays, and doing it again completes it. */
  readonly signal?: AbortSignal;
}

export interface ImportResult {
  readonly accepted: number;
  /** Right values that gave way to a later one of the same moment: counted within each batch of some 50,000. */
  readonly replacedTotal: number;
  /** The first thousand. */
  readonly rejected: readonly ListedTick[];
  readonly rejectedTotal: number;
}

export interface ImportDependencies {
  readonly ticksStore: TickSink;
  readonly people: Members;
  readonly clock: Clock;
  /** As for intake. */
  readonly dataDir: string | null;
}

const batchTicks = 50_000;

/**
 * Brings readings in from a file of any size on disk (gzip and zstd too), by the rules of the calls over HTTP. Batches
 * are stored as they are read; an import that was cancelled or failed is completed by doing it again, as a tick sent
 * twice is one tick. Throws `not_found` for an unknown member or file, `invalid_input`, `invalid_json` or
 * `invalid_body_encoding` for a file that cannot be read, and what the ticks store throws.
 */
export function createImport({
  ticksStore,
  people: members,
  clock,
  dataDir,
}: ImportDependencies): (options: ImportOptions) => Promise<ImportResult> {
  const freeBytes = dataDir === null ? null : freeBytesOf(dataDir);
  const capacity = createCapacity({ clock, freeBytes, ticksWaiting: () => ticksStore.backlog().rows });
  const delivery = createDelivery({ ticksStore, capacity, clock, deviceSeen: () => {} });

  return async function importFile(options) {
    const { tenantId, signal, source = 'imported' } = options;
    const userId = options.userId.toLowerCase();
    if (!(await members.isMember(tenantId, userId))) throw new VigilError('not_found', 'The tenant has no such member');
    const file = await openFile(options.path, signal);
    const tally = newTally();
    const nowMs = clock.now();

    async function store(
      part: { accepted: number; replacedTotal: number; rejected: readonly ListedTick[]; rejectedTotal: number },
      groups: readonly TickGroup[],
    ): Promise<void> {
      signal?.throwIfAborted();
      // A large file takes hours, and whoever was erased meanwhile is not to come back by it.
      if (!(await members.isMember(tenantId, userId)))
        throw new VigilError('not_found', 'The member was erased while the import was under way. It ended, and nothing more was stored');
      if (!options.dryRun) await delivery.deliver(tenantId, { kind: 'anyone' }, groups);
      count(tally, part);
      options.onProgress?.({
        readBytes: file.readBytes(),
        totalBytes: file.totalBytes,
        accepted: tally.accepted,
        rejectedTotal: tally.rejectedTotal,
      });
    }
    const storeCollected = (collected: CollectedTicks) => store(collected, [{ source, deviceId: null, userId, series: collected.series }]);

    const memberTimeZone = await members.timeZoneOf(tenantId, userId);
    const member = await members.identifiersOf(tenantId, userId);
    if (options.format === 'csv') {
      const { person } = options;
      const csv = {
        nowMs,
        timeZone: options.timeZone,
        memberTimeZone,
        person,
        member,
        batchTicks,
        maxRows: Number.POSITIVE_INFINITY,
        signal,
      };
      // Batches are stored as they are read, so whom the file is about has to be known before the first.
      const lookedThrough = await openFile(options.path, signal);
      await refuseOtherMember(members, tenantId, userId, await requireOnePerson(lookedThrough.bytes, csv));
      await readCsv(file.bytes, csv, storeCollected);
    } else await importTicks(file.bytes, nowMs, batchTicks, storeCollected);
    return tally;
  };
}
