import { VigilError } from '@vigil/contract/errors';
import type { RequestContext } from '#http/route.ts';
import { createProcessPool, type LostReason, LostTask, type Task } from '#platform/processes/process-pool.ts';
import type { ReadFile } from '../csv/read-file.ts';
import type { FhirReading } from '../fhir/check-observations.ts';
import type { AskedMember, MemberLookup } from '../fhir/member-lookup.ts';
import type { ReadBatch } from '../ticks/read-batch.ts';
import { unpackGroups } from './packed-groups.ts';
import type { FhirCall, WrittenReading, works } from './works.ts';

export interface LargeBodiesOptions {
  /** Bodies of ticks above this are read in another process, in bytes. */
  readonly aboveBytes: number;
  readonly processes: number;
  /** What the objects of one body may take while it is read, in MiB. */
  readonly memoryMiB: number;
  /** How long reading one body may take, in seconds. */
  readonly seconds: number;
  /** Bodies that may wait to be read. They hold memory; their own budget ends before this does, unless they are all just above the line. */
  readonly maxWaiting: number;
}

/** Reads bodies that are too large for the event loop in processes of their own, to the same result as small ones. */
export interface LargeBodies {
  /** By format, in bytes: so many keep the event loop for about as long as each other. */
  readonly aboveBytes: { readonly ticks: number; readonly csv: number; readonly fhir: number };
  /** Each throws what reading a small body throws; too_many_requests while many wait, body_too_large for one that takes too much. */
  readBatch(bytes: Buffer, nowMs: number, context: RequestContext): Promise<ReadBatch>;
  readFile(bytes: Buffer, options: Parameters<(typeof works)['readFile']>[0]['options'], context: RequestContext): Promise<ReadFile>;
  readFhir(call: FhirCall, bytes: Buffer, lookup: MemberLookup, context: RequestContext): Promise<ReadFhir>;
  stop(): Promise<void>;
}

/** A FHIR call, read, with its answer written. */
export interface ReadFhir extends Omit<FhirReading, 'resource'> {
  readonly payload: Buffer;
}

/** What a byte of a format costs, as a multiple of a byte of JSON ticks. */
const costOfByte = { ticks: 1, csv: 4, fhir: 3 } as const;

export function createLargeBodies(options: LargeBodiesOptions): LargeBodies {
  const { aboveBytes, processes, memoryMiB, seconds, maxWaiting } = options;
  const script = new URL('./process.ts', import.meta.url);
  const pool = createProcessPool({ script, processes, memoryMiB, taskSeconds: seconds, maxWaiting });

  async function run<Result>(work: keyof typeof works, bytes: Buffer, more: object, context: RequestContext, answer?: Task['answer']) {
    try {
      return await pool.run<Result>({
        work,
        input: { ...more, bytes },
        // Whoever sends many large bodies, with however many devices, waits for their own.
        turnOf: [context.owner.tenant, context.owner.principal],
        signal: context.signal,
        answer,
      });
    } catch (error) {
      throw error instanceof LostTask ? refusals[error.reason](error, options) : error;
    }
  }

  return {
    aboveBytes: {
      ticks: aboveBytes,
      csv: Math.floor(aboveBytes / costOfByte.csv),
      fhir: Math.floor(aboveBytes / costOfByte.fhir),
    },
    readBatch: (bytes, nowMs, context) => run<ReadBatch>('readBatch', bytes, { nowMs }, context),
    readFile: (bytes, file, context) => run<ReadFile>('readFile', bytes, { options: file }, context),
    async readFhir(call, bytes, { find, ...lookup }, context) {
      const answer = (asked: unknown) => find(asked as AskedMember[]);
      const { payload, packed, ...reading } = await run<WrittenReading>('readFhir', bytes, { call, lookup }, context, answer);
      const written = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
      return { ...reading, groups: unpackGroups(packed), payload: written };
    },
    stop: () => pool.stop(),
  };
}

const tryAgain = { retryAfterSeconds: 2 };

const refusals: Readonly<Record<LostReason, (cause: Error, limits: LargeBodiesOptions) => VigilError>> = {
  'too-many-waiting': () =>
    new VigilError(
      'too_many_requests',
      'The server has as many large uploads to read as it can hold; nothing of this one was stored. Send it again shortly.',
      tryAgain,
    ),
  'out-of-time': (_, { seconds }) =>
    new VigilError(
      'body_too_large',
      `Reading the body took longer than the ${seconds} seconds that one call may take; nothing of it was stored. Send it in parts.`,
    ),
  'out-of-memory': () =>
    new VigilError(
      'body_too_large',
      'The body takes more memory to read than one call may have; nothing of it was stored. Send it in parts.',
    ),
  'given-up': () =>
    new VigilError(
      'too_many_requests',
      'The call was given up before the body was read; nothing of it was stored. Send it again.',
      tryAgain,
    ),
  killed: () =>
    new VigilError(
      'ticks_unavailable',
      'The server had to give up reading the body, through no fault of the body; nothing of it was stored. Send it again.',
      tryAgain,
    ),
  died: (cause) => new VigilError('internal', 'Reading the body failed on our side; nothing of it was stored.', { cause }),
};
