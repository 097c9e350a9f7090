import { setTimeout as pause } from 'node:timers/promises';
import { cohortStatuses } from '@vigil/contract/factuary-cohorts.values';
import { tally } from '@vigil/domain/cohorts/matching';
import type { Clock } from '#platform/clock.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { Population } from '#services/events-processor/index.ts';
import type { CohortRow } from './cohorts.store.ts';
import type { CohortRef, Followed, StaysStore } from './stays.store.ts';

export interface FollowDeps {
  readonly stays: Pick<StaysStore, 'due' | 'follow'>;
  readonly population: Pick<Population, 'answers'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** How old it may be who belongs to a cohort, before it is worked out again. */
  readonly everySeconds: number;
}

export interface FollowJob {
  /** Works out what is due. Resolves when nothing is, or on `stop`. */
  run(): Promise<void>;
  /** The same in the background, soon: something has changed. */
  soon(): void;
  stop(): Promise<void>;
}

/** Cohorts that are looked up at once. */
const atOnce = 20;
/** How often a process looks for what is due, as a part of how often each is. */
const looksPerRound = 4;
/** After each cohort the job rests for so many times as long as it took: it never takes more than a quarter of a processor. */
const restShare = 3;
const longestRestMs = 10_000;

/**
 * Follows changed facts: who belongs to each cohort is worked out again every so often (values change, arrive, grow old; people come
 * and go), and joining and leaving kept. Where there is more to do than time, all grow older alike: the longest ago comes first.
 */
export function createFollowJob({ stays, population, clock, log, everySeconds }: FollowDeps): FollowJob {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isAskedAgain = false;

  async function workOut(tenantId: string, { conditions, filters }: CohortRow): Promise<Followed> {
    const userStatus = filters.userStatus ?? cohortStatuses;
    const { alike, matching, asOf } = await population.answers({ tenantId, conditions, userStatus });
    return { matching, unknown: tally(conditions, alike).unknown, asOf };
  }

  async function followOne(ref: CohortRef): Promise<boolean> {
    try {
      return await stays.follow(ref, (cohort) => workOut(ref.tenantId, cohort));
    } catch (error) {
      // It stays due, and comes again with the next look; others do not wait for it.
      reportJobFailure(
        log,
        'cohorts',
        { err: error, tenant: ref.tenantId, cohort: ref.id },
        'who belongs to a cohort could not be worked out',
      );
      return false;
    }
  }

  async function followDue(): Promise<void> {
    const done = new Set<string>();
    for (;;) {
      // What failed or another process holds is still due: it is passed over, and keeps nobody else from their turn.
      const found = await stays.due(clock.now() - everySeconds * 1000, atOnce + done.size);
      const due = found.filter((ref) => !done.has(nameOf(ref)));
      if (due.length === 0) return;
      for (const ref of due) {
        if (stopping.signal.aborted) return;
        done.add(nameOf(ref));
        const from = performance.now();
        await followOne(ref);
        const restMs = Math.min(longestRestMs, restShare * (performance.now() - from));
        await pause(restMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function untilDone(): Promise<void> {
    do {
      isAskedAgain = false;
      await followDue().catch((error) => reportJobFailure(log, 'cohorts', { err: error }, 'cohorts could not be followed'));
    } while (isAskedAgain && !stopping.signal.aborted);
  }

  function run(): Promise<void> {
    isAskedAgain = true;
    running ??= untilDone().finally(() => {
      running = undefined;
    });
    return running;
  }

  const timer = setInterval(() => void run(), (everySeconds * 1000) / looksPerRound);
  timer.unref();

  return {
    run,
    soon: () => void run(),
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}

const nameOf = ({ tenantId, id }: CohortRef) => `${tenantId}/${id}`;
