import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { VigilError } from '@vigil/contract/errors';
import type { Bus } from '#platform/bus.ts';
import { failureReason } from '#platform/failure-reason.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import { type Asked, asked, type WaitingMember } from './asked.ts';
import { createFirstRules } from './first-rules.ts';
import type { JudgedBatch } from './judge-members.ts';
import type { WatchesStore } from './watches.store.ts';
import { createWorkList } from './work-list.ts';

export interface LiveRunDeps {
  readonly judge: (tenantId: string, members: ReadonlyMap<string, Asked>) => Promise<JudgedBatch>;
  readonly hasRules: (tenantId: string) => Promise<boolean>;
  readonly watches: Pick<WatchesStore, 'dueTenants' | 'tenantsWithRules' | 'due' | 'behind' | 'unheard'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** How often a process looks for members who are due. Seconds. */
  readonly everySeconds: number;
  /** The present in Unix seconds; null: by the database's clock. */
  readonly nowSeconds: () => number | null;
  /** How long it takes, by default, until all that bands have gathered while no server answered has come in. */
  readonly startsForMs?: number | undefined;
}

export interface LiveRun {
  /**
   * Why members may not have been judged yet: this process has just begun, or the tenant has just got its first rules. Until nothing was left
   * to judge, a minute after the beginning at the earliest, since what arrived while nobody listened comes in at first; then null.
   */
  catchesUpBecause(tenantId: string): 'restarted' | 'first_rules' | null;
  /** The tenant has no rules: once it has some, everybody is judged by what arrived before. */
  withoutRules(tenantId: string): void;
  waiting(tenantId: string): readonly WaitingMember[];
  /**
   * All that was received before this has been judged, as far as this process has heard of it. Milliseconds since 1970; Infinity: nothing
   * waits.
   */
  judgedUpToMs(): number;
  /** Something about a member is being stored that rules look at (see `LiveSubject.heardBy`); whoever stores it holds the member until it is. */
  note(tenantId: string, userId: string, what: string): void;
  /** Judges what was heard of and whoever is due; resolves when there is nothing left. Throws what kept it from being done. */
  settled(): Promise<void>;
  /** Looks for members whose readings arrived while nobody listened; `waitedSeconds`: only those that have waited for so long. */
  catchUp(waitedSeconds?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Members who are judged together: of whom something was heard, and who are only due, of whom weeks may have to be read. */
const heardAtOnce = 200;
const dueAtOnce = 250;
/** What is stored together is judged together. Milliseconds. */
const gatherMs = 250;
const longestPauseMs = 10_000;
/**
 * After members who were only due the run rests for a share of the time that they took, so that charts and readings that arrive have room.
 * Nobody waits for those whom a change of rules has left behind: everybody is judged anew, and half of the time is left to others.
 */
const restShare = { due: 0.5, behind: 1 } as const;
const longestRestMs = 500;
/** Every so often the run looks whether something was not heard of, as what another process stored that has died. */
const catchUpEveryMs = 60_000;
/** Another process that is alive judges what it has stored within this time. */
const waitsForOthersSeconds = 60;
/** What was received just before a member was judged may not have been stored by then. */
const overlapSeconds = 10;
/** What bands have gathered while no server answered is sent within this time. */
const usuallyStartsForMs = 60_000;

/**
 * Runs the rules as readings arrive and as time passes. What was heard of is kept in memory: a process that ends leaves it to the next
 * one, which finds by the database whose readings arrived after they were judged, and who is due.
 */
export function createLiveRun(deps: LiveRunDeps): LiveRun {
  const { watches, log } = deps;
  const list = createWorkList();
  const [due, behind] = [createWorkList(), createWorkList()];
  const firstRules = createFirstRules(deps.hasRules);
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;
  let isDueAsked = false;
  let pauseMs = gatherMs;
  let atWork: Promise<void> = Promise.resolve();
  let inWork: { readonly tenantId: string; readonly members: ReadonlyMap<string, Asked> } | undefined;
  const begunMs = performance.now();
  let isStarting = true;

  const endings = [
    deps.bus.subscribe('ticks.committed', ({ tenantId, userId, earliestMs, receivedAtMs }) => {
      const arrived = new Map(Object.entries(earliestMs).map(([metric, ms]) => [metric, ms / 1000]));
      list.note(tenantId, userId, asked.arrived(arrived, receivedAtMs));
      goOn();
    }),
    deps.bus.subscribe('user.changed', ({ tenantId, userId }) => {
      list.note(tenantId, userId, asked.changed);
      goOn();
    }),
  ];
  const timers = [
    setInterval(() => {
      isDueAsked = true;
      goOn();
    }, deps.everySeconds * 1000),
    setInterval(() => quietly(catchUp(waitsForOthersSeconds)), Math.max(catchUpEveryMs, deps.everySeconds * 1000)),
  ];
  for (const timer of timers) timer.unref();

  const rest = (ms: number) => pause(ms, undefined, { ref: false, signal }).catch(() => {});
  const quietly = (work: Promise<void>) =>
    void work.catch((error: unknown) =>
      reportJobFailure(log, 'alert-rules', { reason: failureReason(error) }, 'alert rules could not be judged; it will be tried again'),
    );

  function goOn(): void {
    if (running || signal.aborted) return;
    running = rest(pauseMs)
      .then(workInTurn)
      .then(() => {
        pauseMs = gatherMs;
      })
      .catch((error: unknown) => {
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
        reportJobFailure(log, 'alert-rules', { reason: failureReason(error) }, 'alert rules could not be judged; it will be tried again');
      })
      .finally(() => {
        running = undefined;
        if (!list.isEmpty()) goOn();
      });
  }

  /** One after the other: who waits until all is judged waits for what another has taken as well. */
  function workInTurn(): Promise<void> {
    const mine = atWork.then(work);
    atWork = mine.catch(() => {});
    return mine;
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      const next = list.take(heardAtOnce);
      if (next) await judgeHeard(next.tenantId, next.members);
      else if (!(await judgeDue()) && list.isEmpty()) {
        isStarting &&= performance.now() - begunMs < (deps.startsForMs ?? usuallyStartsForMs);
        firstRules.settled();
        return;
      }
    }
  }

  async function judgeHeard(tenantId: string, members: ReadonlyMap<string, Asked>): Promise<void> {
    const putBack = () => {
      for (const [userId, why] of members) list.note(tenantId, userId, why);
    };
    inWork = { tenantId, members };
    try {
      if (!(await deps.hasRules(tenantId))) {
        firstRules.note(tenantId);
        return list.forget(tenantId);
      }
      await judge(tenantId, members);
    } catch (error) {
      putBack();
      throw error;
    } finally {
      inWork = undefined;
    }
  }

  async function judge(tenantId: string, members: ReadonlyMap<string, Asked>): Promise<void> {
    try {
      const { busy } = await deps.judge(tenantId, members);
      for (const userId of busy) list.note(tenantId, userId, members.get(userId) ?? asked.due);
      if (busy.length > 0) await rest(gatherMs);
    } catch (error) {
      // A store that is away comes back. Of anything else one member may be the cause, and the others must not wait for it.
      if (error instanceof VigilError || members.size === 0) throw error;
      if (members.size > 1) for (const [userId, why] of members) await judge(tenantId, new Map([[userId, why]]));
      else reportJobFailure(log, 'alert-rules', { err: error, tenant: tenantId }, 'alert rules of a member could not be judged');
    }
  }

  /** Judges some of those who are due; false where nobody is. */
  async function judgeDue(): Promise<boolean> {
    if (isDueAsked) await findDue();
    const dueNow = due.take(dueAtOnce);
    const next = dueNow ?? behind.take(dueAtOnce);
    if (!next) return false;
    const startedMs = performance.now();
    await judge(next.tenantId, next.members);
    const tookMs = performance.now() - startedMs;
    await rest(Math.min(longestRestMs, tookMs * (dueNow ? restShare.due : restShare.behind)));
    return true;
  }

  /**
   * Whoever is due by now goes before those whom the rules have changed for. Both are found all at once, in the order of the engine:
   * of a few at a time it would open again for each what holds their neighbours as well.
   */
  async function findDue(): Promise<void> {
    const nowSeconds = deps.nowSeconds();
    for (const tenantId of await firstRules.found()) await noteUnheard(tenantId, 0);
    const [findsDue, findsBehind] = [due.isEmpty(), behind.isEmpty()];
    for (const tenantId of await watches.dueTenants(nowSeconds)) {
      if (findsDue) for (const userId of await watches.due(tenantId, nowSeconds)) due.note(tenantId, userId, asked.due);
      if (findsBehind) for (const userId of await watches.behind(tenantId)) behind.note(tenantId, userId, asked.due);
    }
    // Once these are judged, others may be due.
    isDueAsked = !due.isEmpty() || !behind.isEmpty();
  }

  async function catchUp(waitedSeconds = 0): Promise<void> {
    for (const tenantId of await watches.tenantsWithRules()) {
      if (signal.aborted) return;
      await noteUnheard(tenantId, waitedSeconds);
    }
    if (!list.isEmpty()) goOn();
  }

  async function noteUnheard(tenantId: string, waitedSeconds: number): Promise<void> {
    // At the start nobody knows what the process before it had still to judge.
    const since = { waitedSeconds, overlapSeconds: waitedSeconds === 0 ? overlapSeconds : 0 };
    for (const { userId, metrics } of await watches.unheard(tenantId, since))
      list.note(tenantId, userId, asked.arrived(new Map(metrics.map((metric) => [metric, Number.POSITIVE_INFINITY]))));
  }

  if (deps.everySeconds < catchUpEveryMs / 1000) quietly(catchUp());

  return {
    catchUp,
    catchesUpBecause: (tenantId) => (firstRules.has(tenantId) ? 'first_rules' : isStarting ? 'restarted' : null),
    withoutRules: firstRules.note,
    waiting(tenantId) {
      const some = [list.membersOf(tenantId), inWork?.tenantId === tenantId ? inWork.members : new Map<string, Asked>()];
      return some.flatMap((members) => [...members].map(([userId, { receivedAtMs }]) => ({ userId, receivedAtMs })));
    },
    judgedUpToMs: () => Math.min(list.waitingSinceMs(), asked.receivedSinceMs(inWork?.members.values() ?? [])),
    note(tenantId, userId, what) {
      list.note(tenantId, userId, asked.arrived(new Map([[what, Number.POSITIVE_INFINITY]])));
      goOn();
    },
    async settled() {
      // What was stored is heard of in the next turn.
      await turn();
      isDueAsked = true;
      await workInTurn();
    },
    async stop() {
      stopping.abort();
      for (const end of endings) end();
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
