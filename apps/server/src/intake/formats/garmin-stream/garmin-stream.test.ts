import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';

const { bring, expectStored } = await useFileImports();
const at = (time: string) => Date.parse(`2019-10-${time}+02:00`);

/** Synthetic, in the form of the stream. */
const stream = [
  '2019-10-16T21:00:00.000+02:00;STEPS;299.0',
  '2019-10-16T21:00:00.041+02:00;HEART_RATE;61.0',
  '2019-10-16T21:00:00.900+02:00;HEART_RATE_VARIABILITY;821.0',
  '2019-10-16T21:00:01.041+02:00;HEART_RATE;0.0',
  '2019-10-16T21:00:02.041+02:00;HEART_RATE;6.0',
  '2019-10-16T21:05:00.500+02:00;STEPS;341.0',
  '2019-10-16T21:05:00.500+02:00;STRESS;-1.0',
  '2019-10-16T21:06:00.000+02:00;STEPS;340.0',
  '2019-10-17T07:00:00.000+02:00;STEPS;12.0',
  '2019-10-17T07:00:00.000+02:00;CALORIES;512.0',
  '2019-10-17T08:00:00.000+02:00;CALORIES;600.0',
  '2019-10-17T08:00:00.000+02:00;ASCENT;3.0',
];

describe('Garmin companion stream', () => {
  it('gives heart rates to the millisecond, and what counters added since the line before or since midnight', async () => {
    const result = await expectStored(`${stream.join('\n')}\n`, [
      ['heart_rate', at('16T21:00:00.041'), 61],
      ['steps', at('16T21:00:00.000'), 42],
      ['steps', at('17T00:00:00.000'), 12],
      ['calories', at('17T00:00:00.000'), 512],
      ['calories', at('17T07:00:00.000'), 88],
    ]);
    expect(result.format).toBe('garmin-stream');
    expect(result.rejected.map(({ index, metric }) => [index, metric])).toEqual([[5, 'heart_rate']]);
    const counts = [...result.skipped.values()];
    expect(counts.reduce((sum, one) => sum + one, 0) + result.accepted + result.rejectedTotal).toBe(stream.length);
  });

  it('is not taken for the stream when a line is of something else, or times name no offset', async () => {
    await expect(bring('2019-10-16T21:00:00.000+02:00;BLOOD;1.0\n')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(bring('2019-10-16T21:00:00.000;STEPS;1.0\n')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
