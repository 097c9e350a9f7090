import { isDeepStrictEqual } from 'node:util';
import type { AlertRuleAnswer, AlertRuleWhole } from '@vigil/contract/alerts.contract';
import type { ChangedRule, NewRule } from '@vigil/contract/alerts.forms';
import { mostRules, mostRuleVersions } from '@vigil/contract/alerts.values';
import { VigilError } from '@vigil/contract/errors';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import type { AlertRule, RuleSettings } from '@vigil/domain/alerts/rule';
import { faultsOfRule } from '@vigil/domain/alerts/rule-faults';
import type { Clock } from '#platform/clock.ts';
import { requireFittingLayers, requirePossibleLayer } from './layer-faults.ts';
import { requireLikelyLayer, requireLikelyLimits } from './likely-limits.ts';
import type { CohortLayerRow, RuleChanges, RulesStore, RuleVersionRow, WrittenVersion } from './rules.store.ts';
import { changedMeanwhile } from './stale.ts';

export interface Rules {
  list(tenantId: string): Promise<AlertRuleAnswer[]>;
  /** Throws not_found. */
  get(tenantId: string, ruleId: string): Promise<AlertRuleWhole>;
  /** Throws invalid_input by field for an impossible rule, conflict for an id that is another rule's. */
  create(tenantId: string, by: string, rule: NewRule): Promise<AlertRuleWhole>;
  /** Throws not_found, and conflict with both values of each field where somebody else has changed it meanwhile. */
  change(tenantId: string, by: string, ruleId: string, rule: ChangedRule): Promise<AlertRuleWhole>;
  /** Throws invalid_input, asking about limits that were probably meant in another unit, unless they are said to be right. */
  publish(tenantId: string, ruleId: string, revision: number, state: 'shadow' | 'live', limitsConfirmed?: boolean): Promise<AlertRuleWhole>;
  retire(tenantId: string, ruleId: string, revision: number): Promise<AlertRuleWhole>;
  setCohortLayer(tenantId: string, by: string, ruleId: string, cohortId: string, layer: CohortLayerBody): Promise<AlertRuleWhole>;
}

export interface CohortLayerBody {
  readonly revision: number;
  readonly place: number;
  readonly settings: Partial<RuleSettings>;
  readonly limitsConfirmed?: boolean | undefined;
}

export interface RulesDeps {
  readonly store: RulesStore;
  /** Whether members can be given a survey of that id. */
  readonly isSurvey: (tenantId: string, surveyId: string) => Promise<boolean>;
  readonly clock: Clock;
}

/** A change of a rule: which revision was read, what is written anew, and by what it is known that the rule is so already. */
interface Asked {
  readonly revision: number;
  readonly sent: WrittenVersion | null;
  readonly isAsSent: (stored: AlertRuleWhole) => boolean;
}

export function createRules({ store, isSurvey, clock }: RulesDeps): Rules {
  async function get(tenantId: string, ruleId: string): Promise<AlertRuleWhole> {
    const [versions, cohorts] = await Promise.all([store.versions(tenantId, ruleId), store.cohortLayers(tenantId, ruleId)]);
    const [rule] = rulesOf(versions);
    if (!rule) throw noSuchRule();
    return { ...rule, cohortLayers: cohorts.length, cohorts: cohorts.map(({ ruleId: _, ...layer }) => layer) };
  }

  async function changed(
    tenantId: string,
    ruleId: string,
    { revision, sent, isAsSent }: Asked,
    work: (versions: readonly RuleVersionRow[], changes: RuleChanges) => Promise<void>,
  ): Promise<AlertRuleWhole> {
    const done = await store.change(tenantId, ruleId, revision, work);
    if (done === null) throw noSuchRule();
    if (done) return get(tenantId, ruleId);
    const stored = await get(tenantId, ruleId);
    // The same sent again, because its answer was lost.
    if (stored.revision === revision + 1 && isAsSent(stored)) return stored;
    const [newest] = await store.versions(tenantId, ruleId);
    throw newest ? changedMeanwhile(sent, revision, newest) : noSuchRule();
  }

  return {
    list: async (tenantId) => {
      const [versions, layers] = await Promise.all([store.versions(tenantId), store.cohortLayers(tenantId)]);
      const ofRule = Map.groupBy(layers, ({ ruleId }) => ruleId);
      return rulesOf(versions)
        .map((rule) => ({ ...withoutPast(rule), cohortLayers: ofRule.get(rule.id)?.length ?? 0 }))
        .sort(byTitle);
    },
    get,

    async create(tenantId, by, { id, title, definition, defaultId = null }) {
      requirePossible(definition);
      if (defaultId !== null && !defaultRules.some((one) => one.id === defaultId)) throw noSuchDefault();
      const isNew = (await store.versions(tenantId, id)).length === 0;
      if (isNew && (await store.countRules(tenantId)) >= mostRules) throw tooManyRules();
      await store.insert(tenantId, { id, title, definition, defaultId }, { by, atMs: clock.now() });
      const stored = await get(tenantId, id);
      const [first] = stored.versions.slice(-1);
      if (!first || stored.defaultId !== defaultId || !isSame({ title, definition }, first)) throw otherRule();
      return stored;
    },

    async change(tenantId, by, ruleId, { revision, title, definition }) {
      requirePossible(definition);
      const sent = { title, definition };
      const isAsSent = ({ versions: [newest] }: AlertRuleWhole) =>
        newest?.state === 'draft' && newest.writtenBy === by && isSame(sent, newest);
      return changed(tenantId, ruleId, { revision, sent, isAsSent }, async ([newest], changes) => {
        const writing = { by, atMs: clock.now() };
        if (newest?.state === 'draft') return changes.rewriteDraft(newest.version, sent, writing);
        const version = (newest?.version ?? 0) + 1;
        if (version > mostRuleVersions) throw tooManyVersions();
        await changes.addDraft(version, sent, writing);
      });
    },

    publish: (tenantId, ruleId, revision, state, limitsConfirmed = false) =>
      changed(
        tenantId,
        ruleId,
        { revision, sent: null, isAsSent: ({ versions: [newest] }) => newest?.state === state },
        async (versions, changes) => {
          const [newest] = versions;
          if (!newest || newest.state === 'retired') throw nothingToPublish();
          const before = newest.state === 'draft' ? versions.find(({ version }) => version !== newest.version) : undefined;
          const { subject } = newest.definition;
          if (subject.kind === 'survey' && !(await isSurvey(tenantId, subject.surveyId))) throw noSuchSurvey();
          requireLikelyLimits(newest.definition, limitsConfirmed);
          requireFittingLayers(newest.definition, before, await changes.standingLayers());
          const atMs = clock.now();
          // One version runs live, and one at most in the shadow beside it.
          const replaced = versions.filter(
            ({ version, state: other }) => version !== newest.version && (other === state || other === 'shadow'),
          );
          for (const { version } of replaced) await changes.setState(version, 'retired', atMs);
          await changes.setState(newest.version, state, atMs);
        },
      ),

    retire: (tenantId, ruleId, revision) =>
      changed(
        tenantId,
        ruleId,
        { revision, sent: null, isAsSent: ({ versions }) => versions.every(({ state }) => state === 'retired') },
        async (versions, changes) => {
          for (const { version, state } of versions) if (state !== 'retired') await changes.setState(version, 'retired', clock.now());
        },
      ),

    async setCohortLayer(tenantId, by, ruleId, cohortId, { revision, place, settings, limitsConfirmed = false }) {
      const before = (await store.cohortLayers(tenantId, ruleId)).find((one) => one.cohortId === cohortId)?.settings;
      return changed(
        tenantId,
        ruleId,
        { revision, sent: null, isAsSent: hasLayer({ cohortId, place, settings }, by) },
        async (versions, changes) => {
          if (versions.length === 0) throw noSuchRule();
          // The newest may be a draft beside what runs: what is said holds for both.
          const standing = versions.filter(({ state }, index) => index === 0 || state === 'live' || state === 'shadow');
          const rules = standing.map(({ definition }) => definition);
          requirePossibleLayer(rules, settings);
          requireLikelyLayer(rules, settings, before, limitsConfirmed);
          const isThere = await changes.addCohortLayer({ cohortId, place, settings }, { by, atMs: clock.now() });
          if (!isThere) throw new VigilError('not_found', 'There is no such cohort. It may have been deleted; load the cohorts again.');
        },
      );
    },
  };
}

type RuleWithVersions = Omit<AlertRuleAnswer, 'cohortLayers'>;

function rulesOf(versions: readonly RuleVersionRow[]): RuleWithVersions[] {
  return [...Map.groupBy(versions, ({ ruleId }) => ruleId)].map(([id, rows]) => ({
    id,
    defaultId: rows[0]?.defaultId ?? null,
    revision: rows[0]?.revision ?? 0,
    versions: rows.map(({ version, state, title, definition, writtenBy, writtenAt, stateSince }) => ({
      ...{ version, state, title, definition, writtenBy, writtenAt, stateSince },
    })),
  }));
}

/** A list shows the newest version, and those that run. */
const withoutPast = (rule: RuleWithVersions): RuleWithVersions => ({
  ...rule,
  versions: rule.versions.filter(({ state }, index) => index === 0 || state !== 'retired'),
});
const titleOf = ({ versions }: RuleWithVersions) => versions[0]?.title ?? '';
const byTitle = (one: RuleWithVersions, other: RuleWithVersions) =>
  titleOf(one).localeCompare(titleOf(other), 'en') || (one.id < other.id ? -1 : 1);

/** Whether a rule has this layer of a cohort already, by the same person; without settings none. */
const hasLayer =
  ({ cohortId, place, settings }: Omit<CohortLayerBody, 'revision'> & { readonly cohortId: string }, by: string) =>
  ({ cohorts }: AlertRuleWhole): boolean => {
    const stored = cohorts.find((one) => one.cohortId === cohortId);
    if (Object.keys(settings).length === 0) return stored === undefined;
    return stored?.saidBy === by && stored.place === place && isDeepStrictEqual(stored.settings, settings);
  };

function isSame(sent: WrittenVersion, stored: WrittenVersion): boolean {
  const keys = Object.keys(sent.definition).sort() as (keyof AlertRule)[];
  const text = (one: WrittenVersion) => JSON.stringify([one.title, ...keys.map((key) => sorted(one.definition[key]))]);
  return text(sent) === text(stored);
}
const sorted = (value: unknown) => (typeof value === 'object' && value !== null ? Object.entries(value).sort() : value);

function requirePossible(definition: AlertRule): void {
  const fields = faultsOfRule(definition).map(({ field, message }) => ({ field: `definition.${field}`, message }));
  if (fields.length > 0) throw new VigilError('invalid_input', 'The rule is impossible. Nothing was stored.', { fields });
}

/** What a cohort has otherwise, as layering takes it. */
export const layersOf = (rows: readonly CohortLayerRow[], ruleId: string, cohorts: readonly string[]) =>
  rows.filter((row) => row.ruleId === ruleId && cohorts.includes(row.cohortId));

const noSuchRule = () => new VigilError('not_found', 'There is no such rule.');
const otherRule = () =>
  new VigilError(
    'conflict',
    'A rule was stored before under this id, with something else in it. It stays as it is; to change it, change that rule.',
  );
const nothingToPublish = () =>
  new VigilError('conflict', 'This rule is retired. Nothing was changed; change the rule first, which makes a new draft.');
const noSuchDefault = () =>
  new VigilError('invalid_input', 'defaultId: there is no such default. Nothing was stored.', {
    fields: [{ field: 'defaultId', message: 'There is no such default' }],
  });
const noSuchSurvey = () =>
  new VigilError('invalid_input', 'No member can be given this survey: nobody would be watched by the rule. It stays a draft.', {
    fields: [{ field: 'definition.subject', message: 'Choose a survey that is published' }],
  });
const tooManyRules = () => new VigilError('conflict', `A tenant has at most ${mostRules} rules. Nothing was stored.`);
const tooManyVersions = () =>
  new VigilError(
    'conflict',
    `A rule has at most ${mostRuleVersions} versions, and this one has them. Nothing was stored; write a new rule.`,
  );
