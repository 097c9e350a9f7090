import { VigilError } from '@vigil/contract/errors';
import type { Route } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { failureReason } from '#platform/failure-reason.ts';
import type { Log } from '#platform/log.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { ticksPersonalData } from '../export/personal-data.ts';
import { takenBackRoutes } from '../taken-back.routes.ts';
import type { TickBatch } from '../tick-batch.ts';
import { publishCommitted } from './committed-events.ts';
import { createCorrections } from './corrections.ts';
import { encodeGroup, type ReceivedBatch } from './encode-group.ts';
import { createFollowUp } from './follow-up.ts';
import { createGroupCommit } from './group-commit.ts';
import { createMemberTurns } from './member-turns.ts';
import { createRebuild, type RebuildScope } from './rebuild.ts';
import { createReceiveTimes } from './receive-times.ts';
import { finishTakingBack, type TakeBackDeps, type TakeBackRequest, takeBack } from './take-back.ts';
import { createTakenBackStore, type TakenBack } from './taken-back-store.ts';
import { versionAhead } from './versions.ts';
import { watchZoneChanges } from './zone-changes.ts';

export interface TickWriterDeps {
  readonly engine: TicksEngine;
  readonly database: Database;
  readonly people: Pick<People, 'timeZonesOf' | 'noteFirstBandSyncs'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Rows that may wait before more are refused. */
  readonly maxBacklogRows?: number;
}

export interface TickWriter {
  /**
   * Stores a batch. Resolves once every tick of it is on disk, and not before; sending it again changes nothing.
   * Of several values for one member, metric, moment and source the one appended last wins, whenever the others came, but
   * for one that was taken back.
   * Throws VigilError `too_many_requests` (with retryAfterSeconds) when too much is waiting, `ticks_unavailable` when
   * the engine is down and `storage_full` when it has no room left: then nothing was acknowledged.
   */
  append(batch: TickBatch): Promise<void>;
  /** A person's readings, for exports and erasures. */
  readonly personalData: PersonalData;
  /**
   * Takes readings back, by somebody who says why (see `takeBack`). Whatever a device sends again, they stay taken back;
   * another value for the same moment from the same source counts.
   */
  takeBack(request: TakeBackRequest): Promise<TakenBack[]>;
  /** Of these readings of a member, those that were taken back, by when that was. */
  takenBackAmong(member: Pick<TakeBackRequest, 'tenantId' | 'userId' | 'readings'>): Promise<TakenBack[]>;
  /** What was taken back of a member, and what takes it back: the calls. */
  readonly routes: readonly Route[];
  /** What waits or is on its way to disk. */
  backlog(): { rows: number; bytes: number };
  /** Resolves when everything appended so far is on disk or has failed. */
  flush(): Promise<void>;
  /** Lets somebody catch up on what this process stores, should it end before they have done so: see `FollowUp.waitFor`. */
  waitFor(upToMs: () => number): void;
  /** Rollups of the member are right before this moment (milliseconds since 1970); what is later has to be read from the ticks. */
  rolledUpUntilMs(tenantId: string, userId: string): Promise<number>;
  /** Resolves when rollups, latest ticks and syncs have followed everything appended so far. */
  rollupsSettled(): Promise<void>;
  /** Recomputes all that is derived from a tenant's ticks (or one member's): after a restore, or when doctor finds a gap. */
  rebuild(scope: RebuildScope): Promise<void>;
  /** Resolves when the days of members whose time zone was changed have been computed in the new one. */
  zoneChangesFollowed(): Promise<void>;
  /** Refuses new batches and stores what waits. Rollups that trail are not waited for: the next process makes them good. */
  stop(): Promise<void>;
}

/** An insert grows with what waits, up to this: large ones cost the engine a third less per tick, counting later merges. */
const maxGroupRows = 262_144;
/**
 * What a series and a batch cost the event loop while they are encoded and followed up, in rows that would cost as much
 * elsewhere: a group of thousands of tiny batches must not hold it for longer than one large batch.
 */
const rowsWorth = { series: 64, batch: 128 };
const lingerMs = 2;
/**
 * What an insert costs whatever its size (parsing, a part, its fsyncs, its merges) is more than a hundred small batches are worth,
 * so those wait for each other; a sender waits half of this on average. Large ones are not held up.
 */
const spacingMs = 50;
const enoughRows = 8_192;
const bytesPerRow = 16;
const defaultMaxBacklogRows = 1_000_000;

export function createTickWriter(deps: TickWriterDeps): TickWriter {
  const { engine, bus, clock, log } = deps;
  const maxBacklogRows = deps.maxBacklogRows ?? defaultMaxBacklogRows;
  const times = createReceiveTimes();
  const underWay = new Set<ReceivedBatch>();
  let underWayRows = 0;
  let stopped = false;

  function watermark(): number {
    let earliest = times.floor(clock.now());
    for (const { receivedAtMs } of underWay) earliest = Math.min(earliest, receivedAtMs);
    return earliest;
  }
  const followUp = createFollowUp({ ...deps, watermark, nowMs: () => clock.now() });
  const rebuild = createRebuild(deps, followUp);
  const zoneWatch = watchZoneChanges(deps, (tenantId, userId) => followUp.redoDays(tenantId, [userId]));

  let started: Promise<void> | undefined;
  function start(): Promise<void> {
    started ??= followUp.start().catch((error: unknown) => {
      started = undefined;
      throw new VigilError('database_unavailable', 'The database cannot be reached. Nothing was stored. Send the batch again shortly.', {
        retryAfterSeconds: 5,
        cause: error,
      });
    });
    return started;
  }

  // At once, not with the first batch: what a crash left behind is caught up on even when nothing arrives.
  start().catch((error: unknown) =>
    log.warn({ reason: failureReason(error) }, 'the follow-up of ticks could not begin; the next batch tries again'),
  );

  const commits = createGroupCommit<ReceivedBatch>({
    commit,
    maxGroupSize: maxGroupRows,
    lingerMs,
    spacingMs,
    enough: enoughRows,
    maxInFlight: 1,
  });

  async function commit(group: readonly ReceivedBatch[]): Promise<void> {
    const announced = followUp.announce(group);
    try {
      const [stored, recorded] = await Promise.allSettled([engine.insertFrom(encodeGroup(group)), announced.recorded]);
      for (const result of [stored, recorded]) if (result.status === 'rejected') throw result.reason;
    } catch (error) {
      // An answer that was lost on the way says nothing about what has been stored.
      for (const received of group) followUp.unconfirmed(received);
      announced.done();
      throw error;
    }
    publishCommitted(bus, group, (received) => followUp.committed(received));
    announced.done();
  }

  const takenBack = createTakenBackStore(deps.database);
  const corrections = createCorrections(takenBack);

  /** Stores what `part` leaves of a batch. It counts as received before anything is waited for. */
  async function store(batch: TickBatch, part: (received: ReceivedBatch) => Promise<readonly ReceivedBatch[]>): Promise<void> {
    const rows = rowsOf(batch);
    if (rows === 0) return;
    refuseMalformed(batch);
    if (stopped) throw new VigilError('ticks_unavailable', 'The server is stopping. Send the batch again.', { retryAfterSeconds: 5 });
    if (underWayRows > 0 && underWayRows + rows > maxBacklogRows)
      throw new VigilError('too_many_requests', 'More ticks are arriving than can be stored right now. Send the batch again shortly.', {
        retryAfterSeconds: 1,
      });
    const received = { batch, receivedAtMs: times.next(`${batch.tenantId}/${batch.userId}`, batch.receivedAtMs) };
    underWay.add(received);
    underWayRows += rows;
    try {
      await start();
      const parts = (await part(received)).filter((one) => rowsOf(one.batch) > 0);
      await Promise.all(parts.map((one) => commits.add(one, costOf(one.batch))));
    } finally {
      underWay.delete(received);
      underWayRows -= rows;
    }
  }

  async function withoutTakenBack(received: ReceivedBatch): Promise<readonly ReceivedBatch[]> {
    const parted = await corrections.part(received.batch);
    const ordinary = { ...received, batch: parted.ordinary };
    return parted.corrections ? [ordinary, ahead({ ...received, batch: parted.corrections })] : [ordinary];
  }

  const endHearing = bus.subscribe('readings.taken-back', ({ tenantId, userId }) => corrections.note(tenantId, userId));
  const takeBackDeps: TakeBackDeps = {
    engine,
    store: takenBack,
    nowMs: () => clock.now(),
    noteMember(tenantId, userId) {
      corrections.note(tenantId, userId);
      bus.publish('readings.taken-back', { tenantId, userId });
    },
    appendAhead: (batch) => store(batch, async (received) => [ahead(received)]),
  };
  const turns = createMemberTurns();
  const takeBackRequest = (request: TakeBackRequest) => turns.alone(memberOf(request), () => takeBack(takeBackDeps, request));

  return {
    append: (batch) => turns.beside(memberOf(batch), () => store(batch, withoutTakenBack)),
    takeBack: takeBackRequest,
    takenBackAmong: ({ tenantId, userId, readings }) => takenBack.among(tenantId, userId, readings),
    routes: takenBackRoutes(takeBackRequest, takenBack, (member, recorded) =>
      turns.alone(memberOf(member), () => finishTakingBack(takeBackDeps, member, recorded)),
    ),
    personalData: ticksPersonalData({ engine, database: deps.database, takenBack }),
    backlog: () => ({ rows: underWayRows, bytes: underWayRows * bytesPerRow }),
    flush: () => commits.idle(),
    waitFor: followUp.waitFor,
    rolledUpUntilMs: followUp.rolledUpUntilMs,
    async rollupsSettled() {
      await commits.idle();
      await followUp.settled();
    },
    rebuild,
    zoneChangesFollowed: zoneWatch.followed,
    async stop() {
      stopped = true;
      endHearing();
      await commits.idle();
      const following = started?.then(() => followUp.stop());
      await Promise.all([zoneWatch.end(), following]).catch((error: unknown) =>
        log.warn({ reason: failureReason(error) }, 'rollups are behind and will be caught up on at the next start'),
      );
    },
  };
}

const memberOf = ({ tenantId, userId }: Pick<TickBatch, 'tenantId' | 'userId'>) => `${tenantId}/${userId}`.toLowerCase();

const rowsOf = (batch: TickBatch) => batch.series.reduce((sum, series) => sum + series.values.length, 0);

const costOf = (batch: TickBatch) => rowsOf(batch) + batch.series.length * rowsWorth.series + rowsWorth.batch;

const ahead = (received: ReceivedBatch): ReceivedBatch => ({ ...received, receivedAtMs: versionAhead(received.receivedAtMs) });

/** A batch that the engine could not read would take its whole group down with it. */
function refuseMalformed(batch: TickBatch): void {
  const uneven = batch.series.some((series) => series.timestampsMs.length !== series.values.length);
  if (uneven || !uuid.test(batch.tenantId) || !uuid.test(batch.userId))
    throw new RangeError('not a batch of ticks: ids must be UUIDs, columns of equal length');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
