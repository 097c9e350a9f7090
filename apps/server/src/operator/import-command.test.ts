import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { importCommand } from './import-command.ts';

/* The command as an operator types it, on the stores of the test run. */
const harness = await useHarness();
const folder = mkdtempSync(join(tmpdir(), 'vigil-import-command-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...argv: string[]): Promise<{ code: number; lines: string[] }> {
  vi.stubEnv('DATA_DIR', harness.config.dataDir);
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const code = await importCommand.run(argv);
    return { code, lines: written.join('').trim().split('\n') };
  } finally {
    write.mockRestore();
  }
}

async function newMember() {
  const tenant = await harness.createTenant();
  const { id } = await harness.createUser(tenant);
  const stored = async () => (await harness.engine.query('select 1 from vigil.ticks final where user_id = {id:UUID}', { id })).length;
  return { whose: ['--tenant', tenant.code, '--member', id], stored };
}

function write(content: unknown): string {
  const path = join(folder, `file-${Math.random()}`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const beat = (value: number, minute: string, more: object = {}) => ({
  heart_rate: { value, unit: 'beats/min' },
  effective_time_frame: { date_time: `2024-02-05T07:${minute}:00Z` },
  ...more,
});

test('a file is told by what it holds, tried without storing, imported, and reported: taken, skipped and refused, with reasons', async () => {
  const { whose, stored } = await newMember();
  const path = write([
    beat(60, '00'),
    beat(61, '01'),
    beat(600, '02'),
    beat(62, '03', { descriptive_statistic: 'maximum' }),
    beat(63, '01'),
  ]);
  const dry = await run(path, ...whose, '--dry-run');
  expect(await stored()).toBe(0);
  const done = await run(path, ...whose);
  const lines = [
    '3\theart_rate\tHeart rate is outside the plausible range of 20 to 300 bpm',
    'skipped\t1\tA statistic of readings and no reading (maximum)',
    'Read as open-mhealth: 2 accepted, 1 refused, 1 replaced by a later value of the same moment',
  ];
  expect(done).toEqual({ code: 1, lines });
  expect(dry).toEqual({ code: 1, lines: [...lines.slice(0, 2), `${lines[2]}; a dry run: nothing was stored`] });
  expect(await stored()).toBe(2);
});

test('a file of no known format, and a format that is none, are refused with what there is', async () => {
  const { whose, stored } = await newMember();
  await expect(run(write({ some: 'thing' }), ...whose)).rejects.toThrow(/none of the formats.*Apple Health.*Open mHealth/);
  await expect(run(write([beat(60, '00')]), ...whose, '--format', 'constructor')).rejects.toThrow(
    /no such format; there are csv, ticks, apple-health/,
  );
  expect(await stored()).toBe(0);
});
