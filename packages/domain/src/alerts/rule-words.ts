import { catalogue } from '../metrics/catalogue.ts';
import { parseTimeframe } from '../timeframe/timeframe.ts';
import { roundTo } from '../units/rounding.ts';
import { keptUnits, type Units } from '../units/unit-system.ts';
import { type Levelled, levelText, levelUnit } from './levels.ts';
import { type Grouped, systemOf } from './related.ts';
import { type AlertRule, isReadAtRest, type RuleSubject, type System } from './rule.ts';

/** In whose units a rule is read, and what a survey is called that it is about. */
export interface RuleWordsOptions {
  readonly units?: Units;
  readonly survey?: string;
}

/**
 * What a rule watches, in one line: "SpO2, mean of 1 h, at most 91 % for 15 min". Everything that decides whether it fires is in it,
 * but for the least coverage and where it clears. Levels of weight, temperature and glucose follow the person's units.
 */
export function ruleWords(rule: AlertRule, options: RuleWordsOptions = {}): string {
  const { subject, aggregate, window, persistMinutes } = rule;
  const held = persistMinutes > 0 ? ` for ${minutesInWords(persistMinutes)}` : '';
  return `${subjectWords(subject, options)}, ${aggregate} of ${timeframeWords(window)}, ${conditionWords(rule, options)}${held}`;
}

/** What a rule is about: "Heart rate at rest", "NEWS2, lower bound", "Survey PHQ-9". */
export function subjectWords(subject: RuleSubject, { survey }: RuleWordsOptions = {}): string {
  if (subject.kind === 'survey') return survey ? `Survey ${survey}` : 'Survey';
  if (subject.kind === 'score') return subject.score === 'news2' ? 'NEWS2, lower bound' : 'Anomaly score';
  return `${catalogue[subject.metric].label}${isReadAtRest(subject.metric) ? ' at rest' : ''}`;
}

/** "at most 91 %", "at least 10 bpm above its mean of the 28 d until 1 d ago". */
function conditionWords(rule: AlertRule, options: RuleWordsOptions): string {
  const { against, direction, level, baseline } = rule;
  if (against === 'value') return `${direction === 'at_least' ? 'at least' : 'at most'} ${levelWords(rule, level, options)}`;
  const mean = `its mean of the ${baselineWords(baseline)}`;
  if (level === 0) return `${direction === 'at_least' ? 'not below' : 'not above'} ${mean}`;
  const side = level > 0 ? 'above' : 'below';
  const isOutward = direction === 'at_least' ? level > 0 : level < 0;
  return `${isOutward ? 'at least' : 'at most'} ${levelWords(rule, Math.abs(level), options)} ${side} ${mean}`;
}

/** A level of a rule with its unit: "39.1 °C", "20 %", "5". */
export function levelWords(rule: Levelled, level: number, { units = keptUnits }: RuleWordsOptions = {}): string {
  const unit = levelUnit(rule, units);
  return `${levelText(rule, level, units)}${unit ? ` ${unit}` : ''}`;
}

const namedUnits = { h: 'h', d: 'd', w: 'weeks' } as const;

/** "1 h", "28 d", "2 weeks"; months and years in days, which they are. What cannot be read stays as it is. */
export function timeframeWords(text: string): string {
  const [, count, unit] = /^(\d{1,5})([hdwmy])/.exec(text) ?? [];
  if (!count || !unit) return text;
  if (unit === 'm' || unit === 'y') return `${Number(count) * (unit === 'm' ? 30 : 365)} d`;
  return unit === 'w' && count === '1' ? '1 week' : `${Number(count)} ${namedUnits[unit as keyof typeof namedUnits]}`;
}

/** "28 d before", "28 d until 1 d ago"; an empty baseline is none. */
export function baselineWords(text: string | null): string {
  if (text === null) return '–';
  const [length = text, shift] = text.split('S');
  return shift !== undefined && parseTimeframe(text)?.shiftSeconds
    ? `${timeframeWords(length)} until ${timeframeWords(shift)} ago`
    : `${timeframeWords(length)} before`;
}

/** "15 min", "1 h", "2 d". */
export function minutesInWords(minutes: number): string {
  if (minutes > 0 && minutes % 1_440 === 0 && minutes > 1_440) return `${minutes / 1_440} d`;
  return minutes > 0 && minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

export const systemWords: Readonly<Record<System, string>> = {
  ...{ respiratory: 'Respiratory', cardiac: 'Cardiac', glucose: 'Glucose', 'weight-and-fluid': 'Weight and fluid', infection: 'Infection' },
  ...{ mood: 'Mood', data: 'Data', general: 'General' },
};

/** What the alerts of a rule are grouped by: "Respiratory", and of a survey that nobody has put anywhere "By itself". */
export function groupWords(rule: Grouped): string {
  const system = systemOf(rule);
  return system === null ? 'By itself' : systemWords[system];
}

/** One field of a rule as people read it: the level with its unit, a share in percent, minutes and hours in words. */
export function ruleFieldWords(rule: AlertRule, field: keyof AlertRule, options: RuleWordsOptions = {}): string {
  switch (field) {
    case 'subject':
      return subjectWords(rule.subject, options);
    case 'level':
      return levelWords(rule, rule.level, options);
    case 'clearing':
      return `${rule.direction === 'at_least' ? 'below' : 'above'} ${levelWords(rule, rule.clearing, options)}`;
    case 'window':
      return timeframeWords(rule.window);
    case 'baseline':
      return baselineWords(rule.baseline);
    case 'persistMinutes':
      return rule.persistMinutes === 0 ? 'at once' : minutesInWords(rule.persistMinutes);
    case 'leastCoverage':
      return `${roundTo(rule.leastCoverage * 100, 1)} %`;
    case 'timeToLiveHours':
      return minutesInWords(rule.timeToLiveHours * 60);
    case 'closesOnClearing':
      return rule.closesOnClearing ? 'yes' : 'no';
    case 'system':
      return groupWords(rule);
    case 'aggregate':
    case 'direction':
    case 'against':
    case 'category':
    case 'severity':
    case 'role':
      return rule[field].replace('_', ' ');
  }
}
