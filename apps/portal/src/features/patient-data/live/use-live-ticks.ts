import { useQueryClient } from '@tanstack/react-query';
import { ticksStore } from '@vigil/contract';
import { addressOf } from '@vigil/contract/client';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { useEffect, useRef, useState } from 'react';
import { openEventStream } from '#lib/event-stream.ts';
import { askAllAgain } from '../api/ask-all-again.ts';
import { type Change, joined, refreshLatest, refreshTouched } from './refresh-touched.ts';

export interface LiveState {
  readonly state: 'connecting' | 'open' | 'interrupted' | 'offline' | 'refused';
  /** When readings last arrived while this page was open; Unix milliseconds. */
  readonly receivedAt: number | null;
}

/** A lost stream is opened again soon: a clinician may be watching. Milliseconds. */
const reopenAfterMs = 5_000;
/** Changes of this long are fetched together: a band sends its minutes in a burst. Milliseconds. */
const gatherMs = 400;

type Page = Parameters<typeof refreshTouched>[1];

/** Keeps the page current: follows the member's stream of changes and asks again for what each one touched. */
export function useLiveTicks(page: Page): LiveState {
  const client = useQueryClient();
  const [live, setLive] = useState<LiveState>({ state: 'connecting', receivedAt: null });
  const latestPage = useRef(page);
  useEffect(() => {
    latestPage.current = page;
  });
  const { memberId } = page;

  useEffect(() => {
    let gathered: Change | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let openedBefore = false;
    const refresh = () => {
      timer = undefined;
      const change = gathered;
      gathered = null;
      // A failed refresh loses nothing: the change stays on the server, and the next one or the next opening asks again.
      if (change !== null) void refreshTouched(client, latestPage.current, change).catch(() => undefined);
    };
    const stop = openEventStream({
      path: addressOf(ticksStore.followTicks, { params: { userId: memberId } }),
      retryMs: reopenAfterMs,
      onOpen: () => {
        setLive((before) => ({ ...before, state: 'open' }));
        if (openedBefore) askAllAgain(client, memberId);
        openedBefore = true;
      },
      onMessage: (message) => {
        const event = eventIn(message.data);
        if (event?.contentType === 'LATEST') void refreshLatest(client, memberId);
        if (event?.contentType !== 'TICKS') return;
        const { metrics, from, to } = event.content;
        const change = { metrics: new Set<string>(metrics), from: Math.floor(from), to: Math.ceil(to) };
        setLive({ state: 'open', receivedAt: Date.now() });
        gathered = joined(gathered, change);
        timer ??= setTimeout(refresh, gatherMs);
      },
      onInterrupted: () => setLive((before) => ({ ...before, state: navigator.onLine ? 'interrupted' : 'offline' })),
      onRefused: () => {
        setLive((before) => ({ ...before, state: 'refused' }));
        // The person may see the member no longer: the questions are answered with that, and what they brought goes.
        askAllAgain(client, memberId);
      },
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, memberId]);
  return live;
}

function eventIn(data: string): ReceivedOf<typeof ticksStore.followTicks> | null {
  try {
    return JSON.parse(data) as ReceivedOf<typeof ticksStore.followTicks>;
  } catch {
    return null;
  }
}
