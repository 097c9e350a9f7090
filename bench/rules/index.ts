import { defaultRules } from '@vigil/domain/alerts/defaults';
import { openersOf, type ReplayedAlert } from '@vigil/domain/alerts/episodes';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import { burdenYardstick } from '@vigil/domain/burden/burden';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import type { StoryId } from '@vigil/simulator';
import { bound, type Figure, figure } from '../figure.ts';
import { progress } from '../report.ts';
import { publicPerson } from './public-person.ts';
import { type Person, type Replayed, replayer } from './replayed.ts';
import { type Simulated, simulatedPeople } from './simulated.ts';

const epochMs = Date.UTC(2026, 9, 19, 12);
/** The first days of a stretch say what is usual for somebody, and their alerts are not counted. */
const usualDays = 28;
const daySeconds = 86_400;
const weekSeconds = 7 * daySeconds;

/** Day on which the body begins to change, of stories that begin; the others are of people who are ill all along. */
const begins: Readonly<Partial<Record<StoryId, number>>> = { 'heart-failure': -8, infection: -4, 'copd-exacerbation': -7, inactivity: -48 };

/** What one rule would have done for a person, beside what the rule is. */
interface Told extends Replayed {
  readonly id: string;
  readonly rule: AlertRule;
  readonly isLow: boolean;
}

/**
 * What the default rules would have done: for people who are well, how many alerts a member and week; for those with a story, on which
 * day which rule told of it first; and for one real person. Nothing of it depends on the machine or on the day.
 */
export async function benchRules(scale: number): Promise<Figure[]> {
  const well: Told[][] = [];
  const stories: Figure[] = [];
  let weeks = 0;
  for (const one of simulatedPeople(Math.ceil(100 * scale), epochMs)) {
    const told = replayed(one.person, usualFrom(one.person));
    if (one.story !== null) stories.push(...toldOf(one, told));
    else {
      well.push(told);
      weeks += weeksSince(one.person, usualFrom(one.person));
    }
  }
  const real = await publicPerson();
  const ofReal = replayed(real, real.fromSeconds);
  return [...wellFigures(well, weeks), ...stories, ...realFigures(ofReal, weeksSince(real, real.fromSeconds))];
}

/** Alerts from a moment on, by rule. */
function replayed(person: Person, from: number): Told[] {
  const run = replayer(person);
  return defaultRules.flatMap(({ id, rule }) => {
    const found = run(rule);
    if (!found) return [];
    const firings = found.firings.filter(({ firedAt }) => firedAt >= from);
    return [{ id, rule, isLow: rule.severity === 'LOW', firings, unknownShare: found.unknownShare }];
  });
}

const usualFrom = ({ fromSeconds }: Person) => fromSeconds + usualDays * daySeconds;
const weeksSince = ({ toSeconds }: Person, from: number) => (toSeconds - from) / weekSeconds;

const alertsOf = (told: readonly Told[], isCounted: (one: Told) => boolean) =>
  told.filter(isCounted).reduce((sum, { firings }) => sum + firings.length, 0);

function wellFigures(people: readonly Told[][], weeks: number): Figure[] {
  const all = people.flat();
  const perWeek = (isCounted: (one: Told) => boolean) => alertsOf(all, isCounted) / weeks;
  const noisy = [...new Set(all.filter(({ firings }) => firings.length > 0).map(({ id }) => id))];
  return [
    bound(
      'rules.well',
      perWeek(() => true),
      'alerts a member-week',
      burdenYardstick.alertsPerMemberWeek,
    ),
    figure(
      'rules.well.above_low',
      perWeek(({ isLow }) => !isLow),
      'alerts a member-week',
    ),
    ...noisy.map((rule) =>
      figure(
        `rules.well.${rule}`,
        perWeek(({ id }) => id === rule),
        'alerts a member-week',
      ),
    ),
  ];
}

/** Days of alerts go to standard error, counted from the present of the story. What fired in the four weeks before it began tells of something else. */
function toldOf({ person, story, today }: Simulated, told: readonly Told[]): Figure[] {
  const daysOf = ({ firings }: Told) => firings.map(({ firedAt }) => calendarDay(firedAt, person.timeZone) - today);
  for (const one of told) if (one.firings.length > 0) progress(`${story}: ${one.id} on day ${daysOf(one).join(', ')}`);
  const began = story === null ? undefined : begins[story];
  const weekly = figure(`rules.${story}`, alertsOf(told, () => true) / weeksSince(person, usualFrom(person)), 'alerts a week');
  if (began === undefined) return [weekly];
  const quiet = told.map(daysOf).filter((days) => !days.some((day) => day < began && day >= began - usualDays));
  const after = quiet.flat().filter((day) => day >= began);
  if (after.length === 0) return [weekly];
  return [
    weekly,
    figure(`rules.${story}.first_alert`, Math.min(...after) - began, 'days after it began'),
    ...actionsOf(`rules.${story}`, told, (firedAt) => {
      const day = calendarDay(firedAt, person.timeZone) - today;
      return day >= began && day <= 0;
    }),
  ];
}

/** At most so many actions for one deterioration: what belongs together is one. */
const mostActions = 2;

/** Actions from the day on which the body begins to change until the story's present, while nobody deals with any. */
function actionsOf(name: string, told: readonly Told[], isOfStory: (firedAt: number) => boolean): Figure[] {
  const alerts = told.flatMap(({ rule, firings }): ReplayedAlert[] =>
    firings.filter(({ firedAt }) => isOfStory(firedAt)).map(({ firedAt, endedAt }) => ({ rule, firedAt, endedAt })),
  );
  const { asEpisodes, byRule } = openersOf(alerts);
  return [bound(`${name}.actions`, asEpisodes.length, 'actions', mostActions), figure(`${name}.actions_by_rule`, byRule.length, 'actions')];
}

function realFigures(told: readonly Told[], weeks: number): Figure[] {
  const seen = told.filter(({ unknownShare }) => unknownShare < 1);
  return [
    figure('rules.real_person', alertsOf(told, () => true) / weeks, 'alerts a week'),
    ...seen.flatMap(({ id, firings, unknownShare }) => [
      figure(`rules.real_person.${id}`, firings.length / weeks, 'alerts a week'),
      figure(`rules.real_person.${id}.unknown`, unknownShare * 100, '% of the time'),
    ]),
  ];
}
