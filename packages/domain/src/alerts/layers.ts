import { oncePerRule } from './once-per-rule.ts';
import { type AlertRule, type Direction, type RuleSettings, severities } from './rule.ts';
import { windowsFit } from './rule-faults.ts';

/** Whose word a field of a rule is. */
export type Layer = { readonly kind: 'tenant' } | { readonly kind: 'cohort'; readonly cohortId: string } | { readonly kind: 'member' };

/** What a cohort has otherwise. */
export interface CohortLayer {
  readonly cohortId: string;
  /** The tenant's order of its cohorts: the lowest wins. Those of the same place: the more sensitive. */
  readonly place: number;
  readonly settings: Partial<RuleSettings>;
}

/** What one member has otherwise, and whether the rule is off: never without a reason, and never without an end. */
export interface MemberLayer {
  readonly settings: Partial<RuleSettings>;
  readonly off: { readonly reason: string; readonly untilSeconds: number } | null;
}

export interface RuleLayers {
  readonly cohorts: readonly CohortLayer[];
  readonly member: MemberLayer | null;
}

/** Fields of which it is told whose word they are; what alerts are grouped by is the tenant's alone. */
export type LayeredField = Exclude<keyof AlertRule, 'system'>;

/** The rule that holds for one member, and whose word each field is. */
export interface EffectiveRule {
  readonly rule: AlertRule;
  readonly layers: Readonly<Record<LayeredField, Layer>>;
  /** Why and until when it does not run for the member; null while it runs. */
  readonly off: MemberLayer['off'];
}

const fields = [
  ...(['window', 'baseline', 'level', 'clearing', 'persistMinutes', 'leastCoverage', 'severity', 'role'] as const),
  ...(['timeToLiveHours', 'closesOnClearing'] as const),
];
type Field = (typeof fields)[number];
const tenantLayer: Layer = { kind: 'tenant' };

/**
 * The rule of one member at a moment: tenant, then cohort, then member, the narrowest winning field by field. Of two cohorts
 * the one that the tenant places first; of the same place the more sensitive word, and where a field has no such order the
 * cohort whose id comes first. Where a window and a baseline that two layers say do not go together, the narrower word holds and the
 * other is the tenant's. A clearing level that would lie on the wrong side of a narrower layer's level is moved to that
 * level; an alert closes by itself at LOW only. Unix seconds.
 */
export function effectiveRule(rule: AlertRule, { cohorts, member }: RuleLayers, nowSeconds: number): EffectiveRule {
  return cohorts.length === 0 && member === null ? ofTenant(rule) : layered(rule, { cohorts, member }, nowSeconds);
}

/** Of whom nobody has said anything otherwise, who are nearly all: one and the same rule. */
const ofTenant = oncePerRule((rule) => layered(rule, { cohorts: [], member: null }, 0));

function layered(rule: AlertRule, { cohorts, member }: RuleLayers, nowSeconds: number): EffectiveRule {
  const layers = Object.fromEntries(
    Object.keys(rule)
      .filter((field) => field !== 'system')
      .map((field) => [field, tenantLayer]),
  ) as Record<LayeredField, Layer>;
  const settings: Record<string, unknown> = { ...rule };
  for (const field of fields) {
    const said = wordOf(field, rule.direction, cohorts, member);
    if (!said) continue;
    settings[field] = said.value;
    layers[field] = said.layer;
  }
  const { rule: merged, layers: whose } = withFittingWindows(settings as unknown as AlertRule, layers, rule);
  const off = member?.off && member.off.untilSeconds > nowSeconds ? member.off : null;
  return { ...possible(merged, whose), off };
}

function wordOf(field: Field, direction: Direction, cohorts: readonly CohortLayer[], member: MemberLayer | null) {
  if (member && member.settings[field] !== undefined) return { value: member.settings[field], layer: { kind: 'member' } as Layer };
  const speaking = cohorts.filter(({ settings }) => settings[field] !== undefined);
  const first = Math.min(...speaking.map(({ place }) => place));
  const [chosen] = speaking
    .filter(({ place }) => place === first)
    .sort((a, b) => sensitivity(field, direction, b) - sensitivity(field, direction, a) || (a.cohortId < b.cohortId ? -1 : 1));
  return chosen && { value: chosen.settings[field], layer: { kind: 'cohort', cohortId: chosen.cohortId } as Layer };
}

/** How early and how loud a layer's word makes the rule: the higher, the more sensitive. */
function sensitivity(field: Field, direction: Direction, { settings }: CohortLayer): number {
  const upward = direction === 'at_least' ? -1 : 1;
  switch (field) {
    case 'level':
    case 'clearing':
      return upward * (settings[field] ?? 0);
    case 'persistMinutes':
    case 'leastCoverage':
      return -(settings[field] ?? 0);
    case 'severity':
      return severities.indexOf(settings.severity ?? 'LOW');
    case 'timeToLiveHours':
      return settings.timeToLiveHours ?? 0;
    case 'closesOnClearing':
      return settings.closesOnClearing ? 0 : 1;
    default:
      return 0;
  }
}

type Merged = Pick<EffectiveRule, 'rule' | 'layers'>;

/** Each word was possible beside the tenant's; of those that are not possible beside each other one gives way, else both. */
function withFittingWindows(merged: AlertRule, layers: Record<LayeredField, Layer>, tenants: AlertRule): Merged {
  if (layers.window.kind === 'tenant' && layers.baseline.kind === 'tenant') return { rule: merged, layers };
  const tenantsBaseline = { rule: { ...merged, baseline: tenants.baseline }, layers: { ...layers, baseline: tenantLayer } };
  const tenantsWindow = { rule: { ...merged, window: tenants.window }, layers: { ...layers, window: tenantLayer } };
  const isBaselineNarrower = layers.baseline.kind === 'member' && layers.window.kind !== 'member';
  const tried: Merged[] = [
    { rule: merged, layers },
    ...(isBaselineNarrower ? [tenantsWindow, tenantsBaseline] : [tenantsBaseline, tenantsWindow]),
  ];
  const both = { ...tenantsBaseline, rule: { ...tenantsBaseline.rule, window: tenants.window } };
  return tried.find(({ rule }) => windowsFit(rule)) ?? { ...both, layers: { ...both.layers, window: tenantLayer } };
}

function possible(rule: AlertRule, layers: Record<LayeredField, Layer>): Merged {
  const { level, clearing, direction, severity, closesOnClearing } = rule;
  const isBeyond = direction === 'at_least' ? clearing > level : clearing < level;
  const neverByItself = closesOnClearing && severity !== 'LOW';
  return {
    rule: { ...rule, ...(isBeyond && { clearing: level }), ...(neverByItself && { closesOnClearing: false }) },
    layers: { ...layers, ...(isBeyond && { clearing: layers.level }), ...(neverByItself && { closesOnClearing: layers.severity }) },
  };
}
