import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { ZipFile } from 'yazl';
import { createImport, type ImportOptions } from '#intake/index.ts';
import { useHarness } from './harness.ts';
import { startIntake } from './intake-server.ts';

/** The import of files on disk, with the real stores behind it. */
export async function useFileImports({ mostUnpackedBytes = 2 ** 30 } = {}) {
  const harness = await useHarness();
  const server = await startIntake(harness);
  const importFile = createImport({
    ticksStore: server.writer,
    people: harness.people,
    clock: harness.clock,
    dataDir: null,
    mostUnpackedBytes,
  });
  const folder = mkdtempSync(join(tmpdir(), 'vigil-formats-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;

  /** A file, under a name that says nothing about its format. */
  function write(content: string | Uint8Array): string {
    const path = join(folder, `file-${files++}`);
    writeFileSync(path, content);
    return path;
  }

  return {
    harness,
    server,
    write,
    importFile,
    stored: server.stored,
    /** Imports a file for a new member, or the one named. */
    async bring(content: string | Uint8Array, { timeZone, ...overrides }: Partial<ImportOptions> & { readonly timeZone?: string } = {}) {
      const userId = overrides.userId ?? (await server.createHome(timeZone)).member.id;
      const [row] = await harness.asOwner<{ tenant_id: string }>('select tenant_id from vigil.users where id = $1', [userId]);
      const options: ImportOptions = { path: write(content), tenantId: row?.tenant_id ?? '', userId, ...overrides };
      return { userId, options, result: await importFile(options) };
    },
  };
}

/** A zip of files by their names. */
export async function zipOf(entries: Readonly<Record<string, Uint8Array | string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
