// Makes a checkout ready for a command: installs what the command needs and is not there yet, builds the portal when its
// sources changed. Runs before every npm script, on whatever Node the machine has (18 or newer), so that it uses nothing
// but Node itself. Where all is in place it only reads: a checkout may belong to somebody else or be mounted read-only.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, isInstalled } from './setup/install.mjs';
import { explain } from './setup/install-failures.mjs';
import { buildPortal, isPortalBuilt } from './setup/portal.mjs';
import { SetupError, say } from './setup/say.mjs';
import { mustBeWritable, stampFolder } from './setup/stamps.mjs';
import { takeTurn } from './setup/turn.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const command = process.argv[2] ?? 'start';
/** Development serves the portal's sources by a package that the build needs as well. */
const set = ['test', 'check', 'bench', 'attack'].includes(command) ? 'everything' : 'running';
const needsPortal = ['start', 'build', 'test', 'bench', 'attack'].includes(command);

try {
  refuseUnsupportedMachine();
  if (!isReady()) await makeReady();
} catch (error) {
  if (!(error instanceof SetupError || error.code)) throw error;
  say(error instanceof SetupError ? error.message : explain(root, { stderr: `${error.code} ${error.message}` }, []));
  process.exit(1);
}

function isReady() {
  return isInstalled(root, set) && (!needsPortal || isPortalBuilt(root));
}

async function makeReady() {
  mustBeWritable(root);
  const turn = await takeTurn(join(stampFolder(root), 'turn.json'));
  try {
    // What was missing may have been done by the one that was waited for.
    if (!isInstalled(root, set)) await install(root, set, turn);
    if (needsPortal && !isPortalBuilt(root)) await buildPortal(root, turn);
  } finally {
    turn.end();
  }
}

function refuseUnsupportedMachine() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 18) throw new SetupError(`Vigil's set-up needs Node 18 or newer to start from; this is ${process.version}.`);
  if (process.platform === 'win32') throw new SetupError('Vigil runs on Linux and macOS; on Windows use the Windows Subsystem for Linux.');
}
