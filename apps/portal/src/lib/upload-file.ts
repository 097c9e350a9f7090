import { blob } from '@vigil/contract';
import type { UploadedChatFile } from '@vigil/contract/blob.contract';
import { fileNameHeader } from '@vigil/contract/blob.values';
import { ApiError, addressOf, failureOf } from '@vigil/contract/client';
import { noteFailure } from './api.ts';
import { noteAnswer } from './connection.ts';
import { session, sessionHeaders } from './session/session.ts';

interface UploadHow {
  /** Made by whoever uploads: the same file sent again with it is one file. */
  readonly clientId: string;
  readonly signal: AbortSignal;
  /** Called as it leaves, with the bytes that are gone. */
  readonly onProgress: (sentBytes: number) => void;
}

/** So long without a byte leaving, or without an answer once all have left, the line is taken for lost. Milliseconds. */
const stalledMs = 60_000;

/**
 * Uploads a file that is to be sent in a conversation. Its name travels in a header, so that no address holds it. Throws ApiError,
 * or the signal's reason when it was cancelled. `fetch` does not tell how much has left, which is why this does without it.
 */
export async function uploadFile(file: File, { clientId, signal, onProgress }: UploadHow): Promise<UploadedChatFile> {
  const { userId, tenant } = session.get() ?? {};
  const address = addressOf(blob.uploadFile, {
    params: { tenantId: tenant?.tenant_ID, userId },
    query: { path: 'chat', overwrite: 'true', clientId },
  });
  const headers = {
    ...{ accept: 'application/json', 'content-type': 'application/octet-stream' },
    ...(await sessionHeaders()),
    [fileNameHeader]: encodeURIComponent(file.name.toWellFormed()),
  };
  signal.throwIfAborted();
  try {
    const answer = await send(address, headers, file, signal, onProgress);
    if (!answer.ok) throw await failureOf(answer);
    noteAnswer();
    return (await answer.json()) as UploadedChatFile;
  } catch (reason) {
    if (reason instanceof ApiError) noteFailure(reason, { quiet: true });
    throw reason;
  }
}

function send(
  address: string,
  headers: Readonly<Record<string, string>>,
  file: File,
  signal: AbortSignal,
  onProgress: UploadHow['onProgress'],
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const over = () => {
      clearTimeout(timer);
      removeEventListener('offline', lose);
      signal.removeEventListener('abort', cancel);
    };
    const fail = (reason: unknown) => {
      over();
      reject(reason);
    };
    const lose = () => {
      fail(new ApiError(0, 'unreachable', 'The connection was lost on the way.'));
      request.abort();
    };
    const cancel = () => {
      fail(signal.reason);
      request.abort();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(lose, stalledMs);
    };
    request.upload.onprogress = ({ loaded }) => {
      wait();
      onProgress(Math.min(loaded, file.size));
    };
    request.onload = () => {
      over();
      const retryAfter = request.getResponseHeader('retry-after') ?? '';
      resolve(new Response(request.responseText, { status: request.status, headers: { 'retry-after': retryAfter } }));
    };
    request.onerror = lose;
    addEventListener('offline', lose);
    signal.addEventListener('abort', cancel);
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(file);
    wait();
  });
}
