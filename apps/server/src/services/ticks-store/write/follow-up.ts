import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import { failureReason } from '#platform/failure-reason.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { type Behind, createBehind } from './behind.ts';
import { createBehindStore } from './behind-store.ts';
import { publishLatestStored } from './committed-events.ts';
import { type DayChanges, mergeDayChanges, noDayChanges } from './day-changes.ts';
import { refreshDayTotals, storeDayTotals } from './day-totals.ts';
import { createDeferredWork } from './deferred-work.ts';
import type { ReceivedBatch } from './encode-group.ts';
import { addBatch, isCount, type LatestChanges, mergeLatestChanges, mergeNewest, noLatestChanges, recheckCounts } from './latest.ts';
import { storeLatestChanges } from './latest-store.ts';
import { committedIn, latestChangesIn, type Scope, scopesSince, touchedIn } from './recovery.ts';
import { createRollupWork } from './rollup-work.ts';
import { earliestTouchedMs, membersTouched, mergeTouched, type Touched, touchBatch } from './touched.ts';
import { createWatermarks } from './watermark.ts';
import { createZoneTables } from './zone-tables.ts';

export interface FollowUpDeps {
  readonly engine: TicksEngine;
  readonly database: Database;
  readonly people: Pick<People, 'timeZonesOf' | 'noteFirstBandSyncs'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** No batch that has not been given to `committed` yet was received before this. Milliseconds since 1970. */
  readonly watermark: () => number;
  readonly nowMs: () => number;
}

/** What follows each commit: rollups by the hour and day, the latest tick, the last sync. */
export interface FollowUp {
  /** Enters this process, then catches up on what processes that died have left. The first part must precede any commit. */
  start(): Promise<void>;
  /** Notes a stored batch. Answers the times of its first and last tick, or undefined when it has none. */
  committed(batch: ReceivedBatch): { fromMs: number; toMs: number } | undefined;
  /** Notes a batch of which nobody knows whether it was stored: its rollups are recomputed, which is harmless. */
  unconfirmed(batch: ReceivedBatch): void;
  /**
   * Somebody else does something about each commit, and has done it for all that was received before the moment answered (milliseconds since
   * 1970; Infinity: for all that was told). Should this process end before, the next one tells the bus of the commits again.
   */
  waitFor(upToMs: () => number): void;
  /** Lets the other processes know what a group is about to change; see `Behind`. */
  announce: Behind['announce'];
  /**
   * Rollups of the member are right before this moment: later ones may lag behind the ticks. Milliseconds since 1970;
   * -Infinity while it is not yet known what an earlier process has left undone, and no later than a day ago while there are
   * other processes. What those have acknowledged counts after a second at the latest.
   */
  rolledUpUntilMs(tenantId: string, userId: string): Promise<number>;
  /** Resolves when everything noted so far has been followed up. */
  settled(): Promise<void>;
  /** Recomputes everything that is derived from the ticks in scope. */
  redo(scope: Scope): Promise<void>;
  /** Recomputes the days of members who live in another zone now, and the latest values that are totals of a day. */
  redoDays(tenantId: string, userIds: readonly string[]): Promise<void>;
  /** Ends in well under a second: what is not followed up by then is on record, and left to the next process. */
  stop(): Promise<void>;
}

const delaysMs = { latest: 200, hours: 300, days: 1_500 };
/**
 * Rollups cost the engine far more than the members in them, and nobody waits for one: charts read the ticks of what has not
 * been rolled up yet. Latest values are waited for.
 */
const oneIn = { latest: 10, rollups: 25 };
/** A reading has to be on an open page within 3 s, whatever the load. */
const longestLatestDelayMs = 1_500;
const heartbeatMs = 10_000;
/** A stop waits so long for the rollups of the last batches; what takes longer is caught up on by the next process. */
const stopPatienceMs = 500;

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

export function createFollowUp(deps: FollowUpDeps): FollowUp {
  const { engine, database, bus, log, watermark, nowMs } = deps;
  const processId = randomUUID();
  const watermarks = createWatermarks(database);
  const redoDays: FollowUp['redoDays'] = async (tenantId, userIds) => {
    await work.days(await touchedIn(engine, { tenantId, userIds }));
    await storeLatestChanges(deps, recheckCounts(tenantId, userIds));
  };
  const zoneTables = createZoneTables({ engine, database, redoDays });
  const work = createRollupWork({ ...deps, zoneTables });
  const rollup = (name: string, delayMs: number, task: (touched: Touched) => Promise<void>) =>
    createDeferredWork<Touched>({
      name,
      empty: () => new Map(),
      merge: mergeTouched,
      isEmpty: (touched) => touched.size === 0,
      work: task,
      watermark,
      delayMs,
      oneIn: oneIn.rollups,
      log,
    });
  const hours = rollup('hours', delaysMs.hours, work.hours);
  const days = createDeferredWork<DayChanges>({
    name: 'days',
    empty: noDayChanges,
    merge: mergeDayChanges,
    isEmpty: ({ touched }) => touched.size === 0,
    work: async ({ touched, newest, uncounted }) => {
      await work.days(touched);
      await storeDayTotals(deps, newest.values());
      if (uncounted.length > 0) {
        await refreshDayTotals(deps, uncounted);
        await storeLatestChanges(deps, { ...noLatestChanges(), uncounted });
      }
      publishLatestStored(deps.bus, [...newest.values(), ...uncounted]);
    },
    watermark,
    delayMs: delaysMs.days,
    oneIn: oneIn.rollups,
    log,
  });
  const latest = createDeferredWork<LatestChanges>({
    name: 'latest',
    empty: noLatestChanges,
    merge: mergeLatestChanges,
    isEmpty: (state) => state.latest.size + state.syncs.size + state.uncounted.length + state.rechecks.size === 0,
    work: async (state) => {
      await storeLatestChanges(deps, state);
      publishLatestStored(deps.bus, [...state.latest.values(), ...state.syncs.values(), ...state.uncounted, ...state.rechecks.values()]);
    },
    watermark,
    delayMs: delaysMs.latest,
    oneIn: oneIn.latest,
    longestDelayMs: longestLatestDelayMs,
    log,
  });
  const works = [latest, hours, days];
  let heartbeat: NodeJS.Timeout | undefined;
  const touchedNow = () => [...hours.pending(), ...days.pending().map(({ touched }) => touched)];
  const behind = createBehind({
    processId,
    store: createBehindStore(database),
    nowMs,
    pending: () => touchedNow().flatMap((touched) => [...membersTouched(touched)]),
    enter: () => watermarks.advance(processId, doneUpToMs()),
  });

  async function redo(scope: Scope): Promise<void> {
    const touched = await touchedIn(engine, scope);
    await work.hours(touched);
    await work.days(touched);
    const changes = await latestChangesIn(engine, scope);
    await storeLatestChanges(deps, changes);
    await storeDayTotals(deps, changes.counts.values());
  }

  let recovered = false;
  let catchingUp = false;
  /** Makes good what other processes have left behind. While that is under way, which may be minutes, nobody begins it again. */
  async function catchUp(): Promise<void> {
    if (catchingUp) return;
    catchingUp = true;
    try {
      const sinceMs = recovered ? await watermarks.earliestOfDead(processId) : await watermarks.earliest(processId);
      if (sinceMs !== undefined) {
        for (const scope of await scopesSince(engine, sinceMs)) {
          for (const event of await committedIn(engine, scope)) bus.publish('ticks.committed', event);
          await redo(scope);
        }
        await watermarks.forgetDead(processId, sinceMs);
      }
      recovered = true;
    } finally {
      catchingUp = false;
    }
  }

  let followingZones: Promise<void> | undefined;
  /** Once in a process; anew with a later beat where the store was away. */
  async function followZones(): Promise<void> {
    if (followingZones) return;
    followingZones = zoneTables.follow();
    await followingZones.catch((error: unknown) => {
      followingZones = undefined;
      throw error;
    });
  }

  const others: (() => number)[] = [];
  const doneUpToMs = () => Math.min(...works.map((work) => work.doneUpToMs()), ...others.map((upToMs) => upToMs()));

  let beating = false;
  let advancing: Promise<unknown> = Promise.resolve();
  async function beat(): Promise<void> {
    if (beating) return;
    beating = true;
    try {
      const advance = watermarks.advance(processId, doneUpToMs());
      advancing = advance;
      await ((await advance) ? behind.restore() : behind.retract());
    } finally {
      beating = false;
    }
    await catchUp();
    await followZones();
  }

  const quietly = (promise: Promise<void>) =>
    promise.catch((error: unknown) =>
      reportJobFailure(log, 'rollups', { reason: failureReason(error) }, 'the follow-up of stored ticks is behind and will be tried again'),
    );

  return {
    async start() {
      await watermarks.enter(processId, watermark());
      void quietly(catchUp());
      void quietly(followZones());
      heartbeat = setInterval(() => void quietly(beat()), heartbeatMs).unref();
    },
    committed(received) {
      hours.add((touched) => touchBatch(touched, received.batch));
      const changes = noLatestChanges();
      const span = addBatch(changes, received);
      const [ofDays, ofMoments] = partition(changes.uncounted, ({ metric }) => isCount(metric));
      latest.add((state) => mergeLatestChanges(state, { ...changes, uncounted: ofMoments }));
      days.add((state) => {
        touchBatch(state.touched, received.batch);
        mergeNewest(state.newest, changes.counts);
        state.uncounted.push(...ofDays);
      });
      return span;
    },
    unconfirmed(received) {
      hours.add((touched) => touchBatch(touched, received.batch));
      days.add(({ touched }) => touchBatch(touched, received.batch));
    },
    waitFor: (upToMs) => void others.push(upToMs),
    announce: behind.announce,
    async rolledUpUntilMs(tenantId, userId) {
      if (!recovered) return Number.NEGATIVE_INFINITY;
      const othersMs = await behind.othersUntilMs(tenantId, userId);
      return Math.min(othersMs, ...touchedNow().map((touched) => earliestTouchedMs(touched, tenantId, userId)));
    },
    async settled() {
      await Promise.all(works.map((work) => work.flush()));
    },
    redo,
    redoDays,
    async stop() {
      clearInterval(heartbeat);
      zoneTables.stop();
      for (const work of works) work.stop();
      const settled = Promise.all(works.map((work) => work.flush())).then(
        () => true,
        () => false,
      );
      // One that arrived after the process has left would enter it again.
      await advancing.catch(() => undefined);
      const isSettled = await Promise.race([settled, pause(stopPatienceMs, false, { ref: false })]);
      if (isSettled && others.every((upToMs) => upToMs() === Number.POSITIVE_INFINITY)) return watermarks.leave(processId);
      await watermarks.leaveBehind(processId, doneUpToMs());
      log.info({}, 'rollups are behind and will be caught up on at the next start');
    },
  };
}
