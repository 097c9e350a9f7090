import { VigilError } from '@vigil/contract/errors';
import type { Clock } from '#platform/clock.ts';
import { freeBytesOf } from '#platform/disk/disk-space.ts';
import { createCapacity } from '../capacity.ts';
import { findPersons, readCsv } from '../csv/read-csv.ts';
import { requireThisMember } from '../csv/this-member.ts';
import { createDelivery, type TickGroup, type TickSink } from '../delivery.ts';
import { formats } from '../formats/all-formats.ts';
import type { FilePart, Format } from '../formats/format.ts';
import { type OpenParts, openParts } from '../formats/open-parts.ts';
import { type ReadOptions, type ReadSummary, readFormatted, requireOnePerson } from '../formats/read-formatted.ts';
import { type Recognised, recognise } from '../formats/recognise.ts';
import { startOf } from '../formats/start.ts';
import type { Members } from '../members.ts';
import type { CollectedTicks, ListedTick } from '../tick-collector.ts';
import { cutShort } from './cut-short.ts';
import { importTicks } from './import-ticks.ts';
import { createStoredMoments } from './stored-moments.ts';
import { count, newTally } from './tally.ts';

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
  /** `csv`, `ticks`, or the id of a format; by default it is told by what the file holds. */
  readonly format?: string;
  /** Zone of local times that name none; the member's own by default. */
  readonly timeZone?: string;
  /** Whose readings to take, as the file names persons; needed where the file is about several. */
  readonly person?: string;
  /** Headings of a CSV whose columns do not tell persons apart. */
  readonly notPersons?: readonly string[];
  /** When a file begins that says its times only in seconds since its start. */
  readonly start?: string;
  /** Reads and checks everything and stores nothing. */
  readonly dryRun?: boolean;
  /** `imported` by default. No file can prove that a device measured, so `device` is not to be had here. */
  readonly source?: 'imported' | 'manual';
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Ends the import between two batches; what was stored stays, and doing it again completes it. */
  readonly signal?: AbortSignal;
}

export interface ImportResult extends ReadSummary {
  /** Id of the format that the file was read as. */
  readonly format: string;
  /** Readings of this file that are stored, or in a dry run would be: those of one moment of a metric are one. */
  readonly accepted: number;
  /** Right values that gave way to a later one of the same moment. */
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
  /** What a packed file, or all of a zip, may unpack to. */
  readonly mostUnpackedBytes: number;
}

const batchTicks = 50_000;

/** What a file of readings can be told to be. */
const importFormats: readonly string[] = ['csv', 'ticks', ...formats.map(({ id }) => id)];

/**
 * Brings readings in from a file of any size on disk (gzip, zstd and zip too), by the rules of the calls over HTTP. Batches
 * are stored as they are read; an import that was cancelled or failed is completed by doing it again, as a tick sent
 * twice is one tick. Throws `not_found` for an unknown member or file, `invalid_input`, `invalid_json`, `body_too_large` or
 * `invalid_body_encoding` for a file that cannot be read or is of no known format, `conflict` for one about another member,
 * and what the ticks store throws.
 */
export function createImport({
  ticksStore,
  people: members,
  clock,
  dataDir,
  mostUnpackedBytes,
}: ImportDependencies): (options: ImportOptions) => Promise<ImportResult> {
  const freeBytes = dataDir === null ? null : freeBytesOf(dataDir);
  const capacity = createCapacity({ clock, freeBytes, ticksWaiting: () => ticksStore.backlog().rows });
  const delivery = createDelivery({ ticksStore, capacity, clock, deviceSeen: () => {} });

  /** Counts what was read, and stores it unless the import is a dry run. */
  function createStore(
    { tenantId, userId, signal, source = 'imported', dryRun, onProgress }: ImportOptions,
    file: OpenParts,
    deviceId: string | null,
  ) {
    const tally = newTally();
    const moments = createStoredMoments();
    async function store(collected: CollectedTicks): Promise<void> {
      await storeBatch(collected).catch((error: unknown) => {
        throw dryRun ? error : cutShort(error, tally.accepted);
      });
    }
    async function storeBatch(collected: CollectedTicks): Promise<void> {
      signal?.throwIfAborted();
      // A large file takes hours, and whoever was erased meanwhile is not to come back by it.
      if (!(await members.isMember(tenantId, userId)))
        throw new VigilError('not_found', 'The member was erased while the import was under way. It ended, and nothing more was stored');
      const { accepted, replacedTotal, series } = collected;
      const again = moments.cameBefore(series);
      const groups: readonly TickGroup[] = [{ source, deviceId, userId, series }];
      if (!dryRun) await delivery.deliver(tenantId, { kind: 'anyone' }, groups);
      count(tally, { ...collected, accepted: accepted - again, replacedTotal: replacedTotal + again });
      const progress = { readBytes: file.readBytes(), totalBytes: file.totalBytes };
      onProgress?.({ ...progress, accepted: tally.accepted, rejectedTotal: tally.rejectedTotal });
    }
    return { tally, store };
  }

  return async function importFile(given) {
    const options = { ...given, userId: given.userId.toLowerCase() };
    const { tenantId, userId, person, notPersons = [], signal } = options;
    if (!(await members.isMember(tenantId, userId))) throw new VigilError('not_found', 'The tenant has no such member');
    const file = await openParts(options.path, mostUnpackedBytes, signal);
    try {
      const format = formatOf(options.format, file);
      if (typeof format === 'string') startOf({ name: format }, { start: options.start, timeZone: 'UTC' });
      if (format !== 'csv' && notPersons.length > 0) throw onlyForCsv();
      const memberTimeZone = await members.timeZoneOf(tenantId, userId);
      const reading = { nowMs: clock.now(), timeZone: options.timeZone, memberTimeZone, person, batchTicks, signal };
      const { tally, store } = createStore(options, file, typeof format === 'string' ? null : (format.device ?? null));
      let summary: ReadSummary = { skipped: new Map(), notes: new Map() };
      // Batches are stored as they are read, so whom the file is about has to be known before the first.
      if (format === 'csv') {
        const csv = { ...reading, notPersons, maxRows: Number.POSITIVE_INFINITY };
        await requireThisMember(members, options, await findPersons(wholeOf(file).bytes(), csv));
        await readCsv(wholeOf(file).bytes(), csv, store);
      } else if (format === 'ticks') await importTicks(wholeOf(file).bytes(), reading.nowMs, batchTicks, store);
      else {
        const own: ReadOptions = {
          ...reading,
          timeZone: options.timeZone ?? memberTimeZone,
          birthDate: (await members.identifiersOf(tenantId, userId)).birthDate,
          start: options.start,
        };
        const values = await requireOnePerson(format, file.parts, own);
        const named = [{ place: 'what it calls the person', values, identifier: null, areNames: false }];
        await requireThisMember(members, options, { refusal: null, named });
        summary = await readFormatted(format, file.parts, own, store);
      }
      return { format: typeof format === 'string' ? format : format.id, ...tally, ...summary };
    } finally {
      file.close();
    }
  };
}

/** Throws `invalid_input` for a name that is no format's, and where the file is of none or could be of several. */
function formatOf(named: string | undefined, file: OpenParts): Recognised {
  if (named === undefined) return recognise(file.start, formats);
  if (named === 'csv' || named === 'ticks') return named;
  const format: Format | undefined = formats.find(({ id }) => id === named);
  if (format) return format;
  throw new VigilError('invalid_input', `There is no such format; there are ${importFormats.join(', ')}`);
}

function onlyForCsv(): VigilError {
  return new VigilError('invalid_input', 'Columns that do not tell persons apart can be named for a CSV only; nothing was stored', {
    fields: [{ field: 'notPersons', message: 'Leave it out for a file of this format' }],
  });
}

/** The one file that holds everything. */
function wholeOf({ parts }: OpenParts): FilePart {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  throw new VigilError('invalid_input', 'The zip holds several files, or none; unpack it and send the one that is meant');
}
