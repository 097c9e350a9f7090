import type { Outage } from '@vigil/domain/gaps/outage';
import type { Module } from '#http/route.ts';
import type { Bus } from '#platform/bus.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { createGapChecks, type GapChecks } from './gap-checks.job.ts';
import { createGapFactsStore } from './gap-facts.store.ts';
import type { GapFactsDeps } from './gap-facts.ts';
import { gapsRoutes } from './gaps.routes.ts';
import { createGapsStore, type StandingGap } from './gaps.store.ts';
import { followWhatIsHeard } from './heard.ts';
import { createListeningStore } from './listening.store.ts';
import { createListening, type Listening } from './listening.ts';
import { gapsPersonalData } from './personal-data.ts';

export type { StandingGap } from './gaps.store.ts';

export interface GapsDeps {
  readonly database: Database;
  /** Rejects where readings cannot be taken in. */
  readonly takesReadings: () => Promise<void>;
  readonly ticks: GapFactsDeps['ticks'];
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly config: Pick<Config, 'gapCheckSeconds'>;
  readonly log: Log;
}

export interface Gaps extends Module, Pick<GapChecks, 'look'> {
  /** Gaps that stand, of a tenant or of these members; by member, those found last first. Whoever is on hold or has left has none. */
  standing(tenantId: string, userIds?: readonly string[]): Promise<readonly StandingGap[]>;
  /** When the server itself could take nothing in, as long as members' silence may be owed to it; Unix seconds. It is told once, not for every member. */
  outage(): Promise<Outage | null>;
  /** This process takes readings in from now on: what lies between two such times was an outage. */
  readonly listening: Pick<Listening, 'begin' | 'say'>;
}

/** Holes in what is known of members, apart from clinical alerts: found when they are due and when something is heard, and kept. */
export function createGaps({ database, takesReadings, ticks, bus, config, log }: GapsDeps): Gaps {
  const store = createGapsStore(database);
  const listening = createListening({ store: createListeningStore(database), takesReadings, log });
  const checks = createGapChecks({
    ...{ gaps: store, listening, bus, log, everySeconds: config.gapCheckSeconds },
    facts: { store: createGapFactsStore(database), ticks },
  });
  const endFollowing = followWhatIsHeard({ bus, gaps: store, wake: checks.wake, log });
  return {
    routes: [...gapsRoutes(store, listening)],
    personalData: gapsPersonalData(database),
    standing: store.standing,
    outage: async () => (await listening.now()).outage,
    look: checks.look,
    listening,
    stop: () => Promise.all([endFollowing(), checks.stop(), listening.stop()]),
  };
}
