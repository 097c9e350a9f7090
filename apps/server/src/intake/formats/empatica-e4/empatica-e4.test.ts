import { describe, expect, it } from 'vitest';
import { type Expected, useFileImports } from '#testing/file-imports.ts';
import { zipOf } from '#testing/zip-of.ts';

const { bring, expectStored } = await useFileImports();
const start = 1_644_227_574;

/** Synthetic, in the form of the band's files. */
const files = {
  'HR.csv': `${start + 10}.000000\n1.000000\n118.00\n113.50\n0.00\n`,
  'EDA.csv': `${start}.000000\n4.000000\n0.000000\n0.622764\n0.640697\n`,
  'TEMP.csv': `${start}.000000\n4.000000\n34.79\n34.81\n`,
  'IBI.csv': `${start}.000000, IBI\n604.000000,0.687500\n604.937500,0.937500\n`,
  'BVP.csv': `${start}.000000\n64.000000\n-0.00\n1.5\n`,
  'ACC.csv': `${start}.000000, ${start}.000000, ${start}.000000\n32.000000, 32.000000, 32.000000\n-8,12,60\n`,
  'tags.csv': `${start}.66\n`,
  'info.txt': 'about the files\n',
};
const pulses: Expected[] = [118, 113.5].map((value, index) => ['heart_rate', (start + 10 + index) * 1000, value]);
const conductances: Expected[] = [0, 0.622764, 0.640697].map((value, index) => ['gsr', start * 1000 + index * 250, value]);
const temperatures: Expected[] = [34.79, 34.81].map((value, index) => ['skin_temp', start * 1000 + index * 250, value]);

const session = () => zipOf(Object.fromEntries(Object.entries(files).map(([name, content]) => [`session/${name}`, content])));

describe('Empatica E4', () => {
  it('gives the session of a zip: pulse, skin conductance and temperature, each sample at its moment', async () => {
    const result = await expectStored(await session(), [...pulses, ...conductances, ...temperatures]);
    expect(result.format).toBe('empatica-e4');
    expect(result.rejected.map(({ metric }) => metric)).toEqual(['heart_rate']);
    expect(Object.fromEntries(result.skipped)).toEqual({
      'Not kept by Vigil: intervals from beat to beat; heart rate variability is kept as RMSSD': 3,
      'Not kept by Vigil: the pulse wave': 4,
      'Not kept by Vigil: acceleration': 3,
      'Not kept by Vigil: presses of the button': 1,
    });
  });

  it.each([
    ['HR.csv', 'empatica-e4-hr', pulses],
    ['EDA.csv', 'empatica-e4-eda', conductances],
    ['TEMP.csv', 'empatica-e4-temp', temperatures],
  ] as const)('knows %s by its rate and decimals', async (name, format, expected) => {
    expect((await expectStored(files[name], expected)).format).toBe(format);
  });

  it('refuses a file that could be conductance or temperature until somebody says which', async () => {
    const either = `${start}.000000\n4.000000\n34.7\n34.81\n`;
    await expect(bring(either)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/conductance or .*temperature/),
    });
    await expectStored(
      either,
      [
        ['skin_temp', start * 1000, 34.7],
        ['skin_temp', start * 1000 + 250, 34.81],
      ],
      { format: 'empatica-e4-temp' },
    );
  });

  it('takes no beats, and says so', async () => {
    const { result } = await bring(files['IBI.csv']);
    expect(result).toMatchObject({ format: 'empatica-e4-ibi', accepted: 0, rejectedTotal: 0 });
  });

  it('refuses a file without a start or a rate', async () => {
    for (const content of ['soon\n4\n1.0\n', `${start}\nfast\n1.0\n`])
      await expect(bring(content, { format: 'empatica-e4-eda' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
