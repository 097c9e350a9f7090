import { readDateText } from '../../csv/date-texts.ts';
import { columnsReader } from '../tables/columns.ts';
import { type Column, notKept, skipAll, type Table, zeroIsNothing } from '../tables/table.ts';
import { tableFormat } from '../tables/table-format.ts';
import { sleepDay } from './sleep-day.ts';

const person = 'id';
const summed = 'Totals of hours and days whose minutes are in the minute tables: with both, everything would count double';
const zones = notKept('minutes and distance by how active they were');

/** Fitabase's ids of persons, and its local times. */
const fitabaseId = /^\d{6,12}$/;
const fitabaseTime = /^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d{2}:\d{2} [AP]M$/;
/** Fitbit keeps a pulse every 5 to 15 seconds; nothing else in a table of these three columns comes as often. */
const longestPulseStepMs = 60_000;

const narrow = (name: string, when: string, measure: string, column: Column): Table => ({
  name,
  headings: [person, when, measure],
  person,
  open: (opened) => columnsReader({ when, columns: { [measure]: column } }, opened),
});

const tables: readonly Table[] = [
  {
    name: 'heartrate_seconds',
    headings: [person, 'time', 'value'],
    canHold: isPulse,
    person,
    open: (opened) => columnsReader({ when: 'time', columns: { value: { metric: 'heart_rate', noReading: zeroIsNothing } } }, opened),
  },
  narrow('minuteStepsNarrow', 'activityminute', 'steps', { metric: 'steps' }),
  narrow('minuteCaloriesNarrow', 'activityminute', 'calories', { metric: 'calories' }),
  narrow('minuteIntensitiesNarrow', 'activityminute', 'intensity', { skip: notKept('how intense a minute was (0 to 3)') }),
  narrow('minuteMETsNarrow', 'activityminute', 'mets', { skip: notKept('metabolic equivalents') }),
  narrow('hourlySteps', 'activityhour', 'steptotal', { skip: summed }),
  narrow('hourlyCalories', 'activityhour', 'calories', { skip: summed }),
  {
    name: 'hourlyIntensities',
    headings: [person, 'activityhour', 'totalintensity', 'averageintensity'],
    person,
    open: (opened) =>
      columnsReader(
        { when: 'activityhour', columns: skipAll(notKept('how intense an hour was'), ['totalintensity', 'averageintensity']) },
        opened,
      ),
  },
  {
    name: 'dailyActivity',
    headings: [person, 'activitydate', 'totalsteps', 'totaldistance', 'calories'],
    person,
    open: (opened) =>
      columnsReader(
        {
          when: 'activitydate',
          columns: {
            totalsteps: { skip: summed },
            calories: { skip: summed },
            totaldistance: { metric: 'distance', ucum: 'km' },
            ...skipAll('Part of the distance that is taken', ['trackerdistance', 'loggedactivitiesdistance']),
            ...skipAll(zones, [
              ...['veryactivedistance', 'moderatelyactivedistance', 'lightactivedistance', 'sedentaryactivedistance'],
              ...['veryactiveminutes', 'fairlyactiveminutes', 'lightlyactiveminutes', 'sedentaryminutes'],
            ]),
          },
        },
        opened,
      ),
  },
  sleepDay,
  {
    name: 'minuteSleep',
    headings: [person, 'date', 'value', 'logid'],
    person,
    open: (opened) =>
      columnsReader(
        { when: 'date', columns: { value: { skip: notKept('asleep, restless or awake, without a stage of sleep') } }, aside: ['logid'] },
        opened,
      ),
  },
  {
    name: 'weightLogInfo',
    headings: [person, 'date', 'weightkg', 'weightpounds'],
    person,
    open: (opened) =>
      columnsReader(
        {
          when: 'date',
          columns: {
            weightkg: { metric: 'weight', ucum: 'kg' },
            weightpounds: { skip: 'The weight again, in pounds' },
            fat: { skip: notKept('body fat') },
            bmi: { skip: notKept('body mass index, which follows from weight and height') },
          },
          aside: ['ismanualreport', 'logid'],
        },
        opened,
      ),
  },
];

/** Fitbit data as Fitabase exports it for studies, one table a measure; several persons may share a table. */
export const fitabase = tableFormat({ id: 'fitabase', name: 'Fitbit tables (Fitabase export)', device: 'Fitbit', tables });

function isPulse(lines: readonly (readonly string[])[], headings: readonly string[]): boolean {
  const [id, time, value] = [person, 'time', 'value'].map((heading) => headings.indexOf(heading));
  if (headings.length !== 3 || lines.length === 0) return false;
  const cells = (line: readonly string[]) => [line[id ?? 0] ?? '', line[time ?? 0] ?? '', line[value ?? 0] ?? ''] as const;
  const written = lines.map(cells);
  if (!written.every(([who, when, pulse]) => fitabaseId.test(who) && fitabaseTime.test(when) && /^\d{1,3}$/.test(pulse))) return false;
  const walls = written.flatMap(([, when]) => {
    const read = readDateText(when);
    return read.kind === 'local' ? [read.wallMs] : [];
  });
  const steps = walls.slice(1).map((wall, index) => Math.abs(wall - (walls[index] ?? wall)));
  return steps.filter((step) => step > longestPulseStepMs).length <= steps.length / 4;
}
