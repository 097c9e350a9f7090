import { describe, expect, it } from 'vitest';
import { type MetricId, metricIds } from './catalogue.ts';
import { countedReadings, countsByItself, type Reading, type TickSource } from './counting.ts';

const of = (metric: MetricId, value: number, source: TickSource = 'device', timestampMs = 0): Reading => ({
  metric,
  value,
  source,
  timestampMs,
});

describe('which readings count', () => {
  it('a zero does where it is a reading: skin response, states, battery, confidence and whatever is counted', () =>
    expect(metricIds.filter((metric) => countsByItself(metric, 0)).sort()).toEqual([
      'band_removed',
      'battery',
      'calories',
      'distance',
      'gsr',
      'insulin',
      'steps',
      'weight_conf',
    ]));

  it('nothing that was taken back does', () => expect(metricIds.filter((metric) => countsByItself(metric, Number.NaN))).toEqual([]));

  it.each<[string, Reading[], Reading[]]>([
    [
      'of several sources the device’s, then the manual one',
      [of('spo2', 91, 'imported'), of('spo2', 92, 'manual'), of('spo2', 93)],
      [of('spo2', 93)],
    ],
    ['another source’s where the device’s is no reading', [of('rmssd', 0), of('rmssd', 40, 'manual')], [of('rmssd', 40, 'manual')]],
    ['of one source the later correction', [of('spo2', 91), of('spo2', 92)], [of('spo2', 92)]],
    ['none where the correction is no reading', [of('rmssd', 40), of('rmssd', 0)], []],
    ['a weight of 80 % confidence', [of('weight', 80), of('weight_conf', 80)], [of('weight', 80), of('weight_conf', 80)]],
    ['no weight of 79 %', [of('weight', 80), of('weight_conf', 79)], [of('weight_conf', 79)]],
    ['a weight without a confidence', [of('weight', 80)], [of('weight', 80)]],
    [
      'a weight whose low confidence is another source’s',
      [of('weight', 80, 'manual'), of('weight_conf', 10)],
      [of('weight', 80, 'manual'), of('weight_conf', 10)],
    ],
    [
      'the good weight of another source in the place of a doubtful one',
      [of('weight', 12), of('weight_conf', 10), of('weight', 80, 'manual')],
      [of('weight_conf', 10), of('weight', 80, 'manual')],
    ],
    ['a weight whose low confidence was taken back', [of('weight', 80), of('weight_conf', Number.NaN)], [of('weight', 80)]],
  ])('%s', (_, readings, expected) => expect(countedReadings(readings)).toEqual(expected));
});
