import type { Evaluation } from '@vigil/contract/alerts-evaluation.contract';
import type { LiveRun } from './live-run.ts';
import type { RulesOfTenant, Waiting, WatchesStore } from './watches.store.ts';

export interface EvaluationDeps {
  readonly watches: Pick<WatchesStore, 'waiting'>;
  readonly run: Pick<LiveRun, 'catchesUpBecause' | 'waiting' | 'withoutRules'>;
  /** Rejects where readings can be neither taken in nor read. */
  readonly takesReadings: () => Promise<void>;
  readonly rulesOf: (tenantId: string) => Promise<RulesOfTenant>;
  /** Whether the tenant's first data is still being stored, its rules perhaps among it. */
  readonly isBeingSetUp: (tenantId: string) => boolean;
  readonly nowSeconds: () => number | null;
}

/** Where no rule has ever run nobody waits for one: there is none to wait for. */
const nobody: Waiting = { members: 0, since: null, evaluatedAt: null };
/** What is judged within this time does not wait, unless the server has just started. Seconds. */
const graceSeconds = 60;

/**
 * Since when something of a tenant is not judged by its rules, and how many members wait: all, or of these. Right after a start, and once a
 * tenant has its first rules, whoever has not been judged waits from the first moment on. Without rules nobody is judged at all.
 */
export async function readEvaluation(
  { watches, run, takesReadings, rulesOf, isBeingSetUp, nowSeconds }: EvaluationDeps,
  tenantId: string,
  userIds: readonly string[] | null = null,
): Promise<Evaluation> {
  const [rules, areTaken] = await Promise.all([
    rulesOf(tenantId),
    takesReadings().then(
      () => true,
      () => false,
    ),
  ]);
  if (!rules.haveRun) run.withoutRules(tenantId);
  const catchesUp = run.catchesUpBecause(tenantId) ?? (isBeingSetUp(tenantId) ? 'first_rules' : null);
  const isStarting = catchesUp !== null;
  const waits = { userIds, isStarting, graceSeconds: isStarting ? 0 : graceSeconds, heardOf: run.waiting(tenantId) };
  const { members, since, evaluatedAt } = rules.haveRun ? await watches.waiting(tenantId, waits, nowSeconds()) : nobody;
  const because = () => {
    if (!rules.areLive) return isBeingSetUp(tenantId) ? 'being_set_up' : 'no_rules';
    return members === 0 ? null : (catchesUp ?? 'behind');
  };
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
  // Without readings nobody is judged, whether anything waits or not: never clear, but not evaluated since.
  const notSince = areTaken ? since : Math.min(since ?? Number.POSITIVE_INFINITY, evaluatedAt ?? Number.POSITIVE_INFINITY);
  return {
    isEvaluated: areTaken && rules.areLive && members === 0,
    notEvaluatedSince: notSince === Number.POSITIVE_INFINITY ? null : seconds(notSince),
    membersWaiting: members,
    evaluatedAt: seconds(evaluatedAt),
    because: areTaken ? because() : 'readings_unavailable',
  };
}
