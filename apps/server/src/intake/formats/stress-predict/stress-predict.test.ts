import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';

const { bring, expectStored } = await useFileImports();

/** Synthetic, in the form of the study's table. */
const table = 'Participant,HR,respr,Time(sec),Label\n2,118,12.5,1644227583,0\n2,113.5,12.5,1644227584,1\n3,70,14,1644231383,0\n';

describe('Stress-Predict pulse and breathing', () => {
  it('gives the pulse and breathing of the participant chosen', async () => {
    const { format, skipped } = await expectStored(
      table,
      [
        ['heart_rate', 1_644_227_583_000, 118],
        ['resp_rate', 1_644_227_583_000, 12.5],
        ['heart_rate', 1_644_227_584_000, 113.5],
        ['resp_rate', 1_644_227_584_000, 12.5],
      ],
      { person: '2' },
    );
    expect(format).toBe('stress-predict');
    expect([...skipped.values()]).toEqual([2, 1]);
  });

  it('is refused unless one of its participants is chosen', async () => {
    await expect(bring(table)).rejects.toMatchObject({ code: 'invalid_input', fields: [{ message: '2' }, { message: '3' }] });
  });
});
