import { type LevelField, levelFields } from '@vigil/domain/alerts/level-doubt';
import { type Levelled, levelText, typedLevel } from '@vigil/domain/alerts/levels';
import type { AlertRule, RuleSettings, RuleSubject } from '@vigil/domain/alerts/rule';
import { aggregates, directions, measuredAgainst, rolesOfCategory, ruleScores, severities, systems } from '@vigil/domain/alerts/rule';
import { faultsOfRule } from '@vigil/domain/alerts/rule-faults';
import { catalogue, isMetricId, type MetricId, metricIds } from '@vigil/domain/metrics/catalogue';
import { typedNumber } from '@vigil/domain/text/typed-number';
import type { Units } from '@vigil/domain/units/unit-system';

/** The fields that a cohort or a member may have otherwise, in the order in which they are read. */
export const settingFields = [
  ...(['level', 'clearing', 'persistMinutes', 'window', 'baseline', 'leastCoverage', 'severity', 'role'] as const),
  ...(['timeToLiveHours', 'closesOnClearing'] as const),
] satisfies readonly (keyof RuleSettings)[];
export type SettingField = (typeof settingFields)[number];

/** A rule as it stands in its fields: what was typed. */
export type RuleValues = Record<SettingField | 'title' | 'subject' | 'aggregate' | 'direction' | 'against' | 'system', string>;
export type RuleField = keyof RuleValues;
/** In the order in which they are read. */
export const ruleFieldOrder: readonly RuleField[] = ['title', 'subject', 'aggregate', 'against', 'direction', ...settingFields, 'system'];

/** What is wrong with fields, in words. */
export type Faults<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** The metrics that a rule can be about. */
export const ruleMetrics: readonly MetricId[] = metricIds.filter(
  (id) => catalogue[id].kind !== 'state' && catalogue[id].family !== 'device',
);

/** A level of a rule as it is typed and read. */
const isLevel = (field: SettingField): field is LevelField => (levelFields as readonly string[]).includes(field);

const typedSetting = (rule: AlertRule, field: SettingField, units: Units): string => {
  if (isLevel(field)) return levelText(rule, rule[field], units);
  if (field === 'leastCoverage') return String(Math.round(rule.leastCoverage * 1_000) / 10);
  if (field === 'closesOnClearing') return rule.closesOnClearing ? 'yes' : 'no';
  return String(rule[field] ?? '');
};

/** The settings of a rule as they are typed, its levels in the reader's units. */
export const typedSettings = (rule: AlertRule, units: Units): Record<SettingField, string> =>
  Object.fromEntries(settingFields.map((field) => [field, typedSetting(rule, field, units)])) as Record<SettingField, string>;

export const subjectText = (subject: RuleSubject): string =>
  subject.kind === 'metric'
    ? `metric:${subject.metric}`
    : subject.kind === 'score'
      ? `score:${subject.score}`
      : `survey:${subject.surveyId}`;

export function valuesOf({ title, definition }: { readonly title: string; readonly definition: AlertRule }, units: Units): RuleValues {
  const { subject, aggregate, direction, against, system = '' } = definition;
  return { title, subject: subjectText(subject), aggregate, direction, against, system, ...typedSettings(definition, units) };
}

/** What a new rule begins with: the commonest shape, its numbers left to be said. */
export const emptyValues: RuleValues = {
  ...{ title: '', subject: 'metric:spo2', aggregate: 'mean', direction: 'at_most', against: 'value', window: '1h', baseline: '' },
  ...{ level: '', clearing: '', persistMinutes: '15', leastCoverage: '50', severity: 'HIGH', role: 'nurse' },
  ...{ timeToLiveHours: '72', closesOnClearing: 'no', system: '' },
};

function subjectOf(text: string): RuleSubject {
  const [kind, id = ''] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)];
  if (kind === 'survey') return { kind, surveyId: id };
  const score = ruleScores.find((one) => one === id);
  if (kind === 'score' && score) return { kind, score };
  return { kind: 'metric', metric: isMetricId(id) ? id : 'spo2' };
}

const oneOf = <Word extends string>(words: readonly Word[], text: string): Word =>
  words.find((word) => word === text) ?? (words[0] as Word);

function settingOf(field: SettingField, text: string): unknown {
  switch (field) {
    case 'window':
      return text.trim();
    case 'baseline':
      return text.trim() || null;
    case 'severity':
    case 'role':
      return text;
    case 'closesOnClearing':
      return text === 'yes';
    case 'leastCoverage':
      return Math.round(typedNumber(text) * 10) / 1_000;
    default:
      return typedNumber(text);
  }
}

/** In which units something was typed, and what is stored: a level that was not typed anew stays what it is, to the last digit. */
export interface Typed {
  readonly units: Units;
  readonly stored: AlertRule | null;
}

function levelOf(about: Levelled, field: LevelField, text: string, { units, stored }: Typed): number {
  const isAboutSame = stored?.against === about.against && subjectText(stored.subject) === subjectText(about.subject);
  if (isAboutSame && text.trim() === levelText(stored, stored[field], units)) return stored[field];
  return typedLevel(about, typedNumber(text), units);
}

/** The rule that was typed; numbers that cannot be read are NaN. */
export function definitionOf(values: RuleValues, typed: Typed): AlertRule {
  const subject = subjectOf(values.subject);
  const settings = Object.fromEntries(settingFields.map((field) => [field, settingOf(field, values[field])])) as unknown as RuleSettings;
  const against = oneOf(measuredAgainst, values.against);
  const about = { subject, against };
  const system = systems.find((one) => one === values.system);
  return {
    ...settings,
    ...about,
    level: levelOf(about, 'level', values.level, typed),
    clearing: levelOf(about, 'clearing', values.clearing, typed),
    baseline: against === 'value' ? null : settings.baseline,
    severity: oneOf(severities, values.severity),
    aggregate: oneOf(aggregates, values.aggregate),
    direction: oneOf(directions, values.direction),
    category: subject.kind === 'survey' ? 'SURVEY' : 'BIOMETRICS',
    // Left to what it is about, it is not said.
    ...(system && { system }),
  };
}

const isNumber = (field: SettingField) => typeof settingOf(field, '1') === 'number';
const noNumber = 'Give a number, 2000 or 5.4 for example.';

/** What is impossible about a rule that was typed, by field, in the server's words. */
export function faultsOf(values: RuleValues, typed: Typed): Faults<RuleField> {
  const faults: Partial<Record<RuleField, string>> = {};
  const definition = definitionOf(values, typed);
  for (const { field, message } of faultsOfRule(definition, typed.units)) if (field !== 'category') faults[field] ??= message;
  for (const field of settingFields) if (isNumber(field) && Number.isNaN(typedNumber(values[field]))) faults[field] = noNumber;
  if (values.title.trim() === '') faults.title = 'Give it a title.';
  return faults;
}

/** What a layer has otherwise as it is typed: an empty field is as it is without the layer. */
export type LayerValues = Record<SettingField, string>;

export function layerValuesOf(settings: Partial<RuleSettings>, rule: AlertRule, units: Units): LayerValues {
  const typed = typedSettings({ ...rule, ...settings }, units);
  return Object.fromEntries(settingFields.map((field) => [field, settings[field] === undefined ? '' : typed[field]])) as LayerValues;
}

/** `stored`: the rule with what the layer has otherwise already. */
export function settingsOf(values: LayerValues, typed: Typed & { readonly stored: AlertRule }): Partial<RuleSettings> {
  const said = (field: SettingField) =>
    isLevel(field) ? levelOf(typed.stored, field, values[field], typed) : settingOf(field, values[field]);
  return Object.fromEntries(settingFields.filter((field) => values[field].trim() !== '').map((field) => [field, said(field)]));
}

export function isSameLayer(one: Partial<RuleSettings>, other: Partial<RuleSettings>): boolean {
  return settingFields.every((field) => one[field] === other[field]);
}

/** What is impossible about a layer on top of the rule that holds without it, by field. */
export function layerFaultsOf(settings: Partial<RuleSettings>, rule: AlertRule, units: Units): Faults<SettingField> {
  const faults: Partial<Record<SettingField, string>> = {};
  for (const { field, message } of faultsOfRule({ ...rule, ...settings }, units))
    if (isSetting(field) && field in settings) faults[field] ??= message;
  for (const field of settingFields) if (field in settings && Number.isNaN(settings[field])) faults[field] = noNumber;
  return faults;
}

const isSetting = (field: string): field is SettingField => (settingFields as readonly string[]).includes(field);

/** The choices of a field that has some, given what the rule is about. */
export function rolesFor(values: Pick<RuleValues, 'subject'>): readonly ('nurse' | 'md' | 'coach')[] {
  return rolesOfCategory[subjectOf(values.subject).kind === 'survey' ? 'SURVEY' : 'BIOMETRICS'];
}

/** What else changes with what a rule is about or what it is held against, so that what is left can be. */
export function adapted(values: RuleValues): RuleValues {
  const subject = subjectOf(values.subject);
  const isMetric = subject.kind === 'metric';
  const isCount = isMetric && catalogue[subject.metric].kind === 'count';
  const aggregate = !isMetric ? 'latest' : isCount ? 'total' : values.aggregate === 'total' ? 'mean' : values.aggregate;
  const against = isMetric ? values.against : 'value';
  const baseline = against === 'value' ? '' : values.baseline || '28d';
  const role = (rolesFor(values) as readonly string[]).includes(values.role) ? values.role : 'nurse';
  return { ...values, aggregate, against, baseline, role };
}

/** How the readings of a subject can be taken together. */
export function aggregatesFor({ subject }: Pick<RuleValues, 'subject'>): readonly (typeof aggregates)[number][] {
  const about = subjectOf(subject);
  if (about.kind !== 'metric') return ['latest'];
  return catalogue[about.metric].kind === 'count' ? ['total'] : ['mean', 'latest'];
}

/** Fields in which two versions of a rule differ. */
export const differing = (one: RuleValues, other: RuleValues): readonly RuleField[] =>
  ruleFieldOrder.filter((field) => one[field] !== other[field]);
