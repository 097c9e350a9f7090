import { news2AgeHours } from '@vigil/contract/triage.values';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Consciousness, News2Input, News2Inputs, Spo2Scale } from '@vigil/domain/news2/score';
import { lastWornHour, medianOfWorn } from '@vigil/domain/news2/worn-hour';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';
import { stateIntervals } from '@vigil/domain/timeframe/state-runs';
import type { TicksReads } from '#services/ticks-store/index.ts';
import type { StatementRow } from './triage.store.ts';

/** What is known of an input: of readings the newest (Unix seconds), or of whom somebody said it. */
export interface KnownInput {
  readonly measuredAt: number;
  readonly readings: number | null;
  readonly source: 'readings' | 'clinician' | 'survey';
  readonly saidBy: string | null;
}

export interface GatheredInputs {
  readonly inputs: News2Inputs;
  readonly known: Readonly<Partial<Record<News2Input, KnownInput>>>;
  readonly scale: Spo2Scale;
}

const reachSeconds = news2AgeHours * 3_600;
/** By the hour that the band was last worn; and by the newest reading of a cuff and a thermometer: the skin's never stands in. */
const worn = { pulse: 'heart_rate', respiration: 'resp_rate', spo2: 'spo2' } as const satisfies Partial<Record<News2Input, MetricId>>;
const spot = { systolic: 'systolic', temperature: 'body_temp' } as const satisfies Partial<Record<News2Input, MetricId>>;
const metrics = [...Object.values(worn), ...Object.values(spot)];

/** What is known of the seven inputs at a moment, each no older than a day; what is not known stays unknown. */
export async function gatherInputs(
  ticks: Pick<TicksReads, 'moments' | 'stateRuns'>,
  { tenantId, userId, nowSeconds }: { readonly tenantId: string; readonly userId: string; readonly nowSeconds: number },
  said: readonly StatementRow[],
): Promise<GatheredInputs> {
  const fromSeconds = nowSeconds - reachSeconds;
  const [moments, runs] = await Promise.all([
    ticks.moments({
      tenantId,
      userId,
      metrics,
      fromMs: fromSeconds * 1000,
      toMs: nowSeconds * 1000 + 1,
      deduplicate: true,
      provenance: false,
    }),
    ticks.stateRuns({
      tenantId,
      userId,
      metric: 'band_removed',
      fromSeconds,
      toSeconds: nowSeconds,
      longestGapSeconds: bandStateHoldsSeconds,
    }),
  ]);
  const readingsOf = (metric: MetricId) =>
    moments.flatMap(({ timestamp, data }) => {
      const value = data[metric];
      return value === undefined ? [] : [{ seconds: timestamp, value }];
    });
  const hour = lastWornHour(stateIntervals(runs, bandStateHoldsSeconds, nowSeconds));
  const values: Partial<Record<News2Input, number>> = {};
  const known: Partial<Record<News2Input, KnownInput>> = {};
  for (const [input, metric] of Object.entries(worn) as [keyof typeof worn, MetricId][]) {
    const found = medianOfWorn(readingsOf(metric), hour);
    if (found) note(input, found.value, found.measuredAt, found.readings);
  }
  for (const [input, metric] of Object.entries(spot) as [keyof typeof spot, MetricId][]) {
    const newest = readingsOf(metric).at(-1);
    if (newest) note(input, newest.value, newest.seconds, 1);
  }
  const statement = (kind: StatementRow['kind']) => said.find((one) => one.kind === kind);
  const saidToday = (kind: 'consciousness' | 'oxygen') => {
    const one = statement(kind);
    if (!one || nowSeconds - one.saidAt / 1000 > reachSeconds) return null;
    const source = one.userSurveyId === null ? 'clinician' : 'survey';
    known[kind] = { measuredAt: one.saidAt / 1000, readings: null, source, saidBy: one.saidBy };
    return one.value;
  };
  return {
    inputs: {
      ...{ respiration: null, spo2: null, systolic: null, pulse: null, temperature: null },
      ...values,
      oxygen: saidToday('oxygen') as 'air' | 'oxygen' | null,
      consciousness: saidToday('consciousness') as Consciousness | null,
    },
    known,
    scale: statement('scale')?.value === '2' ? 2 : 1,
  };

  function note(input: News2Input, value: number, measuredAt: number, readings: number): void {
    values[input] = value;
    known[input] = { measuredAt, readings, source: 'readings', saidBy: null };
  }
}
