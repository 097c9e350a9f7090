import { useQueryClient } from '@tanstack/react-query';
import type { PushContentType } from '@vigil/contract/notification.values';
import { useEffect, useRef } from 'react';
import { askAgain, type Reading } from '../endpoint-query.ts';
import { useStore } from '../store.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { onPush, onStreamOpened, type Push, streamLost } from './push-stream.ts';

/** True while nothing was heard of the push stream for 60 s: what is on screen may be old, and silence means nothing. */
export function useStreamLost(): boolean {
  return useStore(streamLost);
}

export interface PushesOptions {
  /** Endpoints whose answers a push makes old; they are asked again as well when the stream was opened, for what was missed. */
  readonly touches?: readonly Reading[];
  readonly onPush?: (push: Push) => void;
}

/** From one asking to the next at least, so that a storm of pushes is no storm of questions. Milliseconds. */
const restMs = 500;

/** Asks again for what pushes of this kind make old, and calls back for each one, once. */
export function usePushes(contentType: PushContentType, options: PushesOptions): void {
  const client = useQueryClient();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const asking = oneAtATime(() => Promise.all((latest.current.touches ?? []).map((endpoint) => askAgain(client, endpoint))), restMs);
    const endings = [
      asking.end,
      onStreamOpened(asking.ask),
      onPush((push) => {
        if (push.contentType !== contentType) return;
        asking.ask();
        latest.current.onPush?.(push);
      }),
    ];
    return () => {
      for (const end of endings) end();
    };
  }, [client, contentType]);
}
