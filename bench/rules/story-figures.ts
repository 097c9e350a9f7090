import { type EpisodeAlert, worstFirst } from '@vigil/domain/alerts/episodes';
import { openersOf } from '@vigil/domain/alerts/openers';
import type { StoryId } from '@vigil/simulator';
import { bound, type Figure, figure } from '../figure.ts';
import { progress } from '../report.ts';
import type { Told } from './replayed.ts';

/** What rules would have done for one person with a story. */
export interface StoryCourse {
  readonly story: StoryId;
  readonly told: readonly Told[];
  /** What they would have told of the same weeks of the same person without the story; empty where that is not asked. */
  readonly toldAnyway: readonly Told[];
  readonly weeks: number;
  /** The day of a moment in Unix seconds, counted from the present of the story. */
  readonly dayOf: (seconds: number) => number;
}

/**
 * Day on which the body begins to change, of stories in which somebody gets worse; it is still so on the last day that is replayed, but for the infection,
 * which is over by then. Of the others, rhythm and glucose go wrong now and then, pressure and oxygen at night are bad all along: each of their episodes is
 * something new, and how many actions they come to is told and not asserted.
 */
const begins: Readonly<Partial<Record<StoryId, number>>> = { 'heart-failure': -8, infection: -4, 'copd-exacerbation': -7, inactivity: -48 };
/** Whether somebody gets worse in a story, once and for all. */
export const getsWorse = (story: StoryId): boolean => begins[story] !== undefined;

/** At most so many actions for one deterioration: what belongs together is one. */
const mostActions = 2;

/** Of several people with each story; what is asserted holds for each of them. */
export function storyFigures(courses: readonly StoryCourse[]): Figure[] {
  return [...Map.groupBy(courses, ({ story }) => story)].flatMap(([story, some]) => {
    for (const one of some) tellDays(one);
    const weeks = some.reduce((sum, one) => sum + one.weeks, 0);
    const alerts = some.flatMap(({ told }) => told).reduce((sum, { firings }) => sum + firings.length, 0);
    const began = begins[story];
    return [
      figure(`rules.${story}`, alerts / weeks, 'alerts a week'),
      figure(`rules.${story}.actions_of_ten_weeks`, most(some.map((one) => openersOf(alertsOf(one)).asEpisodes.length)), 'actions'),
      ...(began === undefined ? [] : deteriorationFigures(`rules.${story}`, some, began)),
    ];
  });
}

/**
 * From the day on which the body begins to change, while nobody deals with any action. What stands from before may be joined. What would have been told of
 * within a day without the story is no sign of it. What is as severe as the worst that stands in its action rings, and so tells of it.
 */
function deteriorationFigures(name: string, courses: readonly StoryCourse[], began: number): Figure[] {
  const found = courses.map((course) => {
    const { placeOf, byRule } = openersOf(alertsOf(course));
    const ofIt = [...placeOf].filter(([alert]) => course.dayOf(alert.firedAt) >= began && !isToldAnyway(course, alert));
    const rings = ([alert, { opener }]: (typeof ofIt)[number]) =>
      [...placeOf].every(
        ([other, place]) => place.opener !== opener || !stands(other, alert.firedAt) || worstFirst(other.rule, alert.rule) >= 0,
      );
    const told = ofIt.filter(rings).map(([{ firedAt }]) => course.dayOf(firedAt) - began);
    return {
      actions: new Set(ofIt.map(([, { opener }]) => opener)).size,
      byRule: byRule.filter((alert) => course.dayOf(alert.firedAt) >= began && !isToldAnyway(course, alert)).length,
      firstDay: told.length === 0 ? null : Math.min(...told),
    };
  });
  const days = found.flatMap(({ firstDay }) => firstDay ?? []);
  return [
    bound(`${name}.missed`, found.length - days.length, `of ${found.length} people`, 0),
    ...(days.length > 0 ? [figure(`${name}.first_told`, most(days), 'days after it began')] : []),
    bound(`${name}.actions`, most(found.map(({ actions }) => actions)), 'actions', mostActions),
    figure(`${name}.actions_by_rule`, most(found.map(({ byRule }) => byRule)), 'actions'),
  ];
}

const stands = ({ firedAt, endedAt }: EpisodeAlert, at: number) => firedAt <= at && (endedAt === null || endedAt > at);

const daySeconds = 86_400;
const isToldAnyway = ({ toldAnyway }: StoryCourse, { ruleId, firedAt }: EpisodeAlert) =>
  toldAnyway.some(({ id, firings }) => id === ruleId && firings.some((other) => Math.abs(other.firedAt - firedAt) <= daySeconds));

const most = (numbers: readonly number[]) => Math.max(...numbers);

const alertsOf = ({ told }: StoryCourse): EpisodeAlert[] =>
  told.flatMap(({ id, rule, firings }) => firings.map(({ firedAt, endedAt }) => ({ ruleId: id, rule, firedAt, endedAt })));

/** Days of alerts go to standard error. */
function tellDays({ story, told, dayOf }: StoryCourse): void {
  for (const { id, firings } of told)
    if (firings.length > 0) progress(`${story}: ${id} on day ${firings.map(({ firedAt }) => dayOf(firedAt)).join(', ')}`);
}
