import type { Evaluation } from '@vigil/contract/alerts-evaluation.contract';
import type { RuleSubject } from '@vigil/domain/alerts/rule';
import type { Bus } from '#platform/bus.ts';
import type { Log } from '#platform/log.ts';
import type { Sql } from '#platform/postgres/database.ts';
import { scoreKeyOf } from '../backtest/readings.ts';
import { readEvaluation } from './evaluation.ts';
import { type JudgeDeps, judgeMembers } from './judge-members.ts';
import { createLiveRun, type LiveRun } from './live-run.ts';
import { subjectOf } from './subjects.ts';
import { createWatchesStore, makeDue, readRulesOf, runningDefinitions } from './watches.store.ts';

export type { ReadEvidence } from './alert-evidence.ts';

export interface LiveDeps extends JudgeDeps {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** How often a process looks for members who are due. Seconds. */
  readonly everySeconds: number;
  /** Rejects where readings cannot be read. */
  readonly takesReadings: () => Promise<void>;
  /** Whether the tenant's first data is still being stored. */
  readonly isBeingSetUp: (tenantId: string) => boolean;
  readonly startsForMs?: number | undefined;
}

export interface Live extends Omit<LiveRun, 'note' | 'withoutRules'> {
  /**
   * Within the transaction that stores it: a survey of a member came to a score, or a clinician said something that NEWS2 is made of.
   * The rules about it are judged once the transaction is through, by this process or, should it end, by another.
   */
  arrived(sql: Sql, tenantId: string, userId: string, what: Exclude<RuleSubject, { kind: 'metric' }>): Promise<void>;
  evaluation(tenantId: string): Promise<Evaluation>;
  /**
   * Where nobody is evaluated, and right after a start or the first rules: why, how many members have not been evaluated yet, of all or of
   * these, and since when (Unix seconds). Null once everybody has been: from then on `evaluation` tells.
   */
  notEvaluated(tenantId: string, userIds: readonly string[] | null): Promise<NotEvaluated | null>;
}

export interface NotEvaluated {
  readonly members: number;
  readonly since: number | null;
  readonly because: 'restarted' | 'first_rules' | 'no_rules' | 'being_set_up';
}

/** The live run of alert rules: every member is judged as readings arrive and as time passes, by the decision of the backtest. */
export function createLive(deps: LiveDeps): Live {
  const watches = createWatchesStore(deps.database);
  const { bus, log, everySeconds, nowSeconds, startsForMs } = deps;
  const rulesOf = (tenantId: string) => readRulesOf(deps.database, tenantId);
  const run = createLiveRun({
    ...{ watches, bus, log, everySeconds, nowSeconds, startsForMs },
    judge: (tenantId, members) => judgeMembers(deps, tenantId, members),
    hasRules: async (tenantId) => (await rulesOf(tenantId)).haveRun,
  });
  const read = (tenantId: string, userIds: readonly string[] | null = null) =>
    readEvaluation({ ...deps, watches, run, rulesOf }, tenantId, userIds);
  return {
    ...run,
    async arrived(sql, tenantId, userId, what) {
      const key = scoreKeyOf(what);
      const definitions = await runningDefinitions(sql, tenantId);
      if (!definitions.some((definition) => subjectOf(definition).key === key)) return;
      await makeDue(sql, tenantId, userId, key, nowSeconds());
      run.note(tenantId, userId, key);
    },
    evaluation: read,
    async notEvaluated(tenantId, userIds) {
      const { areLive } = await rulesOf(tenantId);
      if (areLive && !run.catchesUpBecause(tenantId) && !deps.isBeingSetUp(tenantId)) return null;
      const { because, membersWaiting: members, notEvaluatedSince: since } = await read(tenantId, userIds);
      if (because === 'no_rules' || because === 'being_set_up') return { members, since, because };
      return members === 0 ? null : { members, since, because: because === 'first_rules' ? because : 'restarted' };
    },
  };
}
