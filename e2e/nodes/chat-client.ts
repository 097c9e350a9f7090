import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { chatSocketPath } from '@vigil/contract/chat.values';
import { io, type Socket } from 'socket.io-client';

/** A page that has one conversation open, and writes there as the portal does: over HTTP until it is acknowledged, with the same id. */
export interface ChatClient {
  readonly conversationId: string;
  /** Connected, following the conversation, and nothing is missing that it knows of. */
  isLive(): boolean;
  /** Why it is not connected or does not follow, as far as it was told. */
  trouble(): string;
  /** Since when it has been following without a break. Milliseconds of `performance.now()`. */
  watchingSinceMs(): number;
  /** What stands on the page, in order, from the first message on without a gap. Ids. */
  shown(): readonly string[];
  /** What no page may show: two messages at one place, or one message twice. */
  readonly faults: string[];
  /** Resolves with the place of the message once it is acknowledged, however many nodes die meanwhile. */
  write(): Promise<{ readonly id: string; readonly sequence: number }>;
  /** When a message came to the page first. Milliseconds of `performance.now()`. */
  arrivedAt(id: string): number | undefined;
  stop(): void;
}

export interface ChatClientOptions {
  readonly url: string;
  /** The token that holds now. */
  readonly token: () => string;
  readonly conversationId: string;
  /** For connections: another node than `url` stands for. */
  readonly liveUrl?: string;
}

/** Between tries to connect. Milliseconds, at random so that not all come at the same moment. */
const retries = { first: 500, longest: 3_000 };

interface Message {
  readonly messageId: string;
  readonly sequence: number;
}

export function openChat({ url, token, conversationId, liveUrl = url }: ChatClientOptions): ChatClient {
  const bySequence = new Map<number, string>();
  const arrived = new Map<string, number>();
  const faults: string[] = [];
  let last = 0;
  let isWatching = false;
  let watchingSinceMs = 0;
  let catchingUp: Promise<void> | null = null;
  let stopped = false;
  let trouble = 'no answer';
  const path = `${url}/chat/api/v1/conversations/${conversationId}/messages`;

  function show({ messageId, sequence }: Message): void {
    const known = bySequence.get(sequence);
    if (known === messageId) return;
    if (known !== undefined) faults.push(`two messages at one place`);
    if (arrived.has(messageId)) faults.push(`one message at two places`);
    bySequence.set(sequence, messageId);
    arrived.set(messageId, performance.now());
    while (bySequence.has(last + 1)) last += 1;
  }
  async function readOn(): Promise<void> {
    for (let more = true; more && !stopped; ) {
      try {
        const answer = await fetch(`${path}?after=${last}`, { headers: { authorization: `Bearer ${token()}` } });
        if (!answer.ok) throw new Error(`${answer.status}`);
        const page = (await answer.json()) as { messages: Message[]; hasAfter: boolean };
        page.messages.forEach(show);
        more = page.hasAfter;
      } catch {
        await pause(200 + Math.random() * 300);
      }
    }
  }
  function catchUp(): void {
    catchingUp ??= readOn().finally(() => {
      catchingUp = null;
      if (!stopped && bySequence.size > last) catchUp();
    });
  }

  const socket: Socket = io(liveUrl, {
    ...{ path: chatSocketPath, transports: ['websocket'], forceNew: true },
    ...{ reconnectionDelay: retries.first, reconnectionDelayMax: retries.longest },
    auth: (give) => give({ token: token() }),
  });
  socket.on('chat:message', ({ message }: { message: Message & { conversationId: string } }) => {
    if (message.conversationId !== conversationId) return;
    show(message);
    if (message.sequence > last) catchUp();
  });
  socket.on('connect', () => {
    trouble = 'connected';
    socket.emit('chat:watch', { conversationId }, (answer: { lastSequence?: number; error?: { code: string } }) => {
      isWatching = answer.lastSequence !== undefined;
      watchingSinceMs = performance.now();
      if (!isWatching) again(answer.error?.code ?? 'refused');
      else if ((answer.lastSequence ?? 0) > last) catchUp();
    });
  });
  function again(why: string): void {
    trouble = why;
    isWatching = false;
    // What the server ends or refuses is not tried again by the library.
    if (!stopped && (socket.connected || !socket.active))
      setTimeout(() => socket.disconnect().connect(), retries.first * (1 + Math.random())).unref();
  }
  socket.on('disconnect', again);
  socket.on('connect_error', ({ message }) => again(message));

  return {
    conversationId,
    faults,
    isLive: () => isWatching && catchingUp === null,
    trouble: () => (isWatching ? 'catching up' : trouble),
    watchingSinceMs: () => watchingSinceMs,
    shown: () => Array.from({ length: last }, (_, index) => bySequence.get(index + 1) ?? ''),
    arrivedAt: (id) => arrived.get(id),
    async write() {
      const id = randomUUID();
      for (;;) {
        try {
          const answer = await fetch(path, {
            method: 'POST',
            headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
            body: JSON.stringify({ id, text: 'How is the night going?' }),
          });
          if (answer.ok) return { id, sequence: ((await answer.json()) as Message).sequence };
          await answer.body?.cancel();
          if (answer.status < 500 && answer.status !== 429) faults.push(`a message was refused with ${answer.status}`);
        } catch {
          // No answer: it may be stored, and is sent again.
        }
        if (stopped) throw new Error('A message was never acknowledged');
        await pause(200 + Math.random() * 300);
      }
    },
    stop() {
      stopped = true;
      socket.disconnect();
    },
  };
}
