import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureBundle, oversize } from './bundle-size.ts';

let folder = '';
/** Chunks of random bytes do not compress, so their sizes are what was asked for. */
const chunks = {
  'index.html': { file: 'entry.js', isEntry: true, imports: ['_react.js'], bytes: 40_000 },
  '_react.js': { file: 'react.js', bytes: 60_000 },
  'src/app/main-app.tsx': {
    file: 'main.js',
    isDynamicEntry: true,
    src: 'src/app/main-app.tsx',
    imports: ['_react.js', '_mui.js'],
    bytes: 20_000,
  },
  '_mui.js': { file: 'mui.js', bytes: 50_000 },
  'src/features/a/a-screen.tsx': {
    file: 'a.js',
    isDynamicEntry: true,
    src: 'src/features/a/a-screen.tsx',
    imports: ['_mui.js', '_own.js'],
    bytes: 100_000,
  },
  '_own.js': { file: 'own.js', bytes: 70_000 },
  'src/charts/engine.ts': { file: 'engine.js', isDynamicEntry: true, src: 'src/charts/engine.ts', bytes: 200_000 },
  '_style.css': { file: 'style.css', bytes: 90_000 },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-bundle-'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(chunks));
  for (const { file, bytes } of Object.values(chunks)) await writeFile(join(folder, file), randomBytes(bytes));
});
afterAll(() => rm(folder, { recursive: true }));

test('the first load is the entry with what it imports; a screen is what it adds; the charts engine is apart', async () => {
  const size = await measureBundle(folder);
  const near = (bytes: number) => ({ asymmetricMatch: (actual: unknown) => typeof actual === 'number' && Math.abs(actual - bytes) < 500 });
  expect(size.firstLoadBytes).toEqual(near(100_000));
  expect(size.chartsEngineBytes).toEqual(near(200_000));
  expect(size.parts).toEqual([
    { name: 'src/app/main-app.tsx', bytes: near(70_000) },
    { name: 'src/features/a/a-screen.tsx', bytes: near(170_000) },
    { name: 'src/charts/engine.ts', bytes: 0 },
  ]);
  expect(oversize(size)).toEqual([expect.stringMatching(/^src\/features\/a\/a-screen\.tsx is 16\d\.\d kB, over 150\.0 kB\.$/)]);
});
