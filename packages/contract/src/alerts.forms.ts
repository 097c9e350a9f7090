import {
  aggregates,
  directions,
  measuredAgainst,
  type RuleRole,
  ruleCategories,
  ruleScores,
  severities,
  systems,
} from '@vigil/domain/alerts/rule';
import { type MetricId, metricIds } from '@vigil/domain/metrics/catalogue';
import * as z from 'zod/mini';
import {
  lastCohortPlace,
  longestOffReason,
  longestRuleTitle,
  mostBacktestCandidates,
  mostBacktestDays,
  mostBacktestMembers,
} from './alerts.values.ts';
import { typed, typedLine } from './readable-text.forms.ts';

const id = z.uuid().check(z.toLowerCase());
/** What was read before: whoever changes what somebody else has changed since is refused. */
const revision = z.int().check(z.minimum(0), z.maximum(1_000_000));
const timeframe = z.string().check(z.maxLength(20));
const ruleRoles = ['nurse', 'md', 'coach'] as const satisfies readonly RuleRole[];

const settings = {
  /** Timeframe string, as in 1h or 7d. */
  window: timeframe,
  baseline: z.nullable(timeframe),
  level: z.number(),
  clearing: z.number(),
  persistMinutes: z.int(),
  leastCoverage: z.number(),
  severity: z.enum(severities),
  role: z.enum(ruleRoles),
  timeToLiveHours: z.int(),
  closesOnClearing: z.boolean(),
};

/** What a cohort or a member has otherwise than the tenant; what is absent stays as it is there. */
export const ruleSettings = z.partial(z.strictObject(settings));

/** What a rule is about. */
export const ruleSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('metric'), metric: z.enum(metricIds as [MetricId, ...MetricId[]]) }),
  z.strictObject({ kind: z.literal('score'), score: z.enum(ruleScores) }),
  z.strictObject({ kind: z.literal('survey'), surveyId: typed(1, 100) }),
]);

/** A rule as the tenant has it. What is impossible about it, the server says by field (`faultsOfRule`). */
export const ruleDefinition = z.strictObject({
  subject: ruleSubject,
  aggregate: z.enum(aggregates),
  direction: z.enum(directions),
  against: z.enum(measuredAgainst),
  category: z.enum(ruleCategories),
  /** What its alerts are grouped by; without it that of what the rule is about. */
  system: z.optional(z.enum(systems)),
  ...settings,
});

/** A new rule: a draft. The sender makes its `id`; the same rule sent again is made once. */
export const newRule = z.strictObject({
  id,
  title: typedLine(1, longestRuleTitle),
  definition: ruleDefinition,
  /** Of which default it was made. */
  defaultId: z.optional(typed(1, 100)),
});
export type NewRule = z.output<typeof newRule>;

/** A rule as it is to be: into its draft, or a draft after its newest version. */
export const changedRule = z.strictObject({ revision, title: typedLine(1, longestRuleTitle), definition: ruleDefinition });
export type ChangedRule = z.output<typeof changedRule>;

/** The sender was asked about limits far outside the usual range, and says that they are right. */
const limitsConfirmed = z.optional(z.boolean());

/** Lets the newest version run: in the shadow, which tells nobody, or live. The version that was live before is retired. */
export const publishedRule = z.strictObject({ revision, state: z.enum(['shadow', 'live']), limitsConfirmed });

/** No version of it runs any more. */
export const retiredRule = z.strictObject({ revision });

/** What a cohort has otherwise; without any settings, nothing. `place` is the cohort's in the tenant's order: the lowest wins. */
export const cohortLayer = z.strictObject({
  revision,
  place: z.int().check(z.minimum(1), z.maximum(lastCohortPlace)),
  settings: ruleSettings,
  limitsConfirmed,
});

/** What one member has otherwise, and whether the rule is off: never without a reason, and never without an end (Unix seconds). */
export const memberLayer = z.strictObject({
  revision,
  settings: ruleSettings,
  off: z.nullable(z.strictObject({ reason: typed(1, longestOffReason), until: z.int() })),
  limitsConfirmed,
});
export type MemberLayerBody = z.output<typeof memberLayer>;

/**
 * Versions to be tried side by side on the last days of some members: those named, those of a cohort, or without either everybody
 * whom the caller sees. Of a cohort, too, only whom the caller sees.
 */
export const newBacktest = z.strictObject({
  id,
  candidates: z
    .array(z.strictObject({ ruleId: id, version: z.int().check(z.minimum(1)) }))
    .check(z.minLength(1), z.maxLength(mostBacktestCandidates)),
  userIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(mostBacktestMembers))),
  cohortId: z.optional(id),
  days: z.int().check(z.minimum(1), z.maximum(mostBacktestDays)),
});
export type NewBacktest = z.output<typeof newBacktest>;
