import { setTimeout as pause } from 'node:timers/promises';
import { sleepsOfRuns } from '@vigil/domain/sleep/sleeps';
import { longestStageSeconds } from '@vigil/domain/sleep/stages';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { failureReason } from '#platform/failure-reason.ts';
import type { Log } from '#platform/log.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { type Reading, sleepReading } from '../facts-now/measure-values.ts';
import { sleepMeasures } from './measures-of-sleep.ts';
import { createOutdatedSleep } from './outdated-sleep.ts';
import type { KeptSleepMeasure, SleepArrived, SleepMeasuresStore } from './sleep-measures.store.ts';

export interface SleepMeasuresDeps {
  readonly store: SleepMeasuresStore;
  readonly ticks: Pick<TicksReads, 'stateRunsOfMany'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SleepMeasures {
  /** To be called before members are listed by a measure of their sleep: brings what is kept up to date, and waits a moment for it. */
  follow(tenantId: string): Promise<void>;
  /** Lets every other process know of what was heard. */
  stop(): Promise<void>;
}

/** Members whose stages are read at once. Their newest stages lie within a day, so that no more is read than about three days of each. */
const membersAtOnce = 250;
const spanSeconds = 86_400;
/** Changes of stage in those three days. A night has forty; a band that changes its mind every second is cut. */
const mostRuns = 2_000;
/** Times that members are looked for in one go: a million members. */
const mostRounds = 4_000;

/**
 * A tenant is looked through again when this has passed, and a list waits so long for it: longer the first time, since a sleep that
 * is not followed yet would read as one that is not known. Milliseconds.
 */
const againAfterMs = 10_000;
const waitMs = 150;
const firstWaitMs = 5_000;

/** No sleep is longer. Seconds. */
const longestSleepSeconds = 86_400;

/**
 * Keeps what is told of each member's newest sleep where members are listed from. It follows when somebody asks: what has arrived
 * since is found by when it was received; what changes a sleep otherwise (a stage before the newest, one taken back) is marked in
 * the store by the process that stored it, so that all of them follow, and those that start later.
 */
export function createSleepMeasures({ store, ticks, bus, clock, log }: SleepMeasuresDeps): SleepMeasures {
  const outdated = createOutdatedSleep(store, bus, log);
  const running = new Map<string, Promise<void>>();
  const followedAt = new Map<string, number>();
  const isFollowed = new Set<string>();

  async function followAll(tenantId: string): Promise<void> {
    try {
      await outdated.marked();
      for (let round = 0; round < mostRounds; round++) {
        const due = await store.due(tenantId, membersAtOnce);
        await keepAll(tenantId, due);
        if (due.length < membersAtOnce) break;
      }
      isFollowed.add(tenantId);
    } catch (error) {
      // What is due still is, and is asked again with the next list.
      log.warn({ reason: failureReason(error), tenant: tenantId }, 'measures of sleep could not be followed');
    }
  }

  async function keepAll(tenantId: string, due: readonly SleepArrived[]): Promise<void> {
    for (const members of withinSpan(due)) await store.keep(tenantId, await keptOf(tenantId, members));
  }

  async function keptOf(tenantId: string, members: readonly SleepArrived[]): Promise<KeptSleepMeasure[]> {
    const stages = members.flatMap(({ stage }) => stage?.timestamp ?? []);
    const runs: Awaited<ReturnType<typeof ticks.stateRunsOfMany>> =
      stages.length === 0
        ? new Map()
        : await ticks.stateRunsOfMany({
            ...{ tenantId, userIds: members.flatMap(({ userId, stage }) => (stage ? [userId] : [])), metric: 'sleep_depth' },
            fromSeconds: Math.min(...stages) - longestSleepSeconds,
            toSeconds: Math.max(...stages) + longestSleepSeconds,
            longestGapSeconds: longestStageSeconds,
            most: mostRuns,
          });
    return members.flatMap(({ userId, stage, efficiency, followedTo, keptTo }) => {
      const oldest = (stage?.timestamp ?? 0) - longestSleepSeconds;
      const newest = sleepsOfRuns(runs.get(userId) ?? []).findLast((sleep) => sleep.end > oldest) ?? null;
      const latest: Record<string, Reading> = {
        ...(stage && { sleep_depth: stage }),
        ...(efficiency && { sleep_efficiency: efficiency }),
      };
      return sleepMeasures.map(({ id, origin }) => ({
        ...{ userId, measure: id, followedTo, keptTo },
        reading: sleepReading(origin, newest, latest) ?? null,
      }));
    });
  }

  return {
    async follow(tenantId) {
      const since = clock.now() - (followedAt.get(tenantId) ?? Number.NEGATIVE_INFINITY);
      if (!running.has(tenantId) && (outdated.hasChanged(tenantId) || since >= againAfterMs)) {
        followedAt.set(tenantId, clock.now());
        running.set(
          tenantId,
          followAll(tenantId).finally(() => running.delete(tenantId)),
        );
      }
      const longestMs = isFollowed.has(tenantId) ? waitMs : firstWaitMs;
      await Promise.race([running.get(tenantId), pause(longestMs, undefined, { ref: false })]);
    },
    stop: outdated.stop,
  };
}

/** Members in groups whose newest stages lie within a day of each other; those without stages with whom they come. They come in the order of those. */
function withinSpan(members: readonly SleepArrived[]): SleepArrived[][] {
  const groups: SleepArrived[][] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const member of members) {
    const at = member.stage?.timestamp ?? from;
    const group = groups.at(-1);
    if (group && (at === from || Math.abs(at - from) <= spanSeconds)) group.push(member);
    else {
      groups.push([member]);
      from = at;
    }
  }
  return groups;
}
