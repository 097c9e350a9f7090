import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { createResolve, type Resolve } from '../imports/resolve.ts';

const root = join(import.meta.dirname, '../..');
const workspaces = ['packages/domain', 'packages/contract', 'packages/simulator', 'apps/server', 'apps/portal', 'bench', 'e2e'];
const names = new Map(workspaces.map((folder) => [folder, nameIn(folder)]));

function nameIn(folder: string): string {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name;
}

/**
 * A project with the real workspaces' package.json files and these files and packages beside them. Sources live in memory;
 * only their names, as empty files, stand in a temporary folder, because the resolver looks at real ones.
 */
export function virtualProject(files: Iterable<string>, packages: readonly string[] = []): Resolve {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-imports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('package.json', readFileSync(join(root, 'package.json'), 'utf8'));
  mkdirSync(join(folder, 'node_modules/@vigil'), { recursive: true });
  for (const [workspace, name] of names) {
    write(join(workspace, 'package.json'), readFileSync(join(root, workspace, 'package.json'), 'utf8'));
    symlinkSync(join('../..', workspace), join(folder, 'node_modules', name));
  }
  for (const name of packages) write(join('node_modules', name, 'package.json'), JSON.stringify({ name, exports: './index.js' }));
  for (const name of packages) write(join('node_modules', name, 'index.js'), '');
  for (const path of files) write(path, '');
  return createResolve(folder);
}

/** Every way to name the target of an import in the file `from`: by path, by the package's own name for it, by package. */
export function spellingsOf(from: string, target: string): string[] {
  if (target.startsWith('npm:')) return [target.slice('npm:'.length)];
  if (target.startsWith('node:')) return [target, target.slice('node:'.length)];
  const path = relative(dirname(from), target);
  return [path.startsWith('.') ? path : `./${path}`, ...ownNames(from, target), ...packageNames(target)];
}

function ownNames(from: string, target: string) {
  const workspace = workspaces.find((one) => from.startsWith(`${one}/`));
  if (workspace === undefined) return [];
  const { imports = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as { imports?: Record<string, string> };
  return Object.entries(imports).flatMap(([name, place]) => {
    const meant = place.startsWith('@vigil/server/') ? place.replace('@vigil/server', 'apps/server') : join(workspace, place);
    if (!meant.endsWith('*')) return meant === target ? [name] : [];
    const start = meant.slice(0, -1);
    return target.startsWith(start) ? [name.replace('*', target.slice(start.length))] : [];
  });
}

function packageNames(target: string) {
  const [workspace, name] = [...names].find(([folder]) => target.startsWith(`${folder}/`)) ?? [];
  if (workspace === undefined || name === undefined) return [];
  const { exports } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as { exports?: Record<string, string> };
  const place = `./${target.slice(workspace.length + 1)}`;
  if (exports === undefined) return [place.replace('.', name)];
  const whole = exports['.'] === place ? [name] : [];
  const within = exports['./*'] && /^\.\/src\/(.+)\.ts$/.exec(place)?.[1];
  return within ? [...whole, `${name}/${within}`] : whole;
}
