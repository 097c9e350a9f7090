import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { VigilError } from '@vigil/contract/errors';
import { elementsIn, type FhirElements, listIn, textIn } from '#services/fhir/index.ts';
import { jsonDocuments } from '../json-documents.ts';
import { openFile } from '../open-file.ts';

/** A resource of a file, or a line of it that is no JSON. */
export type FileResource = {
  /** Name of the file, without its folder. */
  readonly file: string;
  /** Line where it starts, or that of the Bundle that holds it. */
  readonly line: number;
} & ({ readonly resource: FhirElements; readonly fullUrl?: string } | { readonly resource: null });

export interface RecordFiles {
  readonly totalBytes: number;
  /** Bytes that the reading under way has got through. */
  readBytes(): number;
  /** Every resource of every file, those inside Bundles too, in their order. May be asked for again. */
  resources(): AsyncGenerator<FileResource>;
}

const fileName = /\.(?:json|ndjson)(?:\.gz|\.zst)?$/i;
/** What a type of resource is called; of another form nothing is, and no report has to repeat it. */
const typeName = /^[A-Za-z]{1,64}$/;
/** Bundles within Bundles. */
const maxLevels = 10;

/**
 * One file of FHIR (a resource, a Bundle, or NDJSON), or all of those in a folder. Throws `not_found` where there is none, and
 * while reading `invalid_json`, `invalid_body_encoding` or `body_too_large` with the name of the file.
 */
export async function openRecordFiles(path: string, signal?: AbortSignal): Promise<RecordFiles> {
  const paths = await pathsIn(path);
  const sizes = await Promise.all(paths.map(async (one) => (await stat(one)).size));
  let doneBytes = 0;
  let reading = () => 0;

  async function* resources(): AsyncGenerator<FileResource> {
    doneBytes = 0;
    for (const [index, one] of paths.entries()) {
      const file = basename(one);
      const opened = await openFile(one, signal);
      reading = opened.readBytes;
      try {
        for await (const document of jsonDocuments(opened.bytes)) {
          signal?.throwIfAborted();
          if (document.ok) yield* resourcesIn(document.value, { file, line: document.line }, undefined, 0);
          else yield { file, line: document.line, resource: null };
        }
      } catch (error) {
        if (!(error instanceof VigilError)) throw error;
        throw new VigilError(error.code, `${file}: ${error.message}`, { cause: error });
      }
      reading = () => 0;
      doneBytes += sizes[index] ?? 0;
    }
  }
  return { totalBytes: sizes.reduce((sum, size) => sum + size, 0), readBytes: () => doneBytes + reading(), resources };
}

async function pathsIn(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const entries = await readdir(path, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile() && fileName.test(entry.name)).map(({ name }) => join(path, name));
    if (names.length > 0) return names.sort();
  } catch (error) {
    throw new VigilError('not_found', 'The file cannot be read; look whether it exists and may be read', { cause: error });
  }
  throw new VigilError('not_found', 'The folder has no files named .json or .ndjson (also .gz or .zst)');
}

function* resourcesIn(
  json: unknown,
  place: { readonly file: string; readonly line: number },
  fullUrl: string | undefined,
  level: number,
): Generator<FileResource> {
  const resource = elementsIn(json);
  // One with implicitRules is handed on as it is: nobody knows what they make of its entries.
  if (resource.resourceType === 'Bundle' && level < maxLevels && resource.implicitRules === undefined) {
    for (const item of listIn(resource.entry)) {
      const entry = elementsIn(item);
      yield* resourcesIn(entry.resource, place, textIn(entry.fullUrl) ?? undefined, level + 1);
    }
  } else if (!typeName.test(textIn(resource.resourceType) ?? '')) yield { ...place, resource: null };
  else yield { ...place, resource, ...(fullUrl !== undefined && { fullUrl }) };
}
