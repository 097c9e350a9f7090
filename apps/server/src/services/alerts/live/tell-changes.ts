import type { Sql } from '#platform/postgres/database.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import type { Alarms, RuleReport } from '../alarms/alarms.ts';
import { alertOf, type EvidenceDeps } from './alert-evidence.ts';
import { type EndReason, endFiring, findFiring, insertFiring, type StateRow } from './firings.store.ts';
import type { ToldChange } from './judge-member.ts';
import type { HeldRule } from './plan-member.ts';

export interface TellDeps extends EvidenceDeps {
  readonly actions: Pick<Actions, 'open' | 'close'>;
  /** Told in the transaction in which the state is stored, in the order in which it came about. */
  readonly report: Alarms['report'];
}

/** An alert that was fired. */
interface Fired {
  readonly firingId: string;
  /** None in the shadow. */
  readonly actionId: string | null;
}

/**
 * Within the transaction that keeps where the rules stand: keeps each alert, opens its action or joins the live one of the rule, and
 * tells the alarms what became of it. A rule in the shadow is kept, opens nothing and tells nobody.
 */
export async function tellChanges(sql: Sql, tenantId: string, deps: TellDeps, told: readonly ToldChange[]): Promise<void> {
  const fired = new Map<string, Fired>();
  const reports: RuleReport[] = [];
  for (const one of told) {
    const key = keyOf(one);
    const report = await tell(sql, tenantId, deps, one, fired.get(key) ?? firedBefore(one.rule));
    if (!report) continue;
    fired.set(key, report.fired);
    if (report.event !== null && report.fired.actionId !== null)
      reports.push(reportOf(one, report.fired.firingId, report.fired.actionId, report.event));
  }
  if (reports.length > 0) await deps.report(sql, tenantId, reports);
}

const keyOf = ({ userId, rule: { version, isShadow } }: ToldChange) => `${userId}/${version.ruleId}/${isShadow}`;
const firedBefore = ({ row }: HeldRule): Fired | null => (row?.firingId ? { firingId: row.firingId, actionId: row.actionId } : null);

async function tell(sql: Sql, tenantId: string, deps: TellDeps, one: ToldChange, before: Fired | null) {
  const { change, rule } = one;
  if (change.kind === 'persisted') return fire(sql, tenantId, deps, one);
  if (!before) return null;
  if (change.kind === 'cleared') {
    await endFiring(sql, tenantId, before.firingId, change.at, 'cleared');
    const { severity, closesOnClearing } = rule.held.rule;
    if (before.actionId !== null && severity === 'LOW' && closesOnClearing)
      await deps.actions.close(sql, tenantId, before.actionId, 'The condition of the rule has cleared.');
  }
  return { fired: before, event: rule.isShadow ? null : change.kind };
}

async function fire(sql: Sql, tenantId: string, deps: TellDeps, { userId, rule, change, seen }: ToldChange) {
  const { version, isShadow, held } = rule;
  const { ruleId, title } = version;
  const known = await findFiring(sql, tenantId, { userId, ruleId, isShadow, firedAt: change.firedAt });
  if (known) return { fired: known, event: null };
  const { severity, category, role, timeToLiveHours } = held.rule;
  const opened = isShadow
    ? null
    : await deps.actions.open(sql, tenantId, {
        ...{ userId, category, title, role, priority: severity, openKey: `rule:${ruleId}`, timeToLiveSeconds: timeToLiveHours * 3_600 },
        alert: await alertOf(rule, { tenantId, userId }, seen, { at: change.at, evidenceOf: deps.evidenceOf, ticks: deps.ticks }),
      });
  const actionId = opened?.actionId ?? null;
  const fields = Object.fromEntries(Object.entries(held.layers).filter(([, layer]) => layer.kind !== 'tenant'));
  const firingId = await insertFiring(sql, tenantId, {
    ...{ userId, ruleId, isShadow, actionId, version: version.version, firedAt: change.firedAt, openedAction: opened?.opened ?? false },
    ...{ rule: held.rule, layers: { fields, revisions: held.revisions }, evidence: seen },
  });
  const event = !opened ? null : opened.opened ? ('persisted' as const) : ('true_again' as const);
  return { fired: { firingId, actionId }, event };
}

function reportOf({ userId, rule, change, seen }: ToldChange, firingId: string, actionId: string, event: RuleReport['event']): RuleReport {
  const { version, held } = rule;
  return {
    ...{ userId, firingId, actionId, event, ruleId: version.ruleId, version: version.version, title: version.title },
    ...{ rule: held.rule, measured: seen.measured, atSeconds: change.at },
  };
}

/** An alert of a rule that does not run for the member any more. */
export interface EndedAlert {
  readonly row: StateRow;
  readonly reason: EndReason;
  readonly title: string;
  readonly rule: RuleReport['rule'];
}

/**
 * Within a transaction: alerts whose rule was retired or switched off, or whose member is not cared for now, are over; actions stay open.
 * Of members on hold the alarms hear from whoever put them there.
 */
export async function endAlerts(
  sql: Sql,
  tenantId: string,
  report: Alarms['report'],
  ended: readonly EndedAlert[],
  nowSeconds: number,
): Promise<void> {
  const reports: RuleReport[] = [];
  for (const { row, reason, title, rule } of ended) {
    if (row.firingId === null) continue;
    await endFiring(sql, tenantId, row.firingId, nowSeconds, reason);
    if (row.actionId === null || reason === 'suspended') continue;
    const { userId, ruleId, version } = row;
    reports.push({
      ...{ userId, ruleId, version, title, rule },
      ...{ firingId: row.firingId, actionId: row.actionId, measured: null, atSeconds: nowSeconds, event: 'cleared' },
    });
  }
  if (reports.length > 0) await report(sql, tenantId, reports);
}
