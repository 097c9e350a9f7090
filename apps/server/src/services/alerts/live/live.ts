import type { Evaluation } from '@vigil/contract/alerts-evaluation.contract';
import type { Bus } from '#platform/bus.ts';
import type { Log } from '#platform/log.ts';
import { readEvaluation } from './evaluation.ts';
import { type JudgeDeps, judgeMembers } from './judge-members.ts';
import { createLiveRun, type LiveRun } from './live-run.ts';
import { createWatchesStore, hasRules } from './watches.store.ts';

export type { ReadEvidence } from './alert-evidence.ts';

export interface LiveDeps extends JudgeDeps {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** How often a process looks for members who are due. Seconds. */
  readonly everySeconds: number;
  /** Rejects where readings cannot be read. */
  readonly reachable: () => Promise<void>;
}

export interface Live extends LiveRun {
  evaluation(tenantId: string): Promise<Evaluation>;
}

/** The live run of alert rules: every member is judged as readings arrive and as time passes, by the decision of the backtest. */
export function createLive(deps: LiveDeps): Live {
  const watches = createWatchesStore(deps.database);
  const { bus, log, everySeconds, nowSeconds } = deps;
  const run = createLiveRun({
    ...{ watches, bus, log, everySeconds, nowSeconds },
    judge: (tenantId, members) => judgeMembers(deps, tenantId, members),
    hasRules: (tenantId) => hasRules(deps.database, tenantId),
  });
  return { ...run, evaluation: (tenantId) => readEvaluation({ ...deps, watches }, tenantId) };
}
