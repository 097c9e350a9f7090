import type { MetricId } from '../metrics/catalogue.ts';
import { type AlertRule, type RuleScore, type RuleSubject, type System, systems } from './rule.ts';

/** A metric or a score that rules are about. */
type Sign = MetricId | RuleScore;

/** Which signs are of a system. A sign that is in no line is general. */
const signsOf: Readonly<Record<System, readonly Sign[]>> = {
  respiratory: ['spo2', 'resp_rate'],
  cardiac: ['heart_rate', 'systolic', 'diastolic'],
  glucose: ['glucose', 'insulin'],
  'weight-and-fluid': ['weight'],
  infection: ['body_temp', 'skin_temp'],
  mood: [],
  data: ['battery', 'band_removed', 'weight_conf'],
  general: [],
};

/**
 * General signs change with nearly any illness, days before or beside the sign that says which: resting pulse, variability, movement, sleep and a
 * day unlike the usual (Mishra et al., Nature Biomedical Engineering 2020;4:1208–1220; Stehlik et al., LINK-HF, Circulation: Heart Failure
 * 2020;13:e006513).
 */
const generalSigns: readonly Sign[] = [
  ...(['rhr', 'rmssd', 'gsr', 'steps', 'calories', 'distance', 'sleep_depth', 'sleep_efficiency', 'anomaly'] as const),
];

/**
 * Signs that change beside those of a system: pulse, respiration, temperature and oxygen move together in acute illness, which is why NEWS2 adds
 * them up (Royal College of Physicians, 2017). Fluid that a failing heart keeps shows in weight and in the lungs (ESC Guidelines for heart failure, 2021).
 * Blood pressure and glucose go their own ways.
 */
const accompanying: Readonly<Record<System, readonly Sign[]>> = {
  respiratory: ['heart_rate', 'body_temp', 'skin_temp', 'news2', ...generalSigns],
  cardiac: ['resp_rate', 'news2', ...generalSigns],
  glucose: generalSigns,
  'weight-and-fluid': ['spo2', 'resp_rate', 'heart_rate', 'news2', ...generalSigns],
  infection: ['heart_rate', 'resp_rate', 'news2', ...generalSigns],
  mood: generalSigns,
  data: [],
  general: ['news2', ...generalSigns],
};

const systemOfSign = new Map<string, System>(systems.flatMap((system) => signsOf[system].map((sign) => [sign, system] as const)));

/** What makes alerts belong together: what a rule is about, and the system that the tenant has put it in, if any. */
export type Grouped = Pick<AlertRule, 'subject' | 'system'>;

const signOf = (subject: RuleSubject): string =>
  subject.kind === 'metric' ? subject.metric : subject.kind === 'score' ? subject.score : `survey:${subject.surveyId}`;

/** The system of a rule: the tenant's word, else that of its sign; a survey that nobody has put anywhere is by itself (null). */
export const systemOf = ({ subject, system }: Grouped): System | null =>
  system ?? (subject.kind === 'survey' ? null : (systemOfSign.get(signOf(subject)) ?? 'general'));

/** What an episode that begins with a rule is filed under. */
export const topicOf = (rule: Grouped): string => systemOf(rule) ?? signOf(rule.subject);

const fits = (rule: Grouped, system: System) =>
  systemOf(rule) === system || (rule.system === undefined && accompanying[system].includes(signOf(rule.subject) as Sign));

/**
 * Whether alerts of these rules are one episode: some system has them all, as its own signs or as such that accompany them. Surveys that
 * nobody has put into a system belong to themselves alone.
 */
export function belongTogether(rules: readonly Grouped[]): boolean {
  if (new Set(rules.map(topicOf)).size <= 1) return true;
  return systems.some((system) => rules.every((rule) => fits(rule, system)) && rules.some((rule) => systemOf(rule) === system));
}
