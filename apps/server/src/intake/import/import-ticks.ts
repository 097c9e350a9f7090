import { createTickSieve, type Sifted } from '../tick-sieve.ts';
import { offerColumns, offerRows } from '../ticks/batch.ts';
import { jsonDocuments } from './json-documents.ts';

/**
 * Reads ticks as the HTTP call takes them: batches (`{ticks}` or `{series}`), lists of ticks, or one tick per line.
 * What is refused carries its line where a line is one tick, and its position in the batch otherwise.
 */
export async function importTicks(
  bytes: AsyncIterable<Uint8Array>,
  nowMs: number,
  batchTicks: number,
  take: (sifted: Sifted) => Promise<void>,
): Promise<void> {
  const sieve = createTickSieve(nowMs);
  for await (const document of jsonDocuments(bytes)) {
    if (!document.ok) sieve.refuse(document.line, null, 'The line is not valid JSON');
    else if (Array.isArray(document.value)) offerRows(sieve, document.value);
    else {
      const value = (document.value ?? {}) as { ticks?: unknown; series?: unknown };
      if (Array.isArray(value.ticks)) offerRows(sieve, value.ticks);
      else if (typeof value.series === 'object' && value.series !== null) offerColumns(sieve, value.series as Record<string, unknown>);
      else offerRows(sieve, [value], document.line);
    }
    if (sieve.size() >= batchTicks) await take(sieve.take());
  }
  await take(sieve.take());
}
