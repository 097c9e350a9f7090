import { VigilError } from '@vigil/contract/errors';
import { effectiveRule } from '@vigil/domain/alerts/layers';
import type { AlertRule, RuleSettings } from '@vigil/domain/alerts/rule';
import { faultsOfRule } from '@vigil/domain/alerts/rule-faults';
import type { RuleVersionRow, StandingLayer } from './rules.store.ts';

/** What a layer says must be possible on top of each of these rules; a clearing level that falls on the wrong side follows by itself. */
export function requirePossibleLayer(rules: readonly AlertRule[], settings: Partial<RuleSettings>): void {
  const faults = rules.flatMap((rule) => {
    const merged = mergedOf(rule, settings);
    return faultsOfRule({ ...merged, ...settings }).flatMap(({ field, message }) => {
      // The rule itself is possible: a baseline that does not go with the window is the fault of the one that is said.
      const said = field === 'baseline' && !('baseline' in settings) ? 'window' : field;
      return said in settings ? [{ field: said, message }] : [];
    });
  });
  const fields = [...new Map(faults.map(({ field, message }) => [field, { field: `settings.${field}`, message }])).values()];
  if (fields.length > 0) throw new VigilError('invalid_input', 'This makes the rule impossible. Nothing was stored.', { fields });
}

const mergedOf = (rule: AlertRule, settings: Partial<RuleSettings>): AlertRule =>
  effectiveRule(rule, { cohorts: [], member: { settings, off: null } }, 0).rule;

/**
 * Throws conflict where cohorts or members have something otherwise that cannot hold for a version that is to run: a level was said
 * of what the version before is about, and would be taken for one of something else, as beats a minute for percent.
 */
export function requireFittingLayers(next: AlertRule, before: RuleVersionRow | undefined, layers: readonly StandingLayer[]): void {
  const isAboutElse = before !== undefined && aboutOf(before.definition) !== aboutOf(next);
  const unfit = layers.filter(({ settings }) => (isAboutElse && hasLevel(settings)) || faultsOfRule(asSaid(next, settings)).length > 0);
  if (unfit.length === 0) return;
  const countOf = (whose: StandingLayer['of']) => unfit.reduce((sum, { of, count }) => (of === whose ? sum + count : sum), 0);
  throw new VigilError(
    'conflict',
    `${countOf('cohorts')} cohorts and ${countOf('members')} members have something otherwise that does not fit this version. What runs stays as it is; take that out first, or write a new rule.`,
  );
}

/** With the window and the baseline that the layer says, also where these would give way. */
const asSaid = (rule: AlertRule, { window, baseline, ...settings }: Partial<RuleSettings>): AlertRule => ({
  ...mergedOf(rule, settings),
  ...(window !== undefined && { window }),
  ...(baseline !== undefined && { baseline }),
});

const hasLevel = ({ level, clearing }: Partial<RuleSettings>) => level !== undefined || clearing !== undefined;

/** What a level is a level of. */
function aboutOf({ subject, aggregate, direction, against }: AlertRule): string {
  const { kind, metric, score, surveyId } = { metric: null, score: null, surveyId: null, ...subject };
  return JSON.stringify([kind, metric, score, surveyId, aggregate, direction, against]);
}
