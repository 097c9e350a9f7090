import { ApiError, addressOf, failureOf } from '@vigil/contract/client';
import type { Endpoint, SentOf } from '@vigil/contract/endpoint';
import { sessionHeaders } from './session/session.ts';

interface DownloadHow {
  readonly signal: AbortSignal;
  /** Called as the file arrives, with the bytes that are there. */
  readonly onProgress: (receivedBytes: number) => void;
}

/**
 * Fetches the file that a call answers and hands it to the person, under the name that the server gave it. A file that was
 * cut short is not handed over. Throws ApiError, or the signal's reason when it was cancelled.
 */
export async function download<E extends Endpoint>(endpoint: E, sent: SentOf<E>, { signal, onProgress }: DownloadHow): Promise<void> {
  const answer = await reached(signal, async () =>
    fetch(addressOf(endpoint, sent as Parameters<typeof addressOf>[1]), { headers: await sessionHeaders(), signal }),
  );
  if (!answer.ok) throw await failureOf(answer);
  const parts: BlobPart[] = [];
  await reached(signal, async () => {
    let received = 0;
    for await (const part of chunksOf(answer)) {
      parts.push(part);
      received += part.byteLength;
      onProgress(received);
    }
  });
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'download';
  save(new Blob(parts, { type }), name);
}

async function* chunksOf(answer: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = answer.body?.getReader();
  if (!reader) return;
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}

async function reached<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (reason) {
    if (signal.aborted || reason instanceof ApiError) throw reason;
    throw new ApiError(0, 'unreachable', 'The connection ended before the whole file was there.');
  }
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
