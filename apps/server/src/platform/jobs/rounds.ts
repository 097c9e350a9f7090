import type { Log } from '../log.ts';
import { type BackgroundJob, reportJobFailure } from './job-failures.ts';
import { repeat } from './repeat.ts';

/** One kind of work, which waits as rows of many tenants. */
export interface TenantWork {
  /** Tenants with some that is due. */
  readonly tenants: () => Promise<readonly string[]>;
  /** Does so many at most of a tenant's, those that another process is at left out; how many it was. */
  readonly some: (tenantId: string, most: number) => Promise<number>;
  /** What is taken on at once. */
  readonly most: number;
}

export interface RoundsOptions {
  /** Each kind goes its rounds by itself: none waits for another. */
  readonly kinds: readonly TenantWork[];
  /** How often a process looks for each kind. Seconds. */
  readonly everySeconds: number;
  readonly log: Pick<Log, 'warn'>;
  readonly job: BackgroundJob;
  /** What is logged when some of the work failed. It stays due. */
  readonly failure: string;
}

export interface Rounds {
  /** Does everything of one tenant that is due now, one kind after the other. */
  run(tenantId: string): Promise<void>;
  /** Resolves when what is under way has ended; nothing more is begun. */
  stop(): Promise<void>;
}

/**
 * Goes round all tenants with work that is due, again and again, in every process. A tenant's next part waits until every other
 * tenant has had one, so that much work of one does not hold up another's, and neither does one whose work fails.
 */
export function startRounds({ kinds, everySeconds, log, job, failure }: RoundsOptions): Rounds {
  let stopped = false;
  const failed = (error: unknown) => reportJobFailure(log, job, { err: error }, failure);

  async function allOf(tenants: readonly string[], { some, most }: TenantWork): Promise<void> {
    for (let left = tenants; left.length > 0 && !stopped; ) {
      const more: string[] = [];
      for (const tenantId of left) {
        if (stopped) return;
        try {
          if ((await some(tenantId, most)) === most) more.push(tenantId);
        } catch (error) {
          failed(error);
        }
      }
      left = more;
    }
  }
  const ends = kinds.map((kind) => repeat(everySeconds, async () => allOf(await kind.tenants(), kind), failed));

  return {
    async run(tenantId) {
      for (const kind of kinds) await allOf([tenantId], kind);
    },
    async stop() {
      stopped = true;
      await Promise.all(ends.map((end) => end()));
    },
  };
}
