import { news2AgeHours } from '@vigil/contract/triage.values';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { news2Applies } from '@vigil/domain/news2/applies';
import { type Consciousness, type News2Input, type News2Inputs, news2Score } from '@vigil/domain/news2/score';
import { ageYears } from '@vigil/domain/people/age';
import type { VitalsNow } from '#services/events-processor/index.ts';
import type { StatementRow } from '../triage.store.ts';

/** Of each input the metric that it is read from. The skin's temperature never stands in for the body's. */
const metricOf = {
  ...{ pulse: 'heart_rate', respiration: 'resp_rate', spo2: 'spo2', systolic: 'systolic', temperature: 'body_temp' },
} as const satisfies Partial<Record<News2Input, MetricId>>;

/** What the bounds are read from. */
export const news2Metrics: readonly MetricId[] = Object.values(metricOf);

export interface News2Bounds {
  readonly low: number;
  readonly high: number;
  readonly known: number;
}

/**
 * Between which numbers NEWS2 lies by the newest reading of each input, none older than a day, and by what clinicians said.
 * Null where nothing is known, and for whom the score is not. A row of many cannot afford the median of the last worn hour,
 * which the member's own page shows.
 */
export function news2Bounds(vitals: VitalsNow | undefined, said: readonly StatementRow[], nowSeconds: number): News2Bounds | null {
  const isPregnant = said.some(({ kind, value }) => kind === 'pregnancy' && value === 'yes');
  const today = new Date(nowSeconds * 1000).toISOString().slice(0, 10);
  const applies = news2Applies(vitals?.birthDate ? ageYears(vitals.birthDate, today) : null, isPregnant);
  if (applies === 'under_16' || applies === 'pregnancy') return null;
  const oldest = nowSeconds - news2AgeHours * 3_600;
  const reading = (input: keyof typeof metricOf) => {
    const newest = vitals?.latest.get(metricOf[input]);
    return newest && newest.at >= oldest ? newest.value : null;
  };
  const statement = (kind: StatementRow['kind']) => said.find((one) => one.kind === kind);
  const saidToday = (kind: 'consciousness' | 'oxygen') => {
    const one = statement(kind);
    return one && one.saidAt / 1000 >= oldest ? one.value : null;
  };
  const inputs: News2Inputs = {
    ...{ pulse: reading('pulse'), respiration: reading('respiration'), spo2: reading('spo2') },
    ...{ systolic: reading('systolic'), temperature: reading('temperature') },
    oxygen: saidToday('oxygen') as 'air' | 'oxygen' | null,
    consciousness: saidToday('consciousness') as Consciousness | null,
  };
  const { low, high, known } = news2Score(inputs, statement('scale')?.value === '2' ? 2 : 1);
  return known === 0 ? null : { low, high, known };
}
