import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Another checkout of the project, installed and built like this one; its packages are hard links and cost no room. */
export function copyCheckout(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const path of listed.split('\0').filter((one) => one !== '' && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  cpSync(join(root, 'apps/portal/dist'), join(folder, 'apps/portal/dist'), { recursive: true });
  const modules = [
    'node_modules',
    ...['apps', 'packages', '.'].flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name, 'node_modules'))),
  ];
  for (const path of modules) if (existsSync(join(root, path))) linkFolder(join(root, path), join(folder, path));
  // What the set-up writes into must not be shared with this checkout.
  cpSync(join(root, 'node_modules/.cache/vigil'), join(folder, 'node_modules/.cache/vigil'), { recursive: true });
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') || entry.name === '.bin') linkFolder(source, target);
    } else linkSync(source, target);
  }
}
