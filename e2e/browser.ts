import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
/** Says where fonts are: the package's own file names other folders, and a browser without any font ends. Written when all is unpacked. */
const fontsFile = join(unpackedTo, 'fonts.conf');

/** A program, its own arguments, and its environment. */
interface Program {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * A real browser: CHROMIUM_PATH, or the one that npm brings along, which has no windows and takes a third less of the machine for the
 * same pages than an installed one; where npm brings none for the machine, an installed one. `more` are further arguments of its own.
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const { path, args, env } = await browserProgram();
  return chromium.launch({ executablePath: path, args: [...containerArgs, ...args, ...more], env });
}

/**
 * An installed browser, for what one without windows does not do: it takes no other address for a secure one, and does not notice that
 * its networks change. `starter` answers a program that starts it somewhere else. Throws where there is none.
 */
export async function openInstalledBrowser(more: readonly string[], starter = (program: string) => program): Promise<Browser> {
  const path = installedBrowser();
  if (!path) throw new Error('No browser is installed on this machine.');
  return chromium.launch({ executablePath: starter(path), args: [...containerArgs, ...more] });
}

/** Whether there is one; where there is not, one line says what is left out. */
export function hasInstalledBrowser(): boolean {
  if (installedBrowser()) return true;
  console.warn('No Chromium or Chrome is installed here: calls whose network changes are not tested');
  return false;
}

function installedBrowser(): string | undefined {
  return process.env.CHROMIUM_PATH ?? installed.find((candidate) => existsSync(candidate));
}

/** Once before the journeys: two of them at a time would unpack over each other. */
export async function setup(): Promise<void> {
  await browserProgram();
}

async function browserProgram(): Promise<Program> {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  const path = isPackaged ? process.env.CHROMIUM_PATH : installedBrowser();
  if (path) return { path, args: [], env: process.env };
  if (!existsSync(fontsFile)) await unpackBrowser();
  const libraries = [join(unpackedTo, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    path: join(unpackedTo, 'chromium'),
    args: ['--headless=shell'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fontsFile },
  };
}

/** Unpacks the browser of the package with its libraries and fonts. What is there is an unpacking that was cut short. */
async function unpackBrowser(): Promise<void> {
  rmSync(unpackedTo, { recursive: true, force: true });
  mkdirSync(unpackedTo, { recursive: true });
  const own = { ...process.env };
  // The package unpacks into the folder for temporary files, and its libraries only where it believes to run on that platform.
  Object.assign(process.env, { TMPDIR: unpackedTo, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    // Its libraries and fonts are the browser's alone: servers that tests start have their own.
    for (const name of Object.keys(process.env)) if (!(name in own)) delete process.env[name];
    Object.assign(process.env, own);
  }
  const machines = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
  writeFileSync(fontsFile, `<fontconfig>${machines}<dir>${join(unpackedTo, 'fonts')}</dir></fontconfig>\n`);
}
