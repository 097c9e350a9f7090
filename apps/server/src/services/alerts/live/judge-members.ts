import { setImmediate as turn } from 'node:timers/promises';
import { earliestJudged } from '@vigil/domain/alerts/advance';
import type { People } from '#people/index.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { besides } from '#platform/postgres/database.ts';
import type { HistoryReads } from '../backtest/histories.ts';
import type { MemberRules } from '../rules/member-rules.ts';
import type { RulesStore, RuleVersionRow } from '../rules/rules.store.ts';
import { type Asked, asked as askedAs } from './asked.ts';
import { closeWhatIsOver } from './close-what-is-over.ts';
import { readStates, type StateRow, saveStates } from './firings.store.ts';
import { type JudgedMember, judgeMember } from './judge-member.ts';
import { changesOf, type MemberPlan, planMember } from './plan-member.ts';
import { readSubjects } from './read-subjects.ts';
import { endAlerts, type TellDeps, tellChanges } from './tell-changes.ts';
import { claimWatches, readMoment, saveWatches, type WatchRow } from './watches.store.ts';

export interface JudgeDeps extends TellDeps {
  readonly database: Database;
  readonly rules: Pick<RulesStore, 'versions'>;
  readonly memberRules: Pick<MemberRules, 'effective'>;
  readonly ticks: HistoryReads;
  readonly people: Pick<People, 'caredFor' | 'timeZonesOf'>;
  /** The present in Unix seconds; null: by the database's clock. */
  readonly nowSeconds: () => number | null;
}

export interface JudgedBatch {
  /** Members of whom something was heard and whom another process has at this moment; whoever is due stays due. */
  readonly busy: readonly string[];
}

/**
 * Judges some members of a tenant together, each metric read once for all, in one transaction (and what it reads, beside it): where their rules stand, the alerts,
 * the actions and what the alarms are told are stored with how far they were judged, or nothing is.
 */
export function judgeMembers(deps: JudgeDeps, tenantId: string, asked: ReadonlyMap<string, Asked>): Promise<JudgedBatch> {
  return deps.database.tenant(tenantId, async (sql) => {
    const heardOf = [...asked].filter(([, { reason, arrived }]) => reason === 'everything' || arrived.size > 0).map(([userId]) => userId);
    const watches = await claimWatches(sql, tenantId, [...asked.keys()], heardOf);
    if (watches.length > 0) await besides(() => judgeClaimed(sql, deps, tenantId, watches, asked));
    const claimed = new Set(watches.map(({ userId }) => userId));
    return { busy: heardOf.filter((userId) => !claimed.has(userId)) };
  });
}

async function judgeClaimed(
  sql: Sql,
  deps: JudgeDeps,
  tenantId: string,
  claimed: readonly WatchRow[],
  asked: ReadonlyMap<string, Asked>,
): Promise<void> {
  const moment = await readMoment(sql, tenantId);
  const nowSeconds = deps.nowSeconds() ?? moment.nowSeconds;
  // Who was due may have been judged since, by another process or because readings arrived.
  const isDue = ({ nextAt, generation }: WatchRow) => generation < moment.generation || (nextAt !== null && nextAt <= nowSeconds * 1000);
  const watches = claimed.filter((watch) => asked.get(watch.userId)?.reason !== 'due' || isDue(watch));
  if (watches.length === 0) return;
  const userIds = watches.map(({ userId }) => userId);
  const newcomers = watches.filter(({ isNew }) => isNew).map(({ userId }) => userId);
  const [versions, effective, timeZoneOf, caredFor, states, firstReceived] = await Promise.all([
    deps.rules.versions(tenantId),
    deps.memberRules.effective(tenantId, userIds),
    deps.people.timeZonesOf(tenantId, userIds),
    deps.people.caredFor(tenantId, userIds),
    readStates(sql, tenantId, userIds),
    newcomers.length > 0 ? deps.ticks.firstReceived({ tenantId, userIds: newcomers, fromMs: earliestJudged(nowSeconds) * 1000 }) : nobody,
  ]);
  const running = versions.filter(({ state }) => state === 'live' || state === 'shadow');
  const statesOf = Map.groupBy(states, ({ userId }) => userId);
  const changes = changesOf(versions, moment.generation);
  const plans = watches.map((watch) =>
    planMember({
      ...{ watch, running, effective, nowSeconds, changes },
      asked: asked.get(watch.userId) ?? askedAs.due,
      isCaredFor: caredFor.has(watch.userId),
      states: statesOf.get(watch.userId) ?? [],
      firstReceivedMs: firstReceived.get(watch.userId) ?? Number.POSITIVE_INFINITY,
    }),
  );
  const isSilent = watches.some(({ userId }) => asked.get(userId)?.reason !== null);
  const histories = await readSubjects(deps.ticks, { tenantId, nowSeconds, timeZoneOf, isSilent, wanted: plans.flatMap(wantedBy) });
  const judged: JudgedMember[] = [];
  for (const plan of plans) {
    judged.push(judgeMember(plan, histories, nowSeconds, timeZoneOf(plan.userId)));
    // Others have their turn between two.
    if (judged.length % membersATurn === 0) await turn();
  }
  await keep(sql, deps, tenantId, { plans, judged, versions, nowSeconds, moment });
}

const nobody: ReadonlyMap<string, number> = new Map();
const membersATurn = 8;

const wantedBy = ({ userId, subjects }: MemberPlan) =>
  subjects.flatMap(({ judgedUntil, rules }) =>
    rules.map(({ held: { rule }, fromSeconds }) => ({ userId, rule, fromSeconds: Math.min(judgedUntil, fromSeconds) })),
  );

interface Kept {
  readonly plans: readonly MemberPlan[];
  readonly judged: readonly JudgedMember[];
  readonly versions: readonly RuleVersionRow[];
  readonly nowSeconds: number;
  readonly moment: { readonly nowSeconds: number; readonly generation: number };
}

async function keep(sql: Sql, deps: JudgeDeps, tenantId: string, { plans, judged, versions, nowSeconds, moment }: Kept): Promise<void> {
  const ended = plans.flatMap((plan) => plan.ended.map((one) => ({ ...one, ...writtenAs(versions, one.row) })));
  const ofEnded = await endAlerts(sql, tenantId, ended, nowSeconds);
  const told = await tellChanges(
    sql,
    tenantId,
    deps,
    judged.flatMap((one) => one.told),
  );
  await closeWhatIsOver(sql, tenantId, deps.actions, new Map([...ofEnded.ended, ...told.ended]));
  await deps.report(sql, tenantId, [...ofEnded.reports, ...told.reports]);
  await saveStates(
    sql,
    tenantId,
    judged.flatMap((one) => one.states),
  );
  const { generation } = moment;
  await saveWatches(
    sql,
    tenantId,
    judged.map(({ userId, marks, notBefore }) => ({ userId, subjects: marks, generation, notBefore })),
    moment.nowSeconds,
  );
}

function writtenAs(versions: readonly RuleVersionRow[], row: StateRow) {
  const version = versions.find(({ ruleId, version: number }) => ruleId === row.ruleId && number === row.version);
  if (!version) throw new Error('An alert names a version that is not there');
  return { title: version.title, rule: version.definition };
}
