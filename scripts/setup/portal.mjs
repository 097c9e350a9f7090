// The portal's files, made once for the sources that are there.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ownNode } from './own-node.mjs';
import { run } from './run.mjs';
import { SetupError, say } from './say.mjs';
import { digestOf, readStamp, removeStamp, writeStamp } from './stamps.mjs';

const sources = [
  'apps/portal/src',
  'apps/portal/index.html',
  'apps/portal/vite.config.ts',
  'apps/portal/public',
  'packages/domain/src',
  'packages/contract/src',
  'package-lock.json',
];

export function isPortalBuilt(root) {
  return existsSync(join(root, 'apps/portal/dist/index.html')) && readStamp(root, 'portal') === digestOf(root, sources);
}

/** Beside the files that a running server hands out, and then in their place: a build that fails or is cut short costs nothing. */
export async function buildPortal(root, turn) {
  say('building the portal');
  const built = digestOf(root, sources);
  const [making, dist, former] = ['dist.making', 'dist', 'dist.former'].map((name) => join(root, 'apps/portal', name));
  removeStamp(root, 'portal');
  const args = [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', join('apps', 'portal')];
  const outcome = await run(ownNode(root), [...args, '--outDir', 'dist.making', '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    onStart: turn.workedOnBy,
  });
  if (outcome.code !== 0)
    throw new SetupError(
      /ENOSPC/.test(outcome.stderr)
        ? 'The disk is full: the portal could not be built. Make room and run the same command again.'
        : 'The portal could not be built; what is printed above says why. Run the same command again once that is mended.',
    );
  rmSync(former, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, former);
  renameSync(making, dist);
  rmSync(former, { recursive: true, force: true });
  writeStamp(root, 'portal', built);
}
