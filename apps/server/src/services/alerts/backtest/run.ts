import { setImmediate as turn } from 'node:timers/promises';
import type { BacktestFigures } from '@vigil/contract/alerts-backtests.contract';
import { prepareRule } from '@vigil/domain/alerts/decide';
import { replay } from '@vigil/domain/alerts/replay';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import type { Actions } from '#services/factuary/actions/index.ts';
import { inEngineOrder } from '#services/ticks-store/index.ts';
import { looksBackSeconds } from '../reach.ts';
import type { EffectiveFor } from '../rules/member-rules.ts';
import type { RuleVersionRow } from '../rules/rules.store.ts';
import { createFigures } from './figures.ts';
import { type HistoryReads, readHistories } from './histories.ts';
import { isReadFromHours, scoreKeyOf } from './readings.ts';

export interface Run {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  /** Unix seconds, multiples of a slot. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly candidates: readonly RuleVersionRow[];
  /** The live versions of the tenant. */
  readonly live: readonly RuleVersionRow[];
}

export type InterventionReads = Pick<Actions, 'clinicalInterventions'>;

export interface RunDeps {
  readonly ticks: HistoryReads;
  readonly effective: (tenantId: string, userIds: readonly string[]) => Promise<EffectiveFor>;
  readonly timeZonesOf: (tenantId: string, userIds: readonly string[]) => Promise<(userId: string) => string>;
  readonly signsOfLifeSince: (tenantId: string, userIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly actions: InterventionReads;
  /** Told after each part; false ends the run. */
  readonly onPart: (membersDone: number, figures: BacktestFigures[]) => Promise<boolean>;
}

/** The first figures are there after a few members; then so many at once, and more where the hours tell all that is looked at. */
const firstPart = 10;
const part = 40;
const partOfHours = 100;

/**
 * Replays versions on the history of members, part by part, by the decision function of the live run. While one part is replayed
 * the next one is read. Of the tenant's live rules those about the same readings are replayed beside them.
 */
export async function runBacktest(run: Run, deps: RunDeps): Promise<void> {
  const live = run.live.filter((one) => run.candidates.some((candidate) => aboutTheSame(one.definition, candidate.definition)));
  const figures = run.candidates.map((version) => {
    return createFigures(version, run, live.filter((one) => isBeside(version, one)).length);
  });
  const isOfHours = [...run.candidates, ...live].every(({ definition }) => isReadFromHours(definition));
  const parts = partsOf(inEngineOrder(run.userIds), isOfHours ? partOfHours : part);
  let next = parts[0] && readPart(run, live, parts[0], deps);
  let done = 0;
  for (const [index, userIds] of parts.entries()) {
    const current = await next;
    const following = parts[index + 1];
    next = following && readPart(run, live, following, deps);
    // What fails while another part is replayed is thrown when its turn comes.
    next?.catch(() => {});
    if (!current) break;
    for (const userId of userIds) {
      replayMember(run, live, userId, current, figures);
      await turn();
    }
    done += userIds.length;
    if (
      !(await deps.onPart(
        done,
        figures.map((one) => one.told()),
      ))
    )
      return;
  }
}

type Part = Awaited<ReturnType<typeof readPart>>;

async function readPart(run: Run, live: readonly RuleVersionRow[], userIds: readonly string[], deps: RunDeps) {
  const { tenantId, toSeconds } = run;
  const [effective, timeZoneOf, since] = await Promise.all([
    deps.effective(tenantId, userIds),
    deps.timeZonesOf(tenantId, userIds),
    deps.signsOfLifeSince(tenantId, userIds),
  ]);
  const versions = [...run.candidates, ...live];
  const rules = versions.flatMap((version) => distinct(userIds.map((userId) => effective(version, userId).rule)));
  const fromSeconds = Math.min(...rules.map((rule) => run.fromSeconds - looksBackSeconds(rule)));
  const [histories, intervenedAt] = await Promise.all([
    readHistories(deps.ticks, { tenantId, userIds, fromSeconds, toSeconds, rules, timeZoneOf }),
    readInterventions(run, userIds, deps),
  ]);
  return { effective, timeZoneOf, since, histories, intervenedAt };
}

/** When somebody intervened clinically for a member in actions of a category. Unix seconds. */
async function readInterventions({ tenantId, candidates, fromSeconds, toSeconds }: Run, userIds: readonly string[], { actions }: RunDeps) {
  const range = { fromMs: fromSeconds * 1000, toMs: toSeconds * 1000 };
  const categories = [...new Set(candidates.map(({ definition }) => definition.category))];
  const found = categories.map(async (category) => {
    const rows = await actions.clinicalInterventions(tenantId, userIds, { category, ...range });
    return [category, Map.groupBy(rows, ({ userId }) => userId)] as const;
  });
  const known = new Map(await Promise.all(found));
  return ({ category }: AlertRule, userId: string) => (known.get(category)?.get(userId) ?? []).map(({ at }) => at / 1000);
}

function replayMember(
  { candidates, fromSeconds, toSeconds }: Run,
  live: readonly RuleVersionRow[],
  userId: string,
  { effective, timeZoneOf, since, histories, intervenedAt }: Part,
  figures: readonly ReturnType<typeof createFigures>[],
): void {
  const replayed = (version: RuleVersionRow) => {
    const { rule, off } = effective(version, userId);
    if (off) return null;
    const history = histories(rule, userId);
    return { rule, history, replay: replay(prepareRule(rule), history.series, fromSeconds, toSeconds) };
  };
  const ofLive = live.flatMap((version) => {
    const found = replayed(version);
    return found ? [{ version, ruleId: version.ruleId, rule: found.rule, firings: found.replay.firings }] : [];
  });
  candidates.forEach((version, index) => {
    const found = replayed(version);
    if (!found) return;
    figures[index]?.add({
      userId,
      timeZone: timeZoneOf(userId),
      since: since.get(userId) ?? null,
      ...found,
      live: ofLive.filter((one) => isBeside(version, one.version)),
      intervenedAt: intervenedAt(version.definition, userId),
    });
  });
}

const distinct = (rules: readonly AlertRule[]) => [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];

const aboutOf = ({ subject }: AlertRule) => (subject.kind === 'metric' ? subject.metric : scoreKeyOf(subject));
const aboutTheSame = (one: AlertRule, other: AlertRule) => aboutOf(one) === aboutOf(other);
/** Whether a live rule is what a candidate is looked at beside; the same ones, whatever else is tried with it. */
const isBeside = (candidate: RuleVersionRow, live: RuleVersionRow) =>
  live.ruleId !== candidate.ruleId && aboutTheSame(live.definition, candidate.definition);

function partsOf(userIds: readonly string[], most: number): string[][] {
  const parts = [userIds.slice(0, firstPart)];
  for (let from = firstPart; from < userIds.length; from += most) parts.push(userIds.slice(from, from + most));
  return parts.filter((ids) => ids.length > 0);
}
