import { VigilError } from '@vigil/contract/errors';
import { createProcessPool, type LostReason, LostTask } from '#platform/processes/process-pool.ts';
import type { Inspected, works } from './works.ts';

/** Whose file it is: files that wait are looked at in turns. */
export interface FileOwner {
  readonly tenantId: string;
  readonly userId: string;
}

/** Looks into files of strangers, in processes of their own: what is in there may break or stall whoever reads it. */
export interface Inspector {
  /** Throws invalid_input for a file that takes too much to look into, and too_many_requests while many wait. */
  inspect(path: string, owner: FileOwner): Promise<Inspected>;
  /** The bytes of a WebP. Throws where it cannot be made. */
  thumbnail(path: string, owner: FileOwner): Promise<Uint8Array>;
  stop(): Promise<void>;
}

/**
 * One at a time, so that all the pictures of a moment take no more memory than one. The largest that is taken, of 60 million pixels,
 * needs up to 1,030 MiB; what needs more is built to do so.
 */
const settings = { processes: 1, memoryMiB: 256, residentMiB: 1_280, taskSeconds: 60, maxWaiting: 100, idleMs: 60_000 } as const;

export function createInspector(): Inspector {
  const pool = createProcessPool({ script: new URL('./process.ts', import.meta.url), ...settings });
  const run = async <Result>(work: keyof typeof works, path: string, { tenantId, userId }: FileOwner): Promise<Result> =>
    pool.run<Result>({ work, input: { path }, turnOf: [tenantId, userId] });
  return {
    async inspect(path, owner) {
      try {
        return await run<Inspected>('inspect', path, owner);
      } catch (error) {
        throw error instanceof LostTask ? refusal(error.reason) : error;
      }
    },
    thumbnail: (path, owner) => run<Uint8Array>('thumbnail', path, owner),
    stop: () => pool.stop(),
  };
}

function refusal(reason: LostReason): VigilError {
  if (reason === 'out-of-time' || reason === 'out-of-memory' || reason === 'died')
    return new VigilError('invalid_input', 'The file is built so that it cannot be looked into. Nothing was stored.', {
      fields: [{ field: 'body', message: 'It cannot be looked into' }],
    });
  return new VigilError('too_many_requests', 'The server has many files to look into. Nothing was stored; send it again in a moment.', {
    retryAfterSeconds: 5,
  });
}
