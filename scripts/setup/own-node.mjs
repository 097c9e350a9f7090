// The Node that runs Vigil: the one that npm has brought, else a new enough one of the machine.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './say.mjs';

const neededMajor = 24;

export function ownNode(root) {
  return join(root, 'node_modules', '.bin', 'node');
}

/**
 * Puts the Node that npm has brought under the name that the commands use; false when it has brought none. The packages for
 * other machines would have the same name, and npm 10 takes the link away together with them.
 */
export function linkNode(root) {
  const name = `node-${process.platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${process.platform}-${process.arch}`;
  const brought = join('..', name, 'bin', 'node');
  if (!existsSync(join(root, 'node_modules', '.bin', brought))) return false;
  if (!existsSync(ownNode(root))) link(root, brought);
  return true;
}

/** npm has none for every machine: then the machine's own stands in. Throws SetupError when that is too old. */
export function provideNode(root) {
  if (linkNode(root) || existsSync(ownNode(root))) return;
  if (Number(process.versions.node.split('.')[0]) < neededMajor)
    throw new SetupError(
      `There is no Node ${neededMajor} to install for ${process.platform}-${process.arch}. Install Node ${neededMajor} or newer on this machine (this is ${process.version}) and run the same command again.`,
    );
  link(root, process.execPath);
}

function link(root, target) {
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  rmSync(ownNode(root), { force: true });
  symlinkSync(target, ownNode(root));
}
