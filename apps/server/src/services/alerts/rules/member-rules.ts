import { isDeepStrictEqual } from 'node:util';
import type { MemberRule } from '@vigil/contract/alerts.contract';
import type { MemberLayerBody } from '@vigil/contract/alerts.forms';
import { longestOffDays } from '@vigil/contract/alerts.values';
import { VigilError } from '@vigil/contract/errors';
import { type EffectiveRule, effectiveRule } from '@vigil/domain/alerts/layers';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import type { Clock } from '#platform/clock.ts';
import { requirePossibleLayer } from './layer-faults.ts';
import { requireLikelyLayer } from './likely-limits.ts';
import type { MemberLayerRow, MemberLayersStore } from './member-layers.store.ts';
import { layersOf } from './rules.service.ts';
import type { CohortLayerRow, RulesStore, RuleVersionRow } from './rules.store.ts';
import { saidMeanwhile } from './stale.ts';

export interface MemberRulesDeps {
  readonly store: RulesStore;
  readonly memberLayers: MemberLayersStore;
  /** In which cohorts a member is now. */
  readonly cohortsOf: (tenantId: string, userIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  readonly clock: Clock;
}

/** Of the layers that have a say: the rule's with its cohorts' (one counter), and the member's own (0: there is none). */
export interface LayerRevisions {
  readonly rule: number;
  readonly member: number;
}

/** What rules come to for many members at once. */
export type EffectiveFor = (version: RuleVersionRow, userId: string) => EffectiveRule & { readonly revisions: LayerRevisions };

export interface LayeredRules {
  readonly effective: EffectiveFor;
  /** Whether a layer of the member's own, or of one of their cohorts, may have a say. */
  readonly hasLayers: (userId: string) => boolean;
}

export interface MemberRules {
  /** The rules that run for a member. */
  list(tenantId: string, userId: string): Promise<MemberRule[]>;
  /** Throws not_found, invalid_input by field, and conflict where somebody else has said something else meanwhile. */
  set(tenantId: string, by: string, who: { readonly userId: string; readonly ruleId: string }, layer: MemberLayerBody): Promise<MemberRule>;
  /** The rule that holds for each of these members, now. */
  effective(tenantId: string, userIds: readonly string[]): Promise<EffectiveFor>;
  /** The same, and for whom any rule may differ from the tenant's. */
  layered(tenantId: string, userIds: readonly string[]): Promise<LayeredRules>;
}

const daySeconds = 86_400;
/** Where no cohort has a layer it matters to nobody who is in one. */
const nobodysCohorts: ReadonlyMap<string, readonly string[]> = new Map();

export function createMemberRules({ store, memberLayers, cohortsOf, clock }: MemberRulesDeps): MemberRules {
  async function layersFor(tenantId: string, userIds: readonly string[]) {
    const [layers, cohortLayers] = await Promise.all([memberLayers.of(tenantId, userIds), store.cohortLayers(tenantId)]);
    const cohorts = cohortLayers.length === 0 ? nobodysCohorts : await cohortsOf(tenantId, userIds);
    const own = new Map(layers.map((layer) => [`${layer.userId}/${layer.ruleId}`, layer]));
    const withOwn = new Set(layers.map(({ userId }) => userId));
    return {
      hasLayers: (userId: string) => withOwn.has(userId) || cohorts.has(userId),
      own: (userId: string, ruleId: string) => own.get(`${userId}/${ruleId}`),
      effective: (version: RuleVersionRow, userId: string) => {
        const layer = own.get(`${userId}/${version.ruleId}`);
        const found = merged(version, layer, cohortLayers, cohorts.get(userId) ?? [], clock.now() / 1000);
        return { ...found, revisions: { rule: version.revision, member: layer?.revision ?? 0 } };
      },
      inherited: (version: RuleVersionRow, userId: string) =>
        merged(version, undefined, cohortLayers, cohorts.get(userId) ?? [], clock.now() / 1000).rule,
    };
  }

  async function list(tenantId: string, userId: string): Promise<MemberRule[]> {
    const [versions, { own, effective, inherited }] = await Promise.all([store.versions(tenantId), layersFor(tenantId, [userId])]);
    return versions
      .filter(({ state }) => state === 'live' || state === 'shadow')
      .map((version) => memberRule(version, effective(version, userId), inherited(version, userId), own(userId, version.ruleId)))
      .sort((one, other) => one.title.localeCompare(other.title, 'en') || one.version - other.version);
  }

  /** Throws conflict, unless the same was sent before and only its answer was lost. */
  async function requireSaid(tenantId: string, { revision, ...sent }: Omit<MemberLayerRow, 'saidAt'>): Promise<void> {
    const newest = (await memberLayers.of(tenantId, [sent.userId])).find((one) => one.ruleId === sent.ruleId);
    const { revision: now = 0, saidAt: _, ...stored } = newest ?? { saidAt: 0 };
    if (now !== revision + 1 || !isDeepStrictEqual(stored, sent)) throw saidMeanwhile(revision, now);
  }

  return {
    list,
    layered: layersFor,
    effective: async (tenantId, userIds) => (await layersFor(tenantId, userIds)).effective,

    async set(tenantId, by, { userId, ruleId }, { revision, settings, off, limitsConfirmed = false }) {
      const allRunning = (await store.versions(tenantId, ruleId)).filter(({ state }) => state === 'live' || state === 'shadow');
      const [running] = allRunning;
      if (!running) throw new VigilError('not_found', 'There is no such rule that runs.');
      const rules = allRunning.map(({ definition }) => definition);
      const before = (await memberLayers.of(tenantId, [userId])).find((one) => one.ruleId === ruleId)?.settings;
      requirePossibleLayer(rules, settings);
      requireLikelyLayer(rules, settings, before, limitsConfirmed);
      if (off) requireEnd(off.until, clock.now() / 1000);
      const layer = { userId, ruleId, revision, settings, offReason: off?.reason ?? null, offUntil: off ? off.until * 1000 : null };
      if (!(await memberLayers.add(tenantId, layer, { by, atMs: clock.now() }))) await requireSaid(tenantId, { ...layer, saidBy: by });
      const stored = (await list(tenantId, userId)).find((one) => one.ruleId === ruleId && one.version === running.version);
      if (!stored) throw retiredMeanwhile();
      return stored;
    },
  };
}

function merged(
  { ruleId, definition }: RuleVersionRow,
  own: MemberLayerRow | undefined,
  cohortLayers: readonly CohortLayerRow[],
  cohorts: readonly string[],
  nowSeconds: number,
): EffectiveRule {
  const off = own?.offReason && own.offUntil !== null ? { reason: own.offReason, untilSeconds: own.offUntil / 1000 } : null;
  return effectiveRule(
    definition,
    { cohorts: layersOf(cohortLayers, ruleId, cohorts), member: own ? { settings: own.settings, off } : null },
    nowSeconds,
  );
}

function memberRule(
  { ruleId, title, version, state }: RuleVersionRow,
  { rule, layers, off }: EffectiveRule,
  inherited: AlertRule,
  own: MemberLayerRow | undefined,
): MemberRule {
  return {
    ...{ ruleId, title, version, state, rule, layers, inherited },
    off: off && { reason: off.reason, until: off.untilSeconds },
    own: { revision: own?.revision ?? 0, settings: own?.settings ?? {}, saidBy: own?.saidBy ?? null, saidAt: own?.saidAt ?? null },
  };
}

function requireEnd(untilSeconds: number, nowSeconds: number): void {
  if (untilSeconds > nowSeconds && untilSeconds <= nowSeconds + longestOffDays * daySeconds) return;
  throw new VigilError('invalid_input', 'A rule is switched off until a day to come, at most a year away. Nothing was stored.', {
    fields: [{ field: 'off.until', message: `Must lie in the future, at most ${longestOffDays} days from now` }],
  });
}

const retiredMeanwhile = () =>
  new VigilError(
    'not_found',
    'The rule has been retired meanwhile: it runs for nobody any more. What was said is kept, should it run again.',
  );
