import { useQuery } from '@tanstack/react-query';
import { failureOf } from '@vigil/contract/client';
import { useEffect, useState } from 'react';
import { session, sessionHeaders } from './session/session.ts';

const ofFile = /^\/blob\/tenant\/[0-9a-f-]{36}\/user\/[0-9a-f-]{36}\/(?:files|meal-photos)\/[0-9a-f-]{36}$/;

/**
 * Files of accounts and photos of meals lie on this server. People write the address of their own picture themselves, and whoever sees them reads it
 * with a token of theirs: any other address, one that climbs out of `/blob` too, is not followed.
 */
export const isFile = (address: string | null): address is string => address !== null && ofFile.test(address);

/**
 * The address under which a page can show a file of this server, which takes a token to read; null until it is there, and for
 * what is none or may not be read. Every file has an address of its own, so what was read never gets old.
 */
export function useFileUrl(address: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['file', session.get()?.userId, address],
    queryFn: ({ signal }) => readFile(String(address), signal),
    enabled: isFile(address),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return setUrl(null);
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return isFile(address) ? url : null;
}

async function readFile(address: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(address, { headers: await sessionHeaders(), signal });
  if (!answer.ok) throw await failureOf(answer);
  return answer.blob();
}
