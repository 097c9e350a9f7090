import type { Clock } from '#platform/clock.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { ErasureStep, PersonalData } from '#platform/personal-data/personal-data.ts';
import type { ErasuresStore } from './erasure.store.ts';

export interface ErasureWorkDeps {
  readonly store: Pick<ErasuresStore, 'byId' | 'done' | 'due' | 'toDoAgain' | 'doneAgain'>;
  /** In the order in which they erase: how somebody signs in first, who they are last. */
  readonly parts: readonly PersonalData[];
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Which erasure. */
export interface ErasureRef {
  readonly tenantId: string;
  readonly id: string;
}

/** Carries out what was decided, also what a crash has cut short and what the law has kept until now. */
export interface ErasureWork {
  /** Resolves when sign-in, devices and names are gone. */
  eraseContact(ref: ErasureRef): Promise<void>;
  /** Looks for work now, in the background. */
  goOn(): void;
  /** Resolves when what was begun has ended. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A call that had begun before somebody was erased may store something afterwards. When no such call can be under way any more, what
 * was erased is erased once more, by whatever process is there then. Milliseconds, more than a call may take.
 */
const lateCallsMs = 5 * 60_000;
/** How often a process looks for records whose time has come. Milliseconds. */
const everyMs = 10 * 60_000;

export function createErasureWork({ store, parts, clock, log }: ErasureWorkDeps): ErasureWork {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function erase({ tenantId, id }: ErasureRef, step: ErasureStep): Promise<void> {
    const row = await store.byId(tenantId, id);
    if (!row || row.decidedAt === null) return;
    const person = { tenantId, userId: row.userId };
    for (const part of parts) await part.erase?.(person, step);
    await store.done(tenantId, id, step, clock.now());
    log.info({ erasure: id, step }, 'a person was erased');
  }

  async function eraseWhatCameLate(): Promise<void> {
    for (const { tenantId, id, step } of await store.toDoAgain(clock.now() - lateCallsMs)) {
      if (stopped) return;
      const row = await store.byId(tenantId, id);
      if (!row) continue;
      for (const part of parts) await part.erase?.({ tenantId, userId: row.userId }, step);
      await store.doneAgain(tenantId, id, step, clock.now());
    }
  }

  async function work(): Promise<void> {
    for (const ref of await store.due(clock.now())) {
      if (stopped) return;
      const row = await store.byId(ref.tenantId, ref.id);
      if (row?.contactErasedAt === null) await erase(ref, 'contact');
      if (row && (row.keepRecordUntil === null || row.keepRecordUntil <= clock.now())) await erase(ref, 'record');
    }
    await eraseWhatCameLate();
  }

  function goOn(): void {
    running = running
      .then(work)
      .catch((error) => reportJobFailure(log, 'erasures', { err: error }, 'an erasure is not finished and will be tried again'));
  }

  const timer = setInterval(goOn, everyMs);
  timer.unref();

  return {
    eraseContact: (ref) => erase(ref, 'contact'),
    goOn,
    settled: () => running,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
