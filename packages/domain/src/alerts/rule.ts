import { catalogue, type MetricId } from '../metrics/catalogue.ts';

/** How urgent an alert is, the least first (specification, alert). */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type AlertSeverity = (typeof severities)[number];

/** Categories of the actions that a rule can open, and which roles may get them; the first is the usual one. */
export const ruleCategories = ['BIOMETRICS', 'SURVEY'] as const;
export type RuleCategory = (typeof ruleCategories)[number];
export const rolesOfCategory = { BIOMETRICS: ['nurse', 'md'], SURVEY: ['nurse', 'md', 'coach'] } as const;
export type RuleRole = (typeof rolesOfCategory)[RuleCategory][number];

/** Scores that a rule can be about: the lower bound of NEWS2, and the daily anomaly score. */
export const ruleScores = ['news2', 'anomaly'] as const;
export type RuleScore = (typeof ruleScores)[number];

/** What alerts about one member are grouped by. `general` tells of a change in the member, not of where. */
export const systems = ['respiratory', 'cardiac', 'glucose', 'weight-and-fluid', 'infection', 'mood', 'data', 'general'] as const;
export type System = (typeof systems)[number];

/** What a rule is about. */
export type RuleSubject =
  | { readonly kind: 'metric'; readonly metric: MetricId }
  | { readonly kind: 'score'; readonly score: RuleScore }
  | { readonly kind: 'survey'; readonly surveyId: string };

/** What a window's readings come to: their mean, the latest of them, or their sum (counts only). */
export const aggregates = ['mean', 'latest', 'total'] as const;
export type Aggregate = (typeof aggregates)[number];

export const directions = ['at_least', 'at_most'] as const;
export type Direction = (typeof directions)[number];

/**
 * What is held against the level: the value itself; or how far it lies from the mean of the baseline, in its own unit or in
 * percent of the baseline (a fall is negative).
 */
export const measuredAgainst = ['value', 'difference', 'percent'] as const;
export type MeasuredAgainst = (typeof measuredAgainst)[number];

/** The part of a rule that a cohort or a member may have otherwise, field by field. */
export interface RuleSettings {
  /** Timeframe string: what is looked at, `1h`. */
  readonly window: string;
  /** Timeframe string of what it is compared with, `28d`; null for a rule about the value itself. */
  readonly baseline: string | null;
  /** The rule holds from here on, inclusive. In the unit of what is measured. */
  readonly level: number;
  /** What fires ends only beyond this level, exclusive: the level itself, or a safer one. */
  readonly clearing: number;
  /** For how long the condition has to hold before it fires. */
  readonly persistMinutes: number;
  /** Share of the window that readings must account for; below it nothing is known. At least 0.5. */
  readonly leastCoverage: number;
  readonly severity: AlertSeverity;
  readonly role: RuleRole;
  /** How long the action that is opened may wait. */
  readonly timeToLiveHours: number;
  /** The action closes by itself once the condition has cleared; LOW only. */
  readonly closesOnClearing: boolean;
}

/** A rule as the tenant has it. */
export interface AlertRule extends RuleSettings {
  readonly subject: RuleSubject;
  readonly aggregate: Aggregate;
  readonly direction: Direction;
  readonly against: MeasuredAgainst;
  readonly category: RuleCategory;
  /** What its alerts are grouped by; without it that of what the rule is about (`systemOf`). */
  readonly system?: System;
}

/** Life of a version: written; run without telling anybody; run; no longer run. */
export const versionStates = ['draft', 'shadow', 'live', 'retired'] as const;
export type VersionState = (typeof versionStates)[number];

/** Readings are looked at in pieces of this length, which begin at multiples of it since 1970; a rule is judged at their ends. Seconds. */
export const slotSeconds = 300;

/**
 * How long a reading of a metric vouches for, until the next is due; null where nothing is due and any reading in the window
 * is enough. Pulse comes by the minute from every band; the other vitals as rarely as every quarter of an hour. Seconds.
 */
const dueEverySeconds: Readonly<Partial<Record<MetricId, number>>> = {
  ...{ heart_rate: slotSeconds, resp_rate: 900, spo2: 900, skin_temp: 900, rmssd: 900, gsr: 900 },
  ...{ rhr: 86_400, sleep_efficiency: 86_400 },
};

export function dueEvery(metric: MetricId): number | null {
  return dueEverySeconds[metric] ?? null;
}

/**
 * Whether only readings count that were taken while the band was worn and the member still: pulse and respiration rise with
 * every stair. Without a step in the five minutes of the slot, as long as the band is known to be worn.
 */
export function isReadAtRest(metric: MetricId): boolean {
  return metric === 'heart_rate' || metric === 'resp_rate';
}

/**
 * Whether a metric is counted by a band: then only the time for which it is known to be worn accounts for a window, since a band
 * on the table counts nothing, which is not the same as no movement.
 */
export function isCountedByBand(metric: MetricId): boolean {
  return metric === 'steps' || metric === 'calories' || metric === 'distance';
}

/** Digits to which a value is rounded half up before it is held against a level: it is judged as it is read. */
export function digitsOf({ subject, against }: Pick<AlertRule, 'subject' | 'against'>): number {
  if (against === 'percent') return 1;
  if (subject.kind !== 'metric') return subject.kind === 'score' && subject.score === 'anomaly' ? 1 : 0;
  return catalogue[subject.metric].decimals;
}
