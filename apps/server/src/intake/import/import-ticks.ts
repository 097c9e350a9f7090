import { type CollectedTicks, createTickCollector } from '../tick-collector.ts';
import { addColumns, addRows } from '../ticks/batch.ts';
import { jsonDocuments } from './json-documents.ts';

/**
 * Reads ticks as the HTTP call takes them: batches (`{ticks}` or `{series}`), lists of ticks, or one tick per line.
 * What is refused carries its line where a line is one tick, and its position in the batch otherwise.
 */
export async function importTicks(
  bytes: AsyncIterable<Uint8Array>,
  nowMs: number,
  batchTicks: number,
  onBatch: (collected: CollectedTicks) => Promise<void>,
): Promise<void> {
  const collector = createTickCollector(nowMs);
  for await (const document of jsonDocuments(bytes)) {
    if (!document.ok) collector.refuse(document.line, null, 'The line is not valid JSON');
    else if (Array.isArray(document.value)) addRows(collector, document.value);
    else {
      const value = (document.value ?? {}) as { ticks?: unknown; series?: unknown };
      if (Array.isArray(value.ticks)) addRows(collector, value.ticks);
      else if (typeof value.series === 'object' && value.series !== null) addColumns(collector, value.series as Record<string, unknown>);
      else addRows(collector, [value], document.line);
    }
    if (collector.size() >= batchTicks) await onBatch(collector.drain());
  }
  await onBatch(collector.drain());
}
