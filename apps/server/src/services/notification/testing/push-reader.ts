import type { PushContent } from '@vigil/contract/notification.values';

export interface ReadPush extends PushContent {
  readonly contentType: string;
  /** Of the event; absent on the word that the session is over. */
  readonly position: string | undefined;
  readonly atMs: number;
}

/** A browser's side of one push stream over real HTTP. Throws the status when it is refused. */
export async function readPushes(address: string, headers: Readonly<Record<string, string>>) {
  const gone = new AbortController();
  const answer = await fetch(address, { headers: { client: 'webapp', ...headers }, signal: gone.signal });
  if (!answer.ok || !answer.body) throw new Error(String(answer.status));
  const got: ReadPush[] = [];
  let lastEventId = answer.headers.get('last-event-id') ?? '';
  let retryMs: number | undefined;
  const listeners = new Set<() => void>();
  let unread = '';
  const feed = (text: string) => {
    unread += text;
    const blocks = unread.split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) take(new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string])));
  };
  const take = (fields: ReadonlyMap<string, string>) => {
    lastEventId = fields.get('id') ?? lastEventId;
    retryMs = fields.has('retry') ? Number(fields.get('retry')) : retryMs;
    const data = fields.get('data');
    if (data === undefined) return;
    const { content, contentType } = JSON.parse(data);
    got.push({ ...(JSON.parse(content) as PushContent), contentType, position: fields.get('id'), atMs: performance.now() });
    for (const listener of listeners) listener();
  };
  const { body } = answer;
  const ended = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) feed(decoder.decode(chunk, { stream: true }));
    } catch {
      // Cut off, by us or by the server: what was read until then counts.
    }
    for (const listener of listeners) listener();
    return 'ended' as const;
  })();
  return {
    headers: answer.headers,
    got,
    ended,
    retryMs: () => retryMs,
    lastEventId: () => lastEventId,
    descriptions: () => got.map(({ description }) => description),
    /** Resolves once so many have come; rejects when the stream ends before. */
    async until(count: number): Promise<void> {
      let over = false;
      void ended.then(() => {
        over = true;
      });
      while (got.length < count) {
        if (over) throw new Error(`the stream ended after ${got.length} of ${count}`);
        await new Promise<void>((resolve) => listeners.add(resolve));
        listeners.clear();
      }
    },
    close: () => gone.abort(),
  };
}

export type PushReader = Awaited<ReturnType<typeof readPushes>>;
