import { defaultRules } from '@vigil/domain/alerts/defaults';
import { burdenYardstick } from '@vigil/domain/burden/burden';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { bound, type Figure, figure } from '../figure.ts';
import type { Person } from './person.ts';
import { publicPerson } from './public-person.ts';
import { replayer, type Told } from './replayed.ts';
import { peopleWithStories, wellPeople } from './simulated.ts';
import { getsWorse, type StoryCourse, storyFigures } from './story-figures.ts';

const epochMs = Date.UTC(2026, 9, 19, 12);
/** The first days of a stretch say what is usual for somebody, and their alerts are not counted. */
const usualDays = 28;
const daySeconds = 86_400;
const weekSeconds = 7 * daySeconds;

/** So many people of each story. */
const courses = 5;

/**
 * What the default rules would have done: for people who are well, how many alerts a member and week; for those with a story, on which day which rule
 * told of it first, and how many actions it came to; and for one real person. Nothing of it depends on the machine or on the day.
 */
export async function benchRules(scale: number): Promise<Figure[]> {
  const well: Told[][] = [];
  let weeks = 0;
  for (const { person } of wellPeople(Math.ceil(100 * scale), epochMs)) {
    well.push(replayed(person, usualFrom(person)));
    weeks += weeksSince(person, usualFrom(person));
  }
  const stories: StoryCourse[] = [];
  for (const { person, story, today, unchanged } of peopleWithStories(courses, epochMs)) {
    const from = usualFrom(person);
    const run = (one: Person) => replayed(one, from, { withNews2: true });
    stories.push({
      ...{ story, told: run(person), toldAnyway: getsWorse(story) ? run(unchanged()) : [] },
      ...{ weeks: weeksSince(person, from), dayOf: (at) => calendarDay(at, person.timeZone) - today },
    });
  }
  const real = await publicPerson();
  const ofReal = replayed(real, real.fromSeconds);
  return [...wellFigures(well, weeks), ...storyFigures(stories), ...realFigures(ofReal, weeksSince(real, real.fromSeconds))];
}

/** Alerts from a moment on, by rule. */
function replayed(person: Person, from: number, { withNews2 } = { withNews2: false }): Told[] {
  const run = replayer(person, { withNews2 });
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
