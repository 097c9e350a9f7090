import { useQuery } from '@tanstack/react-query';
import { ApiError, failureOf } from '@vigil/contract/client';
import { useEffect, useState } from 'react';
import { keepQuiet } from './failures.ts';
import { session, sessionHeaders } from './session/session.ts';

const ofFile = /^\/blob\/tenant\/[0-9a-f-]{36}\/user\/[0-9a-f-]{36}\/(?:files|meal-photos)\/[0-9a-f-]{36}$/;
const ofMessage = /^\/chat\/api\/v1\/conversations\/[0-9a-f-]{36}\/messages\/[0-9a-f-]{36}\/files\/[0-9a-f-]{36}(?:\/thumbnail)?$/;

/**
 * Files of accounts and of messages and photos of meals lie on this server. People write the address of their own picture themselves, and whoever sees them reads it
 * with a token of theirs: any other address, one that climbs out of `/blob` too, is not followed.
 */
export const isFile = (address: string | null): address is string => address !== null && (ofFile.test(address) || ofMessage.test(address));

/** A file of this server as a page can show it. */
export interface ShownFile {
  /** Null until it is there, and for what is none or may not be read. */
  readonly url: string | null;
  /** It could not be read; where the connection was the reason it is asked for again once there is one. */
  readonly failed: boolean;
  /** Why, where the server said so; null where nobody answered. */
  readonly failure: ApiError | null;
  readonly readAgain: () => void;
}

/** A file that takes a token to read. Every file has an address of its own, so what was read never gets old. Its size, where it may be large, in bytes. */
export function useFile(address: string | null, sizeBytes = 0): ShownFile {
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['file', session.get()?.userId, address],
    queryFn: ({ signal }) => readFile(String(address), sizeBytes, signal),
    enabled: isFile(address),
    staleTime: Number.POSITIVE_INFINITY,
    ...(sizeBytes > keptBytes && { gcTime: 0 }),
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return setUrl(null);
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return {
    url: isFile(address) ? url : null,
    failed: isError,
    failure: error instanceof ApiError ? error : null,
    readAgain: () => void refetch(),
  };
}

/** Only its address; null until it is there, and for what is none or may not be read. */
export const useFileUrl = (address: string | null): string | null => useFile(address).url;

/** A picture that is not here by then, and the time that its bytes take on a bad mobile line, is taken for lost. Milliseconds. */
const readWithinMs = 30_000;
const slowestBytesPerMs = 25;
/** What is larger is not kept once nobody shows it. Bytes. */
const keptBytes = 1_000_000;

/** A file of this server, whole. `sizeBytes` says how long it may take. Throws ApiError, or the signal's reason. */
export async function readFile(address: string, sizeBytes: number, gone: AbortSignal): Promise<Blob> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(Math.ceil(readWithinMs + sizeBytes / slowestBytesPerMs))]);
  try {
    const answer = await fetch(address, { headers: await sessionHeaders(), signal });
    if (!answer.ok) throw quietly(await failureOf(answer));
    return await answer.blob();
  } catch (reason) {
    if (reason instanceof ApiError || gone.aborted) throw reason;
    throw quietly(new ApiError(0, 'unreachable', 'The file could not be read. Check the connection, and try again.'));
  }
}

/** Whoever shows the file says that it is missing. */
function quietly(failure: ApiError): ApiError {
  keepQuiet(failure);
  return failure;
}
