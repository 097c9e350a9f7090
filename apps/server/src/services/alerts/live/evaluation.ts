import type { Evaluation } from '@vigil/contract/alerts-evaluation.contract';
import type { LiveRun } from './live-run.ts';
import type { Waiting, WatchesStore } from './watches.store.ts';

export interface EvaluationDeps {
  readonly watches: Pick<WatchesStore, 'waiting'>;
  readonly run: Pick<LiveRun, 'isStarting' | 'waiting'>;
  /** Rejects where readings can be neither taken in nor read. */
  readonly takesReadings: () => Promise<void>;
  readonly hasRules: (tenantId: string) => Promise<boolean>;
  readonly nowSeconds: () => number | null;
}

/** Where no rule has ever run nobody waits for one. */
const nobody: Waiting = { members: 0, since: null, evaluatedAt: null };
/** What is judged within this time does not wait, unless the server has just started. Seconds. */
const graceSeconds = 60;

/**
 * Since when something of a tenant is not judged by its rules, and how many members wait: all, or of these. Right after a start whoever has
 * not been judged waits, from the first moment on.
 */
export async function readEvaluation(
  { watches, run, takesReadings, hasRules, nowSeconds }: EvaluationDeps,
  tenantId: string,
  userIds: readonly string[] | null = null,
): Promise<Evaluation> {
  const isStarting = run.isStarting();
  const waits = { userIds, isStarting, graceSeconds: isStarting ? 0 : graceSeconds, heardOf: run.waiting(tenantId) };
  const [{ members, since, evaluatedAt }, areTaken] = await Promise.all([
    hasRules(tenantId).then((has) => (has ? watches.waiting(tenantId, waits, nowSeconds()) : nobody)),
    takesReadings().then(
      () => true,
      () => false,
    ),
  ]);
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
  // Without readings nobody is judged, whether anything waits or not: never clear, but not evaluated since.
  const notSince = areTaken ? since : Math.min(since ?? Number.POSITIVE_INFINITY, evaluatedAt ?? Number.POSITIVE_INFINITY);
  return {
    isEvaluated: areTaken && members === 0,
    notEvaluatedSince: notSince === Number.POSITIVE_INFINITY ? null : seconds(notSince),
    membersWaiting: members,
    evaluatedAt: seconds(evaluatedAt),
    because: !areTaken ? 'readings_unavailable' : members === 0 ? null : isStarting ? 'restarted' : 'behind',
  };
}
