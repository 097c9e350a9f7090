// Types, lint, format, import direction, unused code and the cost of patterns; and proof that these rules are alive at all.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const steps = [
  ['types', 'tsc', ['-b']],
  ['lint, format, import direction', 'biome', ['check', '--error-on-warnings', '.']],
  ['unused files, exports and dependencies', 'knip', []],
  ['patterns take linear time', 'node', ['scripts/patterns.mjs']],
];

let failed = 0;
for (const [name, program, args] of steps) report(name, spawnSync(program, args, { stdio: 'inherit' }).status === 0);

// Canaries: files that break a rule on purpose, each in the room that the rule protects. A rule that lets its canary
// pass has gone silent, which is worse than no rule.
const canaries = [
  ['packages/domain/src', '@vigil/contract'],
  ['packages/domain/src', 'node:fs'],
  ['packages/contract/src', '@vigil/simulator'],
  ['packages/simulator/src', 'node:crypto'],
  ['apps/server/src/platform', '#services/registry/index.ts'],
  ['apps/server/src/services/registry', '#services/ticks-store/ticks-store.routes.ts'],
  ['apps/server/src/services/registry', '#intake/index.ts'],
  ['apps/server/src/intake', '#services/registry/registry.store.ts'],
  ['apps/server/src/http', '#services/registry/index.ts'],
  ['apps/portal/src/features/canary', '#features/panel/panel-screen.tsx'],
  ['apps/portal/src/ui', '#features/panel/panel-screen.tsx'],
];
const silent = canaries.filter(([folder, forbidden]) => !isCaught(`${folder}/import-canary.ts`, forbidden));
for (const [folder, forbidden] of silent) console.log(`       ${folder} may import ${forbidden}`);
report(`${canaries.length} import-direction canaries are caught`, silent.length === 0);

process.exit(failed > 0 ? 1 : 0);

function isCaught(path, forbidden) {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `import { canary } from '${forbidden}';\nexport const song = canary;\n`);
  try {
    const { stdout, stderr } = spawnSync('biome', ['lint', '--only=style/noRestrictedImports', path], { encoding: 'utf8' });
    return `${stdout}${stderr}`.includes('noRestrictedImports');
  } finally {
    rmSync(folder.endsWith('/canary') ? folder : path, { recursive: true });
  }
}

function report(name, passed) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}`);
  if (!passed) failed += 1;
}
