import { maxCsvRows } from '../limits.ts';
import { type CollectedTicks, nothingCollected } from '../tick-collector.ts';
import { type CsvOptions, type CsvSummary, readCsv } from './read-csv.ts';

/** A whole file, read: one batch, so that a file that cannot be read to its end stores nothing. */
export interface ReadFile extends CsvSummary {
  readonly collected: CollectedTicks;
}

/** The parser works a piece through at once, so pieces are small; other requests get their turn between them. */
const pieceCharacters = 32 * 1024;

/** Throws what `readCsv` throws. */
export async function readFile(text: string, options: Omit<CsvOptions, 'batchTicks' | 'maxRows'>): Promise<ReadFile> {
  let collected: CollectedTicks = nothingCollected;
  const summary = await readCsv(
    pieces(text),
    { ...options, batchTicks: Number.POSITIVE_INFINITY, maxRows: maxCsvRows },
    async (everything) => {
      collected = everything;
    },
  );
  return { ...summary, collected };
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < text.length; ) {
    // A pair of surrogates stays together.
    let to = Math.min(text.length, from + pieceCharacters);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to += 1;
    yield Buffer.from(text.slice(from, to));
    from = to;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
