import type { Sql } from '#platform/postgres/database.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import type { Alarms, RuleReport } from '../alarms/alarms.ts';
import { alertOf, type EvidenceDeps } from './alert-evidence.ts';
import { type EndReason, endFiring, findFiring, insertFiring, type NewFiring, resumeFiring, type StateRow } from './firings.store.ts';
import type { ToldChange } from './judge-member.ts';

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
 * tells the alarms what became of it. A rule in the shadow is kept, opens nothing and tells nobody; nor does what people know of already.
 */
export async function tellChanges(sql: Sql, tenantId: string, deps: TellDeps, told: readonly ToldChange[]): Promise<void> {
  const reports: RuleReport[] = [];
  for (const ofRule of Map.groupBy(told, keyOf).values()) {
    const [first] = ofRule;
    const alerts = first && firingsOf(sql, tenantId, first);
    for (const one of alerts ? ofRule : []) {
      const found = alerts && (await tell(sql, tenantId, deps, one, alerts));
      if (found && found.event !== null && found.fired.actionId !== null && one.change.knownAs === null)
        reports.push(reportOf(one, found.fired.firingId, found.fired.actionId, found.event));
    }
  }
  if (reports.length > 0) await deps.report(sql, tenantId, reports);
}

const keyOf = ({ userId, rule: { version, isShadow } }: ToldChange) => `${userId}/${version.ruleId}/${isShadow}`;

/** The alerts of a rule about one member, by when they were fired. */
interface Firings {
  find(firedAt: number): Promise<Fired | undefined>;
  keep(firedAt: number, fired: Fired): Fired;
}

function firingsOf(sql: Sql, tenantId: string, { userId, rule: { row, version, isShadow } }: ToldChange): Firings {
  const known = new Map<number, Fired>();
  if (row?.firingId && row.state.firedAt !== null) known.set(row.state.firedAt, { firingId: row.firingId, actionId: row.actionId });
  return {
    find: async (firedAt) => known.get(firedAt) ?? findFiring(sql, tenantId, { userId, ruleId: version.ruleId, isShadow, firedAt }),
    keep(firedAt, fired) {
      known.set(firedAt, fired);
      return fired;
    },
  };
}

interface Told {
  readonly fired: Fired;
  readonly event: RuleReport['event'] | null;
}

async function tell(sql: Sql, tenantId: string, deps: TellDeps, one: ToldChange, firings: Firings): Promise<Told | null> {
  const { change, rule } = one;
  const { kind, at, firedAt, knownAs } = change;
  const before = await firings.find(firedAt);
  if (kind === 'persisted' || kind === 'resumed') {
    if (before && kind === 'persisted') {
      // Late readings have ended it, or put another one in its place, and later ones have it stand after all.
      await resumeFiring(sql, tenantId, before.firingId, before.actionId);
      return { fired: firings.keep(firedAt, before), event: null };
    }
    const standsFor = knownAs === null ? undefined : await firings.find(knownAs);
    const opened = standsFor ? { actionId: standsFor.actionId, opened: false } : await openAction(sql, tenantId, deps, one);
    if (before) await resumeFiring(sql, tenantId, before.firingId, opened.actionId);
    const firingId = before?.firingId ?? (await insertFiring(sql, tenantId, newFiring(one, opened)));
    return { fired: firings.keep(firedAt, { firingId, actionId: opened.actionId }), event: opened.opened ? 'persisted' : 'true_again' };
  }
  if (!before) return null;
  if (kind === 'superseded') await endFiring(sql, tenantId, before.firingId, at, 'superseded');
  if (kind === 'cleared') {
    await endFiring(sql, tenantId, before.firingId, at, 'cleared');
    const { severity, closesOnClearing } = rule.held.rule;
    if (knownAs === null && before.actionId !== null && severity === 'LOW' && closesOnClearing)
      await deps.actions.close(sql, tenantId, before.actionId, 'The condition of the rule has cleared.');
  }
  return { fired: before, event: rule.isShadow || kind === 'superseded' ? null : kind };
}

interface OpenedAction {
  readonly actionId: string | null;
  readonly opened: boolean;
}

/** None in the shadow. */
async function openAction(sql: Sql, tenantId: string, deps: TellDeps, { userId, rule, change, seen }: ToldChange): Promise<OpenedAction> {
  const { version, isShadow, held } = rule;
  if (isShadow) return { actionId: null, opened: false };
  const { severity, category, role, timeToLiveHours } = held.rule;
  return deps.actions.open(sql, tenantId, {
    ...{ userId, category, title: version.title, role, priority: severity },
    ...{ openKey: `rule:${version.ruleId}`, timeToLiveSeconds: timeToLiveHours * 3_600 },
    alert: await alertOf(rule, { tenantId, userId }, seen, { at: change.at, evidenceOf: deps.evidenceOf, ticks: deps.ticks }),
  });
}

function newFiring({ userId, rule, change, seen }: ToldChange, { actionId, opened }: OpenedAction): NewFiring {
  const { version, isShadow, held } = rule;
  const fields = Object.fromEntries(Object.entries(held.layers).filter(([, layer]) => layer.kind !== 'tenant'));
  return {
    ...{ userId, isShadow, actionId, ruleId: version.ruleId, version: version.version, firedAt: change.firedAt, openedAction: opened },
    ...{ rule: held.rule, layers: { fields, revisions: held.revisions }, evidence: seen },
  };
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
