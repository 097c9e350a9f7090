// Types, lint, format, import direction, unused code and the cost of patterns.
import { spawnSync } from 'node:child_process';

const steps = [
  ['types', 'tsc', ['-b']],
  ['lint, format', 'biome', ['check', '--error-on-warnings', '.']],
  ['imports lead where they may', 'node', ['scripts/imports.ts']],
  ['unused files, exports and dependencies', 'knip', []],
  ['patterns take linear time', 'node', ['scripts/patterns.mjs']],
];

let failed = 0;
for (const [name, program, args] of steps) report(name, spawnSync(program, args, { stdio: 'inherit' }).status === 0);

process.exit(failed > 0 ? 1 : 0);

function report(name, passed) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}`);
  if (!passed) failed += 1;
}
