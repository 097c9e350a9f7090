import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A sandboxed process tree cannot start as root or in a small container; the pages opened are our own. */
const containerArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-zygote',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Of this checkout: a program in a folder that everybody may write is not run. */
const unpackedTo = join(import.meta.dirname, '../node_modules/.cache/chromium');

/**
 * A real browser: CHROMIUM_PATH, an installed one, or the one that npm brings along. `more` are further arguments of its own;
 * `starter` answers a program that starts it somewhere else.
 */
export async function openBrowser(more: readonly string[] = [], starter = (program: string) => program): Promise<Browser> {
  const path = installedBrowser();
  const args = [...containerArgs, ...more];
  if (path) return chromium.launch({ executablePath: starter(path), args });
  return chromium.launch({ executablePath: starter(await unpackBrowser()), args: [...args, '--headless=shell'] });
}

/** Once before the journeys: two of them at a time would unpack over each other. */
export async function setup(): Promise<void> {
  if (!installedBrowser()) await unpackBrowser();
}

function installedBrowser(): string | undefined {
  return process.env.CHROMIUM_PATH ?? installed.find((candidate) => existsSync(candidate));
}

/** Where the browser of the package is, unpacked with its libraries. */
async function unpackBrowser(): Promise<string> {
  mkdirSync(unpackedTo, { recursive: true });
  const { TMPDIR } = process.env;
  // The package unpacks into the folder for temporary files, and its libraries only where it believes to run on that platform.
  process.env.TMPDIR = unpackedTo;
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    return await packaged.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
