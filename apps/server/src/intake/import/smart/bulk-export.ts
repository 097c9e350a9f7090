import { join } from 'node:path';
import { VigilError } from '@vigil/contract/errors';
import * as z from 'zod';
import { clinicalTypes } from '#services/fhir/index.ts';
import { jsonOf, saveAnswer } from './answers.ts';
import { type Call, createCalls, retryAfterMs } from './calls.ts';
import type { SmartConnection } from './connection.ts';
import { createTokens } from './token.ts';

export interface BulkExportOptions {
  readonly connection: SmartConnection;
  /** Patients of a group of the server; without, all whom the client may see. */
  readonly group?: string | undefined;
  /** An empty folder that takes the files. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  readonly nowMs: () => number;
  /** Resolves after so many milliseconds; tests do not wait. */
  readonly wait: (ms: number) => Promise<void>;
  readonly onProgress?: (words: string) => void;
  /** Where the folder is; tests have smaller disks. */
  readonly freeBytes?: () => Promise<number>;
  /** How long a file may take; tests do not wait for a minute. */
  readonly fileMs?: { readonly pace: number; readonly longest: number };
}

const types = ['Patient', 'Observation', 'Medication', ...clinicalTypes];
const manifest = z.looseObject({
  requiresAccessToken: z.boolean().optional(),
  output: z.array(z.looseObject({ type: z.string(), url: z.string() })).max(100_000),
  error: z.array(z.unknown()).optional(),
});

/** Between two looks whether the export is ready, where the server does not say: bounds and default in milliseconds. */
const lookMs = { least: 1_000, usual: 10_000, most: 600_000 };
/** A server that has not finished by then will not, in milliseconds. */
const longestExportMs = 24 * 3_600_000;

/**
 * Fetches the records that a FHIR server has, by Bulk Data Access ($export, STU 2), into files of a folder. Answers how many there are.
 * Throws `invalid_input` for an address that is not configured, `forbidden` and `not_found` where the server refuses, and `conflict`
 * where it has not finished within a day or has failed, `body_too_large` for answers without an end, `storage_full` before the disk is.
 */
export async function bulkExport(options: BulkExportOptions): Promise<{ readonly files: number; readonly errors: number }> {
  const { connection, nowMs } = options;
  const call = createCalls(options);
  const token = createTokens({ call, connection, nowMs });
  const authorized = async (): Promise<Record<string, string>> => ({ authorization: `Bearer ${await token()}` });
  const statusUrl = await start(call, authorized, options);
  try {
    const { error = [], output, requiresAccessToken = true } = await waitUntilReady(call, authorized, statusUrl, options);
    const wanted = output.filter(({ type }) => types.includes(type));
    for (const [index, { type, url }] of wanted.entries()) {
      options.onProgress?.(`file ${index + 1} of ${wanted.length}`);
      const headers = { accept: 'application/fhir+ndjson', ...(requiresAccessToken && (await authorized())) };
      await saveAnswer(await call(url, { headers }), join(options.folder, `${type}-${index}.ndjson`), options);
    }
    return { files: wanted.length, errors: error.length };
  } finally {
    // The server may forget the files; whatever it says to that, ours are here, or what has failed has failed.
    await forget(options, statusUrl, authorized).catch(() => {});
  }
}

type Authorized = () => Promise<Record<string, string>>;

async function start(call: Call, authorized: Authorized, { connection, group }: BulkExportOptions): Promise<string> {
  const path = group === undefined ? 'Patient/$export' : `Group/${encodeURIComponent(group)}/$export`;
  const query = new URLSearchParams({ _type: types.join(','), _outputFormat: 'application/fhir+ndjson' });
  const headers = { accept: 'application/fhir+json', prefer: 'respond-async', ...(await authorized()) };
  const answer = await call(`${connection.url}/${path}?${query}`, { headers });
  const location = answer.headers.get('content-location');
  await answer.body?.cancel();
  if (answer.status === 202 && location !== null) return new URL(location, connection.url).href;
  const code = answer.status === 401 || answer.status === 403 ? 'forbidden' : 'not_found';
  throw new VigilError(
    code,
    `The server did not begin an export (${answer.status}). Look whether it has Bulk Data Access and the client may use it.`,
  );
}

async function waitUntilReady(call: Call, authorized: Authorized, statusUrl: string, options: BulkExportOptions) {
  const { nowMs, onProgress, wait } = options;
  const untilMs = nowMs() + longestExportMs;
  for (;;) {
    const answer = await call(statusUrl, { headers: { accept: 'application/json', ...(await authorized()) } });
    if (answer.status === 200) {
      const read = manifest.safeParse(await jsonOf(answer));
      if (read.success) return read.data;
      throw new VigilError('conflict', 'The server’s list of exported files cannot be read.');
    }
    await answer.body?.cancel();
    if (answer.status !== 202)
      throw new VigilError('conflict', `The export failed at the server (${answer.status}). Nothing was imported.`);
    onProgress?.(`the server is exporting ${(answer.headers.get('x-progress') ?? '').slice(0, 60)}`.trim());
    const waitMs = Math.min(lookMs.most, Math.max(lookMs.least, retryAfterMs(answer, nowMs()) ?? lookMs.usual));
    if (nowMs() + waitMs > untilMs)
      throw new VigilError('conflict', 'The server has not finished its export within a day. Nothing was imported.');
    await wait(waitMs);
  }
}

/** Once, without the signal: a cancelled import cancels the export too (Bulk Data Access, 3.4). */
async function forget(options: BulkExportOptions, statusUrl: string, authorized: Authorized): Promise<void> {
  const call = createCalls({ ...options, signal: AbortSignal.timeout(5_000) });
  await (await call(statusUrl, { method: 'DELETE', headers: await authorized() })).body?.cancel();
}
