// The Node that runs Vigil: the one that npm has brought, else a new enough one of the machine.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './say.mjs';

const neededMajor = 24;

export function ownNode(root) {
  return join(root, 'node_modules', '.bin', 'node');
}

/** npm has none for every machine: the machine's own stands in, under the name that the commands use. */
export function provideNode(root) {
  const path = ownNode(root);
  if (existsSync(path)) return;
  if (Number(process.versions.node.split('.')[0]) < neededMajor)
    throw new SetupError(
      `There is no Node ${neededMajor} to install for ${process.platform}-${process.arch}. Install Node ${neededMajor} or newer on this machine (this is ${process.version}) and run the same command again.`,
    );
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(process.execPath, path);
}
