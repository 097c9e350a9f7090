import type { Activity } from '@vigil/contract/activities.contract';
import { activitiesOfAnswer } from '@vigil/contract/activities.values';
import { mealTypeOf, mealTypes } from '@vigil/domain/activities/meals';
import { chartKinds } from '#charts/kinds/kinds.ts';
import { readingPoint, type Series, type SeriesPoint, type TimeSpan } from '#charts/series.ts';
import { rowsOf } from '#charts/told-rows.ts';
import { writeNumber } from '#charts/write-value.ts';
import type { LoggedPanelId } from '../view.ts';
import type { PanelFigures, TimePanel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';

/** Nothing to scale: a row is a row. */
const noScale = { kind: 'from-zero' } as const;

/** Meals, medications and workouts as they were logged; what was left out is told apart from what was done. */
export function loggedPanels(input: PanelInput): readonly TimePanel[] {
  const { write } = input;
  const logged = input.logged.toSorted((a, b) => a.timestamp - b.timestamp);
  const named = (type: Activity['activityType'], untitled: string) => {
    const ofType = logged.filter(({ activityType }) => activityType === type);
    // A name is the same whatever its case; its spelling is the last one's.
    return [...Map.groupBy(ofType, ({ title }) => (title ?? untitled).toLowerCase())].map(([name, some]) =>
      doneSeries(name, some.at(-1)?.title ?? untitled, some, input),
    );
  };
  const meals = mealSeries(
    logged.filter(({ activityType }) => activityType === 'LOGGING_FOOD'),
    input,
  );
  return [
    panelOf('meals', 'meal-dots', meals.points.length === 0 ? [] : [meals], input),
    panelOf('medications', 'log-dots', named('LOGGING_MEDICATION', write('metric.medications')), input),
    panelOf('workouts', 'log-dots', named('MOVE', write('metric.workouts')), input),
  ];
}

function panelOf(id: LoggedPanelId, kind: 'meal-dots' | 'log-dots', series: readonly Series[], input: PanelInput): TimePanel {
  const { draw, height } = chartKinds[kind];
  const data = { series, axis: noScale };
  return {
    ...{ kind: 'time', id, group: 'logged', title: input.write(`metric.${id}`), unit: '', sources: ['logged'], series },
    height: height(data),
    legend: series.map((one) => ({ series: one, mark: 'dot' as const })),
    draw: (context) => draw(data, context),
    backdrop: { now: input.now },
    describe: (span) => described(series, span, input),
  };
}

/** The kinds of meals in the order of the day, each its number. */
function mealSeries(meals: readonly Activity[], { write }: PanelInput): Series {
  const words = new Map(mealTypes.map((type, index) => [index + 1, write(`meal.${type}`)]));
  const points = meals.map(({ timestamp, activityDetails, description, activities }) => {
    const kind = mealTypes.indexOf(mealTypeOf(activityDetails.mealType) ?? 'LUNCH') + 1;
    return withNote(readingPoint(timestamp, kind), [description, ...activities.flatMap((part) => [part.title, part.description])]);
  });
  return { key: 'meals', label: write('metric.meals'), unit: '', decimals: 0, tone: 'metabolic', words, points };
}

function doneSeries(name: string, label: string, logged: readonly Activity[], { write }: PanelInput): Series {
  const words = new Map([
    [1, write('logged.done')],
    [0, write('logged.leftOut')],
  ]);
  const points = logged.map(({ timestamp, status, schedule, description, activityDetails: { durationMinutes } }) => {
    const minutes = durationMinutes === undefined ? null : write('logged.minutes', { count: durationMinutes });
    const point = readingPoint(timestamp, status === 'DONE' ? 1 : 0);
    return withNote(status === 'DONE' ? point : { ...point, missed: true }, [minutes, schedule?.frequency, description]);
  });
  return { key: `logged_${name}`, label, unit: '', decimals: 0, tone: 'metabolic', words, points };
}

function withNote(point: SeriesPoint, texts: readonly (string | null | undefined)[]): SeriesPoint {
  const note = texts.filter(Boolean).join(', ');
  return note === '' ? point : { ...point, note };
}

function described(series: readonly Series[], span: TimeSpan, { logged, locale, write }: PanelInput): PanelFigures | null {
  const told = series.flatMap((one) => {
    const rows = rowsOf(one, span);
    const missed = rows.reduce((sum, row) => sum + row.missed, 0);
    // Of what is done or left out the name says more than the state does.
    return one.key === 'meals'
      ? rows
      : rows.length === 0
        ? []
        : [{ label: one.label, count: rows.reduce((sum, { count }) => sum + count, 0), missed }];
  });
  if (told.length === 0) return null;
  const counted = told.map(({ label, count, missed }) => ({
    value: String(count - missed),
    label: missed === 0 ? label : write('logged.ofWhich', { label, count: missed }),
  }));
  // As many as one answer holds: whoever reads the figures has to know that older entries are not among them.
  const isCut = logged.length >= activitiesOfAnswer.most;
  const cut = isCut ? [{ value: writeNumber(activitiesOfAnswer.most, 0, locale), label: write('logged.onlyNewest') }] : [];
  const figures = [...counted, ...cut];
  return { figures, summary: figures.map(({ value, label }) => `${label}: ${value}`).join('; ') };
}
