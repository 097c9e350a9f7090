import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#platform/log.ts';
import { statements } from '#platform/migrate.ts';
import { enginesOf } from '#platform/stores.ts';
import { createTicksEngine } from '../client.ts';
import { type EmbeddedTicks, type EmbeddedTicksOptions, startEmbeddedTicks } from '../embedded.ts';
import type { TicksEngine } from '../engine.ts';

export interface OwnEngine {
  readonly dataDir: string;
  readonly secret: string;
  readonly embedded: EmbeddedTicks;
  readonly engine: TicksEngine;
  /** Stops the engine; its data stays. */
  stop(): Promise<void>;
}

export type OwnEngineOptions = Partial<Pick<EmbeddedTicksOptions, 'onRestart' | 'hangSeconds' | 'overdueSeconds'>>;

export const testSecret = 'a-secret-of-the-tests-0123456789abcdef';

/** A folder that only this test uses, so that its engine may be killed. */
export function ownDataDir(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'vigil-ticks-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** An embedded engine with the tables of the ticks store, of which the test may do what it likes. */
export async function startOwnEngine(dataDir: string, options: OwnEngineOptions = {}): Promise<OwnEngine> {
  const embedded = await startEmbeddedTicks({
    ...enginesOf(dataDir),
    dataDir,
    secret: testSecret,
    log: createLog('silent'),
    hangSeconds: 6,
    stopSeconds: 8,
    overdueSeconds: 2,
    ...options,
  });
  const engine = createTicksEngine({ url: embedded.url, secret: testSecret });
  const schema = readFileSync(join(import.meta.dirname, '../../../../../../db/ticks/0001_ticks.sql'), 'utf8');
  for (const statement of statements(schema)) await engine.command(statement);
  return {
    dataDir,
    secret: testSecret,
    embedded,
    engine,
    async stop() {
      await engine.close();
      await embedded.stop();
    },
  };
}
