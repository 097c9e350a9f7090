import { gapsOf, nextGapCheck } from '@vigil/domain/gaps/gaps';
import type { Bus } from '#platform/bus.ts';
import { failureReason } from '#platform/failure-reason.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import { type GapFactsDeps, gatherGapFacts } from './gap-facts.ts';
import type { GapsStore, JudgedMember } from './gaps.store.ts';
import type { Listening } from './listening.ts';

export interface GapChecksDeps {
  readonly gaps: GapsStore;
  readonly facts: GapFactsDeps;
  readonly listening: Pick<Listening, 'now'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Pick<Log, 'warn'>;
  /** How often a process looks whether anybody is due. Seconds. */
  readonly everySeconds: number;
}

export interface GapChecks {
  /** Looks at everybody who is due, in every tenant, once a look that is under way has ended; at how many. */
  look(): Promise<number>;
  /** The same soon, for whoever was made due a moment ago. */
  wake(): void;
  stop(): Promise<void>;
}

/** Members whose facts are gathered together. */
const membersAtOnce = 500;
/** New members may wait so long for the first look. Milliseconds. */
const enrolEveryMs = 60_000;

/**
 * Looks at members when they are due, by the database's clock, and keeps what it finds. Every process may: whoever is looked at is
 * leased, and a gap that two have found is one row. Tenants are looked at one after the other, so that none waits for all of another's.
 */
export function createGapChecks({ gaps, facts, listening, bus, log, everySeconds }: GapChecksDeps): GapChecks {
  let running: Promise<unknown> = Promise.resolve();
  let isWaiting = false;
  let stopped = false;
  let enrolledMs = Number.NEGATIVE_INFINITY;

  async function look(): Promise<number> {
    if (performance.now() - enrolledMs >= enrolEveryMs) {
      await gaps.enrol();
      enrolledMs = performance.now();
    }
    let looked = 0;
    for (let tenants = await gaps.tenantsWithDue(); tenants.length > 0 && !stopped; ) {
      const found = [];
      for (const tenantId of tenants) found.push({ tenantId, members: stopped ? 0 : await lookAtSome(tenantId) });
      looked += found.reduce((sum, { members }) => sum + members, 0);
      tenants = found.filter(({ members }) => members === membersAtOnce).map(({ tenantId }) => tenantId);
    }
    return looked;
  }

  async function lookAtSome(tenantId: string): Promise<number> {
    const claimed = await gaps.claim(tenantId, membersAtOnce);
    if (!claimed) return 0;
    const { userIds, leasedUntil } = claimed;
    const { now, outage } = await listening.now();
    const gathered = await gatherGapFacts(facts, { tenantId, userIds, now, outage });
    const known = new Map(
      gathered.map(({ facts: of, ...found }): readonly [string, JudgedMember] => [
        found.userId,
        { ...found, gaps: gapsOf(of), nextCheckAt: nextGapCheck(of) },
      ]),
    );
    // Whoever is no member any more has no gaps.
    const nobody = { newHabits: null, seen: {}, gaps: [], nextCheckAt: now + noMemberSeconds };
    const judged = userIds.map((userId) => known.get(userId) ?? { ...nobody, userId });
    for (const userId of await gaps.keep(tenantId, judged, leasedUntil)) bus.publish('gaps.changed', { tenantId, userId });
    return userIds.length;
  }

  const goOn = () => {
    if (isWaiting || stopped) return;
    isWaiting = true;
    running = running
      .then(() => {
        isWaiting = false;
        return look();
      })
      .catch((error: unknown) =>
        reportJobFailure(log, 'gaps', { reason: failureReason(error) }, 'gaps were not looked for; it will be tried again'),
      );
  };
  const timer = setInterval(goOn, everySeconds * 1000).unref();

  return {
    look() {
      const turn = running.then(look);
      running = turn.catch(() => {});
      return turn;
    },
    wake: goOn,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

const noMemberSeconds = 86_400;
