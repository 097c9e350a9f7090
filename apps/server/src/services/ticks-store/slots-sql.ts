import { slotSeconds } from '@vigil/domain/alerts/rule';
import type { MetricId } from '@vigil/domain/metrics/catalogue';

const hourSeconds = 3_600;

/** Slots of an hour. */
export const slotsAnHour = hourSeconds / slotSeconds;

/**
 * Metrics whose hours keep what each slot of five minutes comes to: those by the minute that the default rules look at, and steps,
 * which tell who is at rest. Slots take about a quarter of what the ticks themselves take on disk; rules about any other metric read the ticks.
 */
export const metricsInSlots: readonly MetricId[] = ['heart_rate', 'resp_rate', 'spo2', 'skin_temp', 'steps'];

/** Which slot of its hour a row of vigil.ticks lies in, from 0. */
export const slotOfHour = `intDiv(toMinute(ts), ${60 / slotsAnHour})`;

/** A band syncs every quarter of an hour: what arrives an hour later was not there when it should have been judged. */
const lateAfterSeconds = 3_600;

/** Condition on a reading: it arrived late. `receivedAt` names the column. */
export const isLate = (receivedAt: string): string => `${receivedAt} > ts + toIntervalSecond(${lateAfterSeconds})`;
