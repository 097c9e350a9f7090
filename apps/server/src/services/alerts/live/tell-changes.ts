import { type Joining, type OpenEpisode, worstFirst } from '@vigil/domain/alerts/episodes';
import type { Sql } from '#platform/postgres/database.ts';
import type { Actions, StandingAlert } from '#services/factuary/actions/index.ts';
import type { Alarms, RuleReport } from '../alarms/alarms.ts';
import { alertOf, type EvidenceDeps } from './alert-evidence.ts';
import { hasCleared, runsNoMore } from './close-what-is-over.ts';
import { type EndReason, endFiring, findFiring, insertFiring, type NewFiring, resumeFiring, type StateRow } from './firings.store.ts';
import type { ToldChange } from './judge-member.ts';
import { type OpenEpisodes, openEpisodes } from './open-episodes.ts';

export interface TellDeps extends EvidenceDeps {
  readonly actions: Pick<Actions, 'open' | 'join' | 'keepOpen' | 'closeAll'>;
  /** Told in the transaction in which the state is stored, in the order in which it came about. */
  readonly report: Alarms['report'];
}

type Deps = Omit<TellDeps, 'report'>;

/** An alert that was fired. */
interface Fired {
  readonly firingId: string;
  /** None in the shadow. */
  readonly actionId: string | null;
}

/** What the alarms are to be told, and actions of which an alert is over, with why. */
export interface Outcome {
  readonly reports: readonly RuleReport[];
  readonly ended: ReadonlyMap<string, string>;
}

/**
 * Within the transaction that keeps where the rules stand: keeps each alert, and opens its action or joins the live one that it belongs to. What the
 * alarms are to be told of that. A rule in the shadow is kept, opens nothing and tells nobody; nor does what people know of already.
 */
export async function tellChanges(sql: Sql, tenantId: string, deps: Deps, told: readonly ToldChange[]): Promise<Outcome> {
  const reports: RuleReport[] = [];
  const cleared = new Set<string>();
  const episodes = await episodesOf(sql, tenantId, told);
  const inOrder = told.toSorted((one, other) => worstFirst(one.rule.held.rule, other.rule.held.rule));
  const standing: StandingAlert[] = [];
  for (const ofRule of Map.groupBy(inOrder, keyOf).values()) {
    const [first] = ofRule;
    const alerts = first && firingsOf(sql, tenantId, first);
    for (const one of alerts ? ofRule : []) {
      const found = alerts && (await tell(sql, tenantId, deps, one, { alerts, episodes, cleared }));
      if (found?.fired.actionId && keepsOpen.has(one.change.kind))
        standing.push({ actionId: found.fired.actionId, timeToLiveSeconds: timeToLiveOf(one) });
      if (found && found.event !== null && found.fired.actionId !== null && one.change.knownAs === null)
        reports.push(reportOf(one, found.fired.firingId, found.fired.actionId, found.event));
    }
  }
  await deps.actions.keepOpen(sql, tenantId, standing);
  return { reports, ended: new Map([...cleared].map((actionId) => [actionId, hasCleared])) };
}

/** What tells of an alert that stands, or has until now. */
const keepsOpen: ReadonlySet<ToldChange['change']['kind']> = new Set(['persisted', 'resumed', 'still_true', 'data_back', 'cleared']);
const timeToLiveOf = ({ rule }: ToldChange) => rule.held.rule.timeToLiveHours * 3_600;

/** What is open about members of whom something new is told. */
function episodesOf(sql: Sql, tenantId: string, told: readonly ToldChange[]): Promise<OpenEpisodes> {
  const began = told.filter(({ rule, change }) => !rule.isShadow && (change.kind === 'persisted' || change.kind === 'resumed'));
  const last = new Map(told.map(({ userId, rule, change }) => [`${userId}/${rule.version.ruleId}`, change]));
  const clearedAt = (userId: string, ruleId: string) => {
    const change = last.get(`${userId}/${ruleId}`);
    return change?.kind === 'cleared' || change?.kind === 'superseded' ? change.at : undefined;
  };
  return openEpisodes(sql, tenantId, [...new Set(began.map(({ userId }) => userId))], clearedAt);
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

interface Telling {
  readonly alerts: Firings;
  readonly episodes: OpenEpisodes;
  /** Actions of which an alert is over. */
  readonly cleared: Set<string>;
}

async function tell(sql: Sql, tenantId: string, deps: Deps, one: ToldChange, telling: Telling): Promise<Told | null> {
  const { change, rule } = one;
  const { alerts: firings, episodes, cleared } = telling;
  const { kind, at, firedAt, knownAs } = change;
  const before = await firings.find(firedAt);
  if (kind === 'persisted' || kind === 'resumed') {
    if (before && kind === 'persisted' && knownAs !== null) {
      // Late readings had put another one in its place, and later ones have it stand after all.
      await resumeFiring(sql, tenantId, before.firingId, before.actionId);
      return { fired: firings.keep(firedAt, before), event: null };
    }
    const standsFor = knownAs === null ? undefined : await firings.find(knownAs);
    const opened = standsFor ? { actionId: standsFor.actionId, opened: false } : await openOrJoin(sql, tenantId, deps, one, episodes);
    if (before) await resumeFiring(sql, tenantId, before.firingId, opened.actionId);
    const firingId = before?.firingId ?? (await insertFiring(sql, tenantId, newFiring(one, opened)));
    return { fired: firings.keep(firedAt, { firingId, actionId: opened.actionId }), event: opened.opened ? 'persisted' : 'true_again' };
  }
  if (!before) return null;
  if (kind === 'superseded') await endFiring(sql, tenantId, before.firingId, at, 'superseded');
  if (kind === 'cleared') {
    await endFiring(sql, tenantId, before.firingId, at, 'cleared');
    if (knownAs === null && before.actionId !== null) cleared.add(before.actionId);
  }
  return { fired: before, event: rule.isShadow || kind === 'superseded' ? null : kind };
}

interface OpenedAction {
  readonly actionId: string | null;
  readonly opened: boolean;
}

/** None in the shadow. */
async function openOrJoin(sql: Sql, tenantId: string, deps: Deps, one: ToldChange, episodes: OpenEpisodes): Promise<OpenedAction> {
  const { userId, rule, change } = one;
  if (rule.isShadow) return { actionId: null, opened: false };
  const { ruleId } = rule.version;
  for (;;) {
    const joins = episodes.find(userId, { ruleId, rule: rule.held.rule, at: change.at });
    if (joins && !(await joinAction(sql, tenantId, deps, one, joins))) {
      episodes.drop(userId, joins.episode.actionId);
      continue;
    }
    const opened = joins ? { actionId: joins.episode.actionId, opened: false } : await openAction(sql, tenantId, deps, one);
    episodes.keep(userId, opened.actionId, { ruleId, rule: rule.held.rule, firedAt: change.firedAt });
    return opened;
  }
}

async function joinAction(
  sql: Sql,
  tenantId: string,
  deps: Deps,
  one: ToldChange,
  { episode: { actionId }, isNew, leads }: Joining<OpenEpisode>,
): Promise<boolean> {
  const { version, held } = one.rule;
  const { severity, role } = held.rule;
  return deps.actions.join(sql, tenantId, {
    ...{ actionId, title: version.title, priority: severity, role, timeToLiveSeconds: timeToLiveOf(one), isNew },
    alert: leads ? await alertSeen(tenantId, deps, one) : null,
  });
}

async function openAction(sql: Sql, tenantId: string, deps: Deps, one: ToldChange) {
  const { version, held } = one.rule;
  const { severity, category, role } = held.rule;
  return deps.actions.open(sql, tenantId, {
    ...{ userId: one.userId, category, title: version.title, role, priority: severity },
    // By rule and moment: told again it is the same, and no earlier action of its rule stands in the way, which may be about to end.
    ...{ openKey: `rule:${version.ruleId}:${one.change.firedAt}`, timeToLiveSeconds: timeToLiveOf(one) },
    alert: await alertSeen(tenantId, deps, one),
  });
}

const alertSeen = (tenantId: string, { evidenceOf, ticks }: Deps, { userId, rule, change, seen }: ToldChange) =>
  alertOf(rule, { tenantId, userId }, seen, { at: change.at, evidenceOf, ticks });

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
 * Within a transaction: alerts whose rule was retired or switched off, or whose member is not cared for now, are over; their actions stay open, but for
 * those that close by themselves. What the alarms are to be told of that; of members on hold they hear from whoever put them there.
 */
export async function endAlerts(sql: Sql, tenantId: string, alerts: readonly EndedAlert[], nowSeconds: number): Promise<Outcome> {
  const reports: RuleReport[] = [];
  const ended = new Map<string, string>();
  for (const { row, reason, title, rule } of alerts) {
    if (row.firingId === null) continue;
    await endFiring(sql, tenantId, row.firingId, nowSeconds, reason);
    if (row.actionId === null || reason === 'suspended') continue;
    const { userId, ruleId, version } = row;
    ended.set(row.actionId, runsNoMore);
    reports.push({
      ...{ userId, ruleId, version, title, rule },
      ...{ firingId: row.firingId, actionId: row.actionId, measured: null, atSeconds: nowSeconds, event: 'cleared' },
    });
  }
  return { reports, ended };
}
