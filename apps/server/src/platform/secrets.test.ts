import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadSecrets } from './secrets.ts';

const root = mkdtempSync(join(tmpdir(), 'vigil-secrets-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(root, 'data-'));

test('are made once, for their owner only, and nothing unfinished is left beside them', async () => {
  const folder = newFolder();
  const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(folder)));
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await loadSecrets(folder)).toEqual(all[0]);
  expect(readdirSync(folder)).toEqual(['secrets.json']);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test.each([
  ['empty', '', 'is empty or damaged'],
  ['cut short', '{ "databaseOwner": "abc', 'is empty or damaged'],
  ['a list', '[]', 'is empty or damaged'],
  ['without the seal', JSON.stringify({ databaseOwner: 'x'.repeat(40) }), 'lacks databaseApp, ticksEngine, auditSeal, cookies'],
])('a file that is %s is never replaced: the sentence says what to do', async (_, text, what) => {
  const folder = newFolder();
  const path = join(folder, 'secrets.json');
  writeFileSync(path, text);
  await expect(loadSecrets(folder)).rejects.toThrow(`${path} ${what}; there are no stores here yet, so it is safe to remove it`);
  mkdirSync(join(folder, 'postgres'));
  await expect(loadSecrets(folder)).rejects.toThrow('Put the file back from a backup');
  expect(readFileSync(path, 'utf8')).toBe(text);
});
