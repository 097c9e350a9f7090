import { VigilError } from '@vigil/contract/errors';
import { createFairQueue } from '#platform/processes/fair-queue.ts';
import type { Owner } from './upload-budget.ts';

export interface ReadLimits {
  /** Values that reads of one principal may be about at the same time. */
  readonly perPrincipal: number;
  /** The same of everybody. */
  readonly inAll: number;
  /** Reads that may wait, of everybody. */
  readonly mostWaiting: number;
}

/** What is about fewer values costs little more than any other call. */
const leastToWait = 20_000;
/** Two of the largest answers at a time, and one of a person: each is worked on for a second or so, in many small pieces. */
const defaultLimits: ReadLimits = { perPrincipal: 400_000, inAll: 800_000, mostWaiting: 1_000 };

/** Reads of many values, in turns: round the tenants, and within a tenant round its people. */
export interface ReadTurns {
  /**
   * Resolves when a read of at most so many values may begin; what it answers ends it. Small reads never wait. Throws
   * too_many_requests where too many wait.
   */
  take(owner: Owner, values: number): Promise<() => void>;
}

interface Read {
  readonly values: number;
  readonly owner: Owner;
  begin(): void;
}

/** A read larger than a limit runs alone within it. */
export function createReadTurns({ perPrincipal, inAll, mostWaiting }: ReadLimits = defaultLimits): ReadTurns {
  const queue = createFairQueue<Read>();
  /** By principal: values of reads that have begun or stand in the queue, and reads that wait for one's own. */
  const principals = new Map<string, { values: number; readonly waiting: Read[] }>();
  let waitingForOwn = 0;
  let inWork = 0;
  let next: Read | undefined;

  const fits = (values: number, taken: number, most: number) => taken === 0 || taken + values <= most;

  function line(read: Read): void {
    const own = principals.get(read.owner.principal) ?? { values: 0, waiting: [] };
    principals.set(read.owner.principal, own);
    if (own.waiting.length > 0 || !fits(read.values, own.values, perPrincipal)) {
      own.waiting.push(read);
      waitingForOwn += 1;
    } else admit(own, read);
  }

  function admit(own: { values: number }, read: Read): void {
    own.values += read.values;
    queue.push([read.owner.tenant, read.owner.principal], read);
  }

  function beginWhatFits(): void {
    for (;;) {
      next ??= queue.shift();
      if (!next || !fits(next.values, inWork, inAll)) return;
      inWork += next.values;
      next.begin();
      next = undefined;
    }
  }

  function end({ owner, values }: Read): void {
    inWork -= values;
    const own = principals.get(owner.principal);
    if (own) {
      own.values -= values;
      for (let first = own.waiting[0]; first && fits(first.values, own.values, perPrincipal); first = own.waiting[0]) {
        own.waiting.shift();
        waitingForOwn -= 1;
        admit(own, first);
      }
      if (own.values === 0) principals.delete(owner.principal);
    }
    beginWhatFits();
  }

  return {
    take(owner, about) {
      if (about < leastToWait) return Promise.resolve(() => {});
      // Whole numbers: sums of fractions would not come back to nothing.
      const values = Math.min(Math.ceil(about), inAll);
      if (queue.size + waitingForOwn >= mostWaiting)
        return Promise.reject(
          new VigilError('too_many_requests', 'Too many large reads are waiting. Nothing was read; try again in a moment.', {
            retryAfterSeconds: 5,
          }),
        );
      return new Promise((resolve) => {
        let isOver = false;
        const read: Read = {
          ...{ owner, values },
          begin: () =>
            resolve(() => {
              if (isOver) return;
              isOver = true;
              end(read);
            }),
        };
        line(read);
        beginWhatFits();
      });
    },
  };
}
