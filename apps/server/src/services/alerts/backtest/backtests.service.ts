import { isDeepStrictEqual } from 'node:util';
import type { NewBacktest } from '@vigil/contract/alerts.forms';
import { mostBacktestMembers } from '@vigil/contract/alerts.values';
import type { Backtest } from '@vigil/contract/alerts-backtests.contract';
import { VigilError } from '@vigil/contract/errors';
import { slotSeconds } from '@vigil/domain/alerts/rule';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Cohorts } from '#services/factuary/cohorts/index.ts';
import type { MemberRules } from '../rules/member-rules.ts';
import type { RulesStore, RuleVersionRow } from '../rules/rules.store.ts';
import type { BacktestQuestion, BacktestRow, BacktestsStore } from './backtests.store.ts';
import { createFigures } from './figures.ts';
import type { HistoryReads } from './histories.ts';
import { type InterventionReads, type Run, runBacktest } from './run.ts';

export interface Backtests {
  /**
   * Begins a backtest on members in `scope` and answers at once; sent again with the same id it answers what has been found. Throws
   * conflict where something else is asked under the id, not_found for a version, a cohort or a member that there is none of,
   * invalid_input for too many members, too_many_requests while another one of this person runs.
   */
  start(tenantId: string, by: Asker, scope: 'tenant' | readonly string[], asked: NewBacktest): Promise<AskedBacktest>;
  /** Throws not_found. */
  get(tenantId: string, askedBy: string, id: string): Promise<AskedBacktest>;
  cancel(tenantId: string, askedBy: string, id: string): Promise<AskedBacktest>;
  /** Ends what runs: it is lost. */
  stop(): Promise<void>;
}

/** Whoever asks for a backtest: cohorts of others may be private. */
export type Asker = Parameters<Cohorts['membersFor']>[2];

/** A backtest, and whom it is about. */
export interface AskedBacktest {
  readonly backtest: Backtest;
  readonly userIds: readonly string[];
}

export interface BacktestsDeps {
  readonly rules: Pick<RulesStore, 'versions'>;
  readonly memberRules: Pick<MemberRules, 'effective'>;
  readonly store: BacktestsStore;
  readonly ticks: HistoryReads;
  readonly actions: InterventionReads;
  readonly people: Pick<People, 'timeZonesOf' | 'signsOfLifeSince' | 'listUsers'>;
  /** Those of a cohort in scope, for somebody who may read it. Throws not_found, and conflict for drafts. */
  readonly membersOfCohort: Cohorts['membersFor'];
  readonly clock: Clock;
  readonly log: Log;
}

const daySeconds = 86_400;
/** One that has told nothing for so long has lost its server. */
const lostAfterMs = 60_000;

export function createBacktests(deps: BacktestsDeps): Backtests {
  const { rules, memberRules, store, ticks, actions, people, membersOfCohort, clock, log } = deps;
  /** By person of a tenant: one at a time, so that nobody fills the engine. */
  const running = new Map<string, Promise<void>>();
  let stopping = false;

  const toldOf = (row: BacktestRow): AskedBacktest => {
    const isLost = row.state === 'running' && clock.now() - row.toldAt > lostAfterMs;
    const { id, question, userIds, membersDone, figures } = row;
    const backtest = {
      id,
      state: isLost ? ('lost' as const) : row.state,
      from: question.from,
      to: question.to,
      membersDone,
      members: userIds.length,
      figures,
    };
    return { backtest, userIds };
  };

  async function find(tenantId: string, askedBy: string, id: string): Promise<AskedBacktest> {
    const row = await store.find(tenantId, id, askedBy);
    if (!row) throw new VigilError('not_found', 'There is no such backtest of yours; they are kept for a week.');
    return toldOf(row);
  }

  async function work(id: string, run: Run): Promise<void> {
    const { tenantId } = run;
    try {
      await runBacktest(run, {
        ...{ ticks, actions, effective: memberRules.effective, timeZonesOf: people.timeZonesOf, signsOfLifeSince: people.signsOfLifeSince },
        onPart: async (done, figures) => (await store.tell(tenantId, id, done, figures, clock.now())) && !stopping,
      });
      if (!stopping) await store.end(tenantId, id, 'done');
    } catch (error) {
      log.warn({ err: error, tenant: tenantId }, 'a backtest failed');
      await store.end(tenantId, id, 'failed').catch(() => {});
    }
  }

  return {
    get: find,

    async start(tenantId, by, scope, asked) {
      const { id } = asked;
      const { userId: askedBy } = by;
      const known = await store.find(tenantId, id, askedBy);
      if (known && !isSame(known.question, asked)) throw otherBacktest();
      if (known) return toldOf(known);
      const person = `${tenantId}/${askedBy}`;
      if (running.has(person)) throw alreadyRunning();
      // Taken before anything is waited for: of many that are asked at once the others find it taken.
      const begun = begin(tenantId, by, scope, asked);
      running.set(
        person,
        begun
          .then((run) => work(id, run))
          // What could not begin is told to whoever asked.
          .catch(() => {})
          .finally(() => running.delete(person)),
      );
      await begun;
      return find(tenantId, askedBy, id);
    },

    async cancel(tenantId, askedBy, id) {
      await find(tenantId, askedBy, id);
      await store.end(tenantId, id, 'cancelled');
      return find(tenantId, askedBy, id);
    },

    async stop() {
      stopping = true;
      await Promise.all(running.values());
    },
  };

  /** Keeps what is asked, and answers what is to be run. */
  async function begin(
    tenantId: string,
    by: Asker,
    scope: 'tenant' | readonly string[],
    { id, candidates, userIds: asked, cohortId, days }: NewBacktest,
  ): Promise<Run> {
    const versions = await rules.versions(tenantId);
    const chosen = candidates.map((one) => versionOf(versions, one));
    const userIds = await membersOf(tenantId, by, scope, { asked, cohortId });
    const to = Math.floor(clock.now() / 1000 / slotSeconds) * slotSeconds;
    const question = { candidates, from: to - days * daySeconds, to, asked: whomOf({ userIds: asked, cohortId }) };
    const run = {
      ...{ tenantId, userIds, fromSeconds: question.from, toSeconds: to, candidates: chosen },
      live: versions.filter(({ state }) => state === 'live'),
    };
    const figures = chosen.map((version) => createFigures(version, run, 0).told());
    if (!(await store.insert(tenantId, { id, askedBy: by.userId, question, userIds, figures }, clock.now()))) throw otherBacktest();
    return run;
  }

  async function membersOf(
    tenantId: string,
    by: Asker,
    scope: 'tenant' | readonly string[],
    { asked, cohortId }: { readonly asked: readonly string[] | undefined; readonly cohortId: string | undefined },
  ): Promise<string[]> {
    const all = (await people.listUsers(tenantId)).filter(({ roles }) => roles.includes('patient')).map(({ id }) => id);
    const inScope = scope === 'tenant' ? null : new Set(scope);
    const seen = inScope ? all.filter((id) => inScope.has(id)) : all;
    if (!asked) {
      const inCohort = cohortId === undefined ? null : new Set(await membersOfCohort(tenantId, cohortId, by, scope));
      const meant = inCohort ? seen.filter((id) => inCohort.has(id)) : seen;
      if (meant.length > mostBacktestMembers) throw tooManyMembers(meant.length);
      return meant;
    }
    const known = new Set(seen);
    if (asked.some((id) => !known.has(id)))
      throw new VigilError('not_found', 'One of these members is not there, or not among those whom you look after.');
    return [...new Set(asked)];
  }
}

const whomOf = ({ userIds, cohortId }: Pick<NewBacktest, 'userIds' | 'cohortId'>) => ({
  userIds: userIds ?? null,
  cohortId: cohortId ?? null,
});

/** Whether the same is asked again; of one that was kept before it was, whom it is about is not known. */
const isSame = ({ candidates, from, to, asked }: BacktestQuestion, sent: NewBacktest): boolean =>
  isDeepStrictEqual(candidates, sent.candidates) &&
  to - from === sent.days * daySeconds &&
  (asked === undefined || isDeepStrictEqual(asked, whomOf(sent)));

function versionOf(versions: readonly RuleVersionRow[], { ruleId, version }: { ruleId: string; version: number }): RuleVersionRow {
  const found = versions.find((one) => one.ruleId === ruleId && one.version === version);
  if (!found) throw new VigilError('not_found', 'One of these versions is not there.');
  return found;
}

const alreadyRunning = () =>
  new VigilError('too_many_requests', 'Another backtest of yours is running. Wait for it, or cancel it.', { retryAfterSeconds: 5 });
const otherBacktest = () => new VigilError('conflict', 'There is another backtest under this id.');
const tooManyMembers = (count: number) =>
  new VigilError(
    'invalid_input',
    `A backtest looks at ${mostBacktestMembers.toLocaleString('en')} members at most, and there are ${count.toLocaleString('en')}.`,
    {
      fields: [{ field: 'userIds', message: `Name up to ${mostBacktestMembers.toLocaleString('en')} members` }],
    },
  );
