import { createModules, type Modules } from '#modules';
import { type Config, readConfig } from '#platform/config.ts';
import { createLog, type Log } from '#platform/log.ts';
import { openStores, type Stores } from '#platform/stores.ts';
import { terminalRow, terminalText } from './terminal-text.ts';

export interface Workplace {
  readonly config: Config;
  readonly log: Log;
  readonly stores: Stores;
  readonly modules: Modules;
}

/** Settings as the server reads them. The tool itself logs warnings only: its words go to the person at the terminal. */
export function settings(): { config: Config; log: Log } {
  const config = readConfig(process.env);
  return { config, log: createLog(process.env.LOG_LEVEL ? config.logLevel : 'error') };
}

/**
 * Opens the stores (a running server's, or its own), does the work and closes them again. Throws StartError where there is no
 * Vigil data; only a command that begins an installation (`orMakeNew`) makes some.
 */
export async function atWork<T>(work: (place: Workplace) => Promise<T>, { orMakeNew = false } = {}): Promise<T> {
  const { config: own, log } = settings();
  const stores = await openStores({
    config: own,
    log,
    mode: 'attach',
    onlyExisting: !orMakeNew,
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  const config = { ...own, publicUrl: stores.runningAt ?? own.publicUrl, demo: stores.runningDemo ?? own.demo };
  try {
    const modules = await createModules({ config, stores, log });
    try {
      return await work({ config, log, stores, modules });
    } finally {
      await modules.stop();
    }
  } finally {
    await stores.close();
  }
}

export function say(line: string): void {
  process.stdout.write(`${terminalText(line)}\n`);
}

/** One row of a list, its columns apart by tabs. */
export function sayRow(cells: readonly (string | number)[]): void {
  say(terminalRow(cells));
}

/** Progress on a terminal only, on one line that is written over. */
export function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}

export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
