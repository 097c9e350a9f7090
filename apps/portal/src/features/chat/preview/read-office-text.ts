import type { OfficeFile, OfficeFileAnswer } from './office-file.ts';
import type { ShownText } from './shown-text.ts';

/** The largest file that is previewed takes a second on a slow phone. Milliseconds. */
const longestReadMs = 15_000;

/**
 * Reads the words of an office file in a worker that ends with it, so that no file can hold up the page or keep its memory. Throws
 * where the file can't be read or takes too long, and the signal's reason once it is aborted. Takes the bytes over.
 */
export async function readOfficeText({ type, bytes }: OfficeFile, signal: AbortSignal): Promise<ShownText> {
  const worker = new Worker(new URL('./office-text.worker.ts', import.meta.url), { type: 'module' });
  const ended = AbortSignal.any([signal, AbortSignal.timeout(longestReadMs)]);
  try {
    const { shown } = await new Promise<OfficeFileAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<OfficeFileAnswer>) => resolve(data);
      worker.onerror = () => reject(new Error('The office file could not be read.'));
      ended.addEventListener('abort', () => reject(ended.reason), { once: true });
      worker.postMessage({ type, bytes } satisfies OfficeFile, [bytes.buffer]);
    });
    if (shown === null) throw new Error('The office file could not be read.');
    return shown;
  } finally {
    worker.terminate();
  }
}
