import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openFile } from './open-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigil-open-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const pipe = join(folder, 'pipe');
execFileSync('mkfifo', [pipe]);

it.each([
  ['a pipe, whose beginning would be gone when it is read', pipe],
  ['a device, which need not end', '/dev/zero'],
  ['a folder', folder],
])('refuses what is no file on disk, at once: %s', async (_, path) => {
  await expect(openFile(path)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('file on disk') });
});
