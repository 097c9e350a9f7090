import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';

const { bring, expectStored } = await useFileImports();
/** Synthetic, in the form of the study's files: every stage, one that nobody could score, one that does not exist. */
const night = `seconds_from_start,sleep_stage,activity_count\n${[0, 1, 2, 3, 4, 5, -1, 9].map((stage, index) => `${index * 30},${stage},0.7`).join('\n')}\n`;
const start = Date.parse('2026-01-31T22:05:00+01:00');

describe('sleep stages of sleep-accel', () => {
  it('gives each half minute its depth from the start that the sender names, in the member’s zone', async () => {
    const result = await expectStored(
      night,
      [1, 2, 2, 4, 4, 3].map((depth, index) => ['sleep_depth', start + index * 30_000, depth]),
      { zone: 'Europe/Berlin', start: '2026-01-31T22:05' },
    );
    expect(result.rejected.map(({ index }) => index)).toEqual([9]);
    expect([...result.skipped.values()]).toEqual([8, 1]);
  });

  it('is refused without a start, with one that cannot be read, and a start is refused for files that say their times', async () => {
    await expect(bring(night)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('--start') });
    await expect(bring(night, { start: 'at ten' })).rejects.toMatchObject({ code: 'invalid_input' });
    const csv = 'timestamp,heart_rate\n1700000000,60\n';
    await expect(bring(csv, { start: '2026-01-31T22:05' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
