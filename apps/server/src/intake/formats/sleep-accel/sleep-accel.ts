import { readCell } from '../../csv/cells.ts';
import type { Format } from '../format.ts';
import { notKept, type Table } from '../tables/table.ts';
import { tableFormat } from '../tables/table-format.ts';

const [when, stage, activity] = ['seconds_from_start', 'sleep_stage', 'activity_count'] as const;

/** Stages of polysomnography (Rechtschaffen and Kales; AASM has 3 and 4 as one) as depths: 0 wake, 1 and 2 light, 3 and 4 deep, 5 REM. */
const depths: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [1, 2],
  [2, 2],
  [3, 4],
  [4, 4],
  [5, 3],
]);
/** A night; a larger figure is no number of seconds since its start. */
const longestSeconds = 7 * 86_400;

const epochs: Table = {
  name: 'epochs',
  headings: [when, stage, activity],
  open({ context, headings, delimiter }) {
    const at = (record: readonly string[], heading: string) => (record[headings.indexOf(heading)] ?? '').trim();
    const startMs = context.startMs ?? Number.NaN;
    return {
      read(record, place, readings) {
        if (at(record, activity) !== '') context.skip(notKept('counts of movement'));
        const seconds = at(record, when) === '' ? Number.NaN : Number(at(record, when));
        const scored = readCell('sleep_depth', at(record, stage), '1', delimiter);
        const depth = depths.get(scored);
        if (!(seconds >= 0 && seconds <= longestSeconds))
          context.refuse(place, 'sleep_depth', 'No number of seconds since the start', 'time');
        else if (scored === -1) context.skip('Half minutes that nobody could score');
        else if (depth === undefined) context.refuse(place, 'sleep_depth', 'A stage of sleep that the study does not have', 'value');
        else readings.push({ place, metric: 'sleep_depth', timestampMs: startMs + seconds * 1000, value: depth });
      },
    };
  },
};

/** Half minutes of a night as the sleep-accel study scored them (Walch et al., SLEEP 2019), in seconds since a start that the file does not name. */
export const sleepAccel: Format = {
  ...tableFormat({ id: 'sleep-accel', name: 'Sleep stages of sleep-accel', device: 'Polysomnography', tables: [epochs] }),
  needsStart: true,
};
