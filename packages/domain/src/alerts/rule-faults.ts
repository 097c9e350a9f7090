import { catalogue } from '../metrics/catalogue.ts';
import { parseTimeframe } from '../timeframe/timeframe.ts';
import { keptUnits, type Units } from '../units/unit-system.ts';
import { type LevelField, levelDoubts } from './level-doubt.ts';
import { levelEnds, levelUnit } from './levels.ts';
import { type AlertRule, rolesOfCategory, slotSeconds } from './rule.ts';

/** What is impossible about a field of a rule, in words for whoever wrote it. */
export interface RuleFault {
  readonly field: keyof AlertRule;
  readonly message: string;
}

const daySeconds = 86_400;
/** The longest window and the longest baseline: what a replay keeps at hand of every member. Seconds. */
export const longestWindowSeconds = 28 * daySeconds;
export const longestBaselineSeconds = 90 * daySeconds;
export const mostPersistMinutes = 7 * 1_440;
export const mostTimeToLiveHours = 30 * 24;
/** Below half of its window nobody knows what a metric did. */
export const smallestCoverage = 0.5;

/** Everything that is impossible about a rule, field by field; empty for one that can be judged. `units`: those in which it was typed. */
export function faultsOfRule(rule: AlertRule, units?: Units): readonly RuleFault[] {
  return [...windowFaults(rule), ...measureFaults(rule), ...levelFaults(rule, units), ...taskFaults(rule)];
}

/** Whether the window and the baseline of a rule are possible, also beside each other. */
export const windowsFit = (rule: AlertRule): boolean => windowFaults(rule).length === 0;

function windowFaults({ window, baseline, against }: AlertRule): RuleFault[] {
  const parsed = parseTimeframe(window);
  const faults: RuleFault[] = [];
  if (!parsed || parsed.shiftSeconds > 0 || parsed.lengthSeconds > longestWindowSeconds)
    faults.push({ field: 'window', message: 'Give a timeframe without a shift, as in 1h or 7d, of at most 28 days.' });
  if (against === 'value' && baseline !== null)
    faults.push({ field: 'baseline', message: 'A rule about the value itself has no baseline: leave it empty.' });
  if (against === 'value') return faults;
  const compared = baseline === null ? null : parseTimeframe(baseline);
  if (!compared || compared.lengthSeconds + compared.shiftSeconds > longestBaselineSeconds)
    faults.push({ field: 'baseline', message: 'Give the timeframe to compare with, as in 7d or 28dS1d, of at most 90 days.' });
  else if (parsed && compared.lengthSeconds <= parsed.lengthSeconds)
    faults.push({ field: 'baseline', message: 'The baseline must be longer than the window.' });
  else if (parsed && compared.shiftSeconds > 0 && compared.shiftSeconds < parsed.lengthSeconds)
    faults.push({ field: 'baseline', message: 'The baseline overlaps the window: shift it by at least the window’s length.' });
  return faults;
}

function measureFaults({ subject, aggregate, against }: AlertRule): RuleFault[] {
  if (subject.kind !== 'metric') {
    const faults: RuleFault[] = [];
    if (aggregate !== 'latest') faults.push({ field: 'aggregate', message: 'Of scores and surveys the latest one is judged.' });
    if (against !== 'value') faults.push({ field: 'against', message: 'Scores and surveys are judged by their value.' });
    return faults;
  }
  const { kind } = catalogue[subject.metric];
  if (kind === 'state' || catalogue[subject.metric].family === 'device')
    return [{ field: 'subject', message: 'A rule is about a vital sign or a count; states of the band are gaps.' }];
  if ((aggregate === 'total') !== (kind === 'count'))
    return [{ field: 'aggregate', message: kind === 'count' ? 'Counts are summed: total.' : 'Only counts are summed: mean or latest.' }];
  return [];
}

function levelFaults(rule: AlertRule, units: Units | undefined): RuleFault[] {
  const [low, high] = levelRange(rule);
  const { level, clearing, direction } = rule;
  const isOutside = (value: number) => !(value >= low && value <= high);
  const faults: RuleFault[] = [];
  const outside = (field: LevelField) => ({ field, message: rangeWords(rule, field, [low, high], units) });
  if (isOutside(level)) faults.push(outside('level'));
  if (isOutside(clearing)) faults.push(outside('clearing'));
  else if (!isOutside(level) && (direction === 'at_least' ? clearing > level : clearing < level))
    faults.push({ field: 'clearing', message: `It must clear at the level or ${direction === 'at_least' ? 'below' : 'above'} it.` });
  return faults;
}

/** "Give a number from 10 to 1000 mg/dL. Did you mean 5.4 mmol/L?" */
function rangeWords(rule: AlertRule, field: LevelField, range: readonly [number, number], units: Units | undefined): string {
  const [low, high] = levelEnds(rule, range, units ?? keptUnits);
  const unit = levelUnit(rule, units);
  const [doubt] = levelDoubts(rule, [field], units);
  return `Give a number from ${low} to ${high}${unit && ` ${unit}`}.${doubt?.meant ? ` Did you mean ${doubt.meant.words}?` : ''}`;
}

const scoreRanges = { news2: [0, 20], anomaly: [0, 10] } as const;
const mostPercent = 1_000;

/** What the level of a rule may be, inclusive: what can be measured at all. */
export function levelRange({ subject, against, aggregate }: AlertRule): readonly [low: number, high: number] {
  if (against === 'percent') return [-100, mostPercent];
  if (subject.kind === 'score') return scoreRanges[subject.score];
  if (subject.kind === 'survey') return [-1_000_000, 1_000_000];
  const [least, most] = catalogue[subject.metric].plausible;
  if (against === 'difference') return [least - most, most - least];
  return aggregate === 'total' ? [0, 1_000_000] : [least, most];
}

function taskFaults({ persistMinutes, leastCoverage, severity, role, category, subject, timeToLiveHours, closesOnClearing }: AlertRule) {
  const faults: RuleFault[] = [];
  if (!(Number.isInteger(persistMinutes / (slotSeconds / 60)) && persistMinutes >= 0 && persistMinutes <= mostPersistMinutes))
    faults.push({ field: 'persistMinutes', message: `Give minutes in steps of five, from 0 to ${mostPersistMinutes}.` });
  if (!(leastCoverage >= smallestCoverage && leastCoverage <= 1))
    faults.push({ field: 'leastCoverage', message: 'Give 50 % to 100 %: below half of the window nothing is known.' });
  if ((category === 'SURVEY') !== (subject.kind === 'survey'))
    faults.push({ field: 'category', message: 'Rules about surveys are of the category SURVEY, all others of BIOMETRICS.' });
  if (!(rolesOfCategory[category] as readonly string[]).includes(role))
    faults.push({ field: 'role', message: `${category} is for ${rolesOfCategory[category].join(', ')}.` });
  if (!(Number.isInteger(timeToLiveHours) && timeToLiveHours >= 1 && timeToLiveHours <= mostTimeToLiveHours))
    faults.push({ field: 'timeToLiveHours', message: `Give whole hours from 1 to ${mostTimeToLiveHours}.` });
  if (closesOnClearing && severity !== 'LOW')
    faults.push({ field: 'closesOnClearing', message: 'Low severity only; others need a person.' });
  return faults;
}
