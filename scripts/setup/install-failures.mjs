// What an installation that failed means for the person who asked for it.
import { statfsSync } from 'node:fs';

const littleRoomBytes = 50 * 1024 ** 2;

/** One sentence: what happened and what to do. `missing` are packages that npm left out without calling it a failure. */
export function explain(root, { stderr }, missing) {
  if (/ENOSPC|no space left/i.test(stderr) || isFull(root))
    return 'The disk is full: not all packages could be installed (running Vigil needs about 1 GB, developing it 1.4 GB). Make room and run the same command again.';
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT/.test(stderr))
    return `The package registry ${registry()} cannot be reached: the first start (and each new version's) needs the network. Check the connection or npm's proxy and registry settings and run the same command again.`;
  if (/EACCES|EPERM|EROFS/.test(stderr))
    return `Packages could not be written below ${root}: some of it belongs to another user. Give the folder to the user that runs this command (chown) and run it again.`;
  if (/EINTEGRITY|EBADSIZE/.test(stderr))
    return 'A package is not the one that package-lock.json names: it was damaged or exchanged on its way. Nothing of it was used; run the same command again, and ask whoever runs your registry if it stays.';
  if (missing.length > 0)
    return `npm left out or changed ${missing.length} packages (${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}). If package.json was edited, run "npm install" once to bring package-lock.json up to date; else remove node_modules and run the same command again.`;
  return '"npm install" failed; what it printed above says why. Run the same command again once that is mended.';
}

/** npm takes a package that it cannot unpack for an optional one that does not matter, and says nothing. */
function isFull(root) {
  try {
    const { bavail, bsize } = statfsSync(root);
    return bavail * bsize < littleRoomBytes;
  } catch {
    return false;
  }
}

/** Without the name and password that its address may hold. */
function registry() {
  try {
    const { origin, pathname } = new URL(process.env.npm_config_registry ?? 'https://registry.npmjs.org/');
    return `${origin}${pathname}`;
  } catch {
    return 'of npm';
  }
}
