import { type Measure, type MeasureOrigin, measureOf, measures } from '@vigil/domain/facts/measures';

type SleepMeasure = Measure & { readonly origin: Extract<MeasureOrigin, { from: 'sleep' }> };

/** The measures that are told of a member's newest sleep. */
export const sleepMeasures = measures.filter((measure): measure is SleepMeasure => measure.origin.from === 'sleep');

/** Whether a measure is one of sleep. */
export const isOfSleep = (measureId: string): boolean => measureOf(measureId)?.origin.from === 'sleep';
