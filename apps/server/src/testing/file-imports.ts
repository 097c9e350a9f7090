import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { createImport, type ImportOptions, type ImportResult } from '#intake/index.ts';
import { useHarness } from './harness.ts';
import { startIntake } from './intake-server.ts';

/** What is expected to be stored: metric, milliseconds since 1970, and value in the catalogue's unit. */
export type Expected = readonly [metric: string, timestampMs: number, value: number];

/** Imports of files on the real stores, and what is stored afterwards. */
export async function useFileImports({ mostUnpackedBytes = 2 ** 30 } = {}) {
  const harness = await useHarness();
  const server = await startIntake(harness);
  const { people, clock } = harness;
  const importFile = createImport({ ticksStore: server.writer, people, clock, dataDir: null, mostUnpackedBytes });
  const folder = mkdtempSync(join(tmpdir(), 'vigil-formats-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;

  async function tenantOf(userId: string): Promise<string> {
    const [row] = await harness.asOwner<{ tenant_id: string }>('select tenant_id from vigil.users where id = $1', [userId]);
    return row?.tenant_id ?? '';
  }

  /**
   * Brings a file in, under a name that says nothing about its format, for the member named, or for one of its own whose zone is
   * UTC unless said otherwise.
   */
  async function bring(
    content: string | Uint8Array,
    { zone, ...overrides }: Partial<ImportOptions> & { readonly zone?: string } = {},
  ): Promise<{ readonly userId: string; readonly result: ImportResult }> {
    const userId = overrides.userId ?? (await server.createHome(zone)).member.id;
    const path = join(folder, `file-${files++}`);
    writeFileSync(path, content);
    const result = await importFile({ path, tenantId: await tenantOf(userId), userId, ...overrides });
    return { userId, result };
  }

  /** Brings a file in and compares the store, and what the report says was accepted, with what is expected of the file. */
  async function expectStored(content: string | Uint8Array, expected: readonly Expected[], options: Parameters<typeof bring>[1] = {}) {
    const { userId, result } = await bring(content, options);
    const lines = expected.map(([metric, ms, value]) => `${metric}@${ms / 1000}=${Math.round(value * 1e6) / 1e6} imported`);
    expect((await server.stored(userId)).sort()).toEqual(lines.sort());
    expect(result.accepted).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(0);
    return result;
  }
  return { harness, bring, expectStored, stored: server.stored };
}

/** The rows of a CSV by their headings, split in another way than the product does: a quotation mark opens and closes, and nothing else. */
export function rowsOf(text: string, delimiter = ','): Readonly<Record<string, string>>[] {
  const [headings = '', ...lines] = text.trim().split(/\r?\n/);
  const cellsOf = (line: string) => {
    const quoted = line.split('"').map((part, index) => (index % 2 === 1 ? part.replaceAll(delimiter, '\u0000') : part));
    return quoted
      .join('')
      .split(delimiter)
      .map((cell) => cell.replaceAll('\u0000', delimiter));
  };
  const names = cellsOf(headings);
  return lines.map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

/** A file beside a test. */
export const fixture = (folder: string, name: string): string => readFileSync(join(folder, 'fixtures', name), 'utf8');
