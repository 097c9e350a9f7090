import { slotSeconds } from '@vigil/domain/alerts/rule';
import { type SlotColumns, slotOf } from '@vigil/domain/alerts/slots';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { type News2History, news2LowerBound } from '@vigil/domain/news2/course';
import type { TimedReadings } from '@vigil/domain/news2/worn-hour';
import type { StateInterval } from '@vigil/domain/timeframe/state-runs';
import type { Person } from './person.ts';

/** The lower bound of NEWS2 by slots, of somebody whose consciousness and oxygen nobody has told of. */
export function news2Course(person: Person, band: readonly StateInterval[]): SlotColumns {
  const readings = (metric: MetricId): TimedReadings => person.columns.get(metric) ?? { seconds: [], values: [] };
  const history: Omit<News2History, 'band'> = {
    worn: { pulse: readings('heart_rate'), respiration: readings('resp_rate'), spo2: readings('spo2') },
    spot: { systolic: readings('systolic'), temperature: readings('body_temp') },
    ...{ said: [], birthDate: person.birthDate },
  };
  const slots: number[] = [];
  const values: number[] = [];
  // Day by day: the score looks at one day of the band, and a stretch has hundreds of them.
  for (let from = slotOf(person.fromSeconds); from < slotOf(person.toSeconds); from += slotsOfDay) {
    const [begins, ends] = [(from - slotsOfDay) * slotSeconds, (from + slotsOfDay) * slotSeconds];
    const ofDay = { ...history, band: band.filter(({ start, end }) => start < ends && end > begins) };
    for (let slot = from; slot < Math.min(from + slotsOfDay, slotOf(person.toSeconds)); slot++) {
      const low = news2LowerBound(ofDay, slot);
      if (low === null) continue;
      slots.push(slot);
      values.push(low);
    }
  }
  return { slots, counts: values.map(() => 1), totals: values, lasts: values };
}

const slotsOfDay = 86_400 / slotSeconds;
