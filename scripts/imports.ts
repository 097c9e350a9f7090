// Every import of the project leads where it may, whatever its spelling: judged by the file that it comes to.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blindSpots, checkImports } from './imports/check.ts';
import { isSource } from './imports/collect.ts';
import { createResolve } from './imports/resolve.ts';

const root = join(import.meta.dirname, '..');
const files = new Map(sources().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const { edges, faults } = checkImports(files, createResolve(root));
const lines = [...faults.map(({ text }) => text), ...blindSpots(new Set(files.keys()))];
for (const line of lines) console.log(`       ${line}`);
console.log(`       ${files.size} files, ${edges.length} imports, ${lines.length} faults`);
process.exit(lines.length > 0 ? 1 : 0);

/** Every source that git knows of or would take, and that is there. */
function sources() {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  return [...new Set(stdout.split('\0'))].filter((file) => isSource(file) && existsSync(join(root, file))).sort();
}
