import { z } from 'zod';
import { belongsToBackup } from './backup-files.ts';

/** First entry of an archive: what is in it and which migrations its data fit. */
export interface Manifest {
  readonly format: 1;
  readonly createdAt: string;
  readonly migrations: readonly { readonly store: string; readonly name: string; readonly sha256: string }[];
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[]; readonly rows: number }[];
  readonly sequences: readonly { readonly name: string; readonly value: number }[];
  readonly ticks: number;
}

export const manifestName = 'manifest.json';
const filesFolder = 'files/';
const chunkOfTable = /^postgres\/([^/]+)\/\d{6,}\.copy$/;
const chunkOfTicks = /^ticks\/\d{6,}\.rowbinary$/;

const count = z.number().int().nonnegative();
const manifestForm: z.ZodType<Manifest> = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  migrations: z.array(z.object({ store: z.string(), name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
  ticks: count,
});

const checksumsForm = z.array(z.tuple([z.string(), z.string().regex(/^[0-9a-f]{64}$/)]));

/** The manifest in this text; undefined when it is none that this version reads. */
export function parseManifest(text: string): Manifest | undefined {
  return manifestForm.safeParse(parse(text)).data;
}

/** SHA-256 by entry, as an archive lists them; undefined when the text is no such list. */
export function parseChecksums(text: string): Map<string, string> | undefined {
  const listed = parse(text);
  if (typeof listed !== 'object' || listed === null || Array.isArray(listed)) return undefined;
  const { data } = checksumsForm.safeParse(Object.entries(listed));
  return data && new Map(data);
}

/** The path, below the data directory, of the file that an entry holds; undefined when the entry holds none. */
export function pathOfFile(name: string): string | undefined {
  return name.startsWith(filesFolder) ? name.slice(filesFolder.length) : undefined;
}

/**
 * Whether a backup with this manifest may hold an entry of this name, exactly as it is spelt: a file that a backup takes,
 * or part of a table or of the ticks. Where an entry is written follows from its name, so no other name is let through.
 */
export function mayHold(manifest: Manifest, name: string): boolean {
  const path = pathOfFile(name);
  // A name with a zero byte cannot be written, and would be found out only in the middle of the restore.
  if (path !== undefined) return belongsToBackup(path) && !path.includes('\0');
  const table = chunkOfTable.exec(name)?.[1];
  if (table !== undefined) return manifest.tables.some((known) => known.name === table);
  return name === manifestName || chunkOfTicks.test(name);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
