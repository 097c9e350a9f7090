import { createPeople } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { createActions } from '#services/factuary/actions/index.ts';
import { createTicksStoreReads } from '#services/ticks-store/index.ts';
import { createMemberLayersStore } from '../../rules/member-layers.store.ts';
import { createTenantLimits } from '../../rules/member-limits.ts';
import { createMemberRules } from '../../rules/member-rules.ts';
import { createRules } from '../../rules/rules.service.ts';
import { createRulesStore } from '../../rules/rules.store.ts';
import { createLive, type LiveDeps } from '../live.ts';

export interface LiveOn {
  readonly database: Database;
  readonly engine: TicksEngine;
  readonly bus: Bus;
  readonly log: Log;
}

/** The live run over open stores with real actions, by the database's clock; it looks for who is due only when it is told to. */
export function liveOn({ database, engine, bus, log }: LiveOn, over: Partial<LiveDeps> = {}) {
  const people = createPeople({ database });
  const clock = systemClock;
  const store = createRulesStore(database, async () => true);
  const memberRules = createMemberRules({
    store,
    memberLayers: createMemberLayersStore(database),
    cohortsOf: async () => new Map(),
    clock,
  });
  const actions = createActions({ database, people, clock, log, config: { actionExpirySeconds: 3_600 }, maySee: async () => true });
  const live = createLive({
    ...{ database, bus, log, people, actions, memberRules, rules: store, everySeconds: 3_600, nowSeconds: () => null },
    ticks: {
      ...createTicksStoreReads({ database, engine, bus, rolledUpUntilMs: async () => 0 }),
      ...{ birthDatesOf: people.birthDatesOf, saidOf: async () => new Map(), surveyScores: async () => [] },
    },
    evidenceOf: async () => ({ evidence: [] }),
    report: async () => {},
    takesReadings: () => engine.ping(),
    isBeingSetUp: () => false,
    ...over,
  });
  return {
    ...{ live, actions, memberRules },
    limits: createTenantLimits({ database, store, memberRules, actions }),
    rules: createRules({ store, clock, isSurvey: async () => true }),
    async stop() {
      await Promise.all([live.stop(), actions.stop?.()]);
    },
  };
}
