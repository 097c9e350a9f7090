import { existsSync } from 'node:fs';
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

/** A real browser: CHROMIUM_PATH, an installed one, or the one that npm brings along. */
export async function openBrowser(): Promise<Browser> {
  const path = process.env.CHROMIUM_PATH ?? installed.find((candidate) => existsSync(candidate));
  if (path) return chromium.launch({ executablePath: path, args: containerArgs });
  // The package unpacks its libraries only where it believes to run on that platform.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({ executablePath: await packaged.executablePath(), args: [...containerArgs, '--headless=shell'] });
}
