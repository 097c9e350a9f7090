import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ChatClient, openChat } from './chat-client.ts';
import type { Nodes } from './nodes.ts';
import type { Colleague } from './people.ts';

/** People in groups of five, each with the group's conversation open, who write until they are told to stop. */
export interface Talk {
  readonly clients: readonly ChatClient[];
  /** Messages that were acknowledged, and how many are under way. */
  acknowledged(): number;
  /**
   * Milliseconds from now until the last one is connected again, and until everybody has all that was acknowledged by then (after
   * a second at the least); and how many had lost their connection.
   */
  whole(): Promise<{ readonly lost: number; readonly backMs: number; readonly completeMs: number }>;
  /** Everybody stops writing; resolves when each message is acknowledged and each page whole. */
  end(): Promise<void>;
  /** What does not hold: messages that are not on a page once, and pages of one conversation that differ. */
  findings(): string[];
  stop(): void;
}

export interface TalkOptions {
  readonly nodes: Nodes;
  readonly colleagues: readonly Colleague[];
  /** The token that somebody has now. */
  readonly tokenOf: (index: number) => string;
  /** How often each of them writes, about. Milliseconds. */
  readonly everyMs: number;
}

const inGroup = 5;
const wholeWithinMs = 60_000;
/** By then everybody whose server was killed knows it. */
const noticedAfterMs = 1_000;

export async function beginTalk({ nodes, colleagues, tokenOf, everyMs }: TalkOptions): Promise<Talk> {
  const clients: ChatClient[] = [];
  for (let from = 0; from < colleagues.length; from += inGroup) {
    const group = colleagues.slice(from, from + inGroup);
    const conversationId = await createGroup(nodes.url, tokenOf(from), group.slice(1));
    for (const [index] of group.entries()) clients.push(openChat({ url: nodes.url, conversationId, token: () => tokenOf(from + index) }));
    // Not a thousand at the same moment.
    if (from % 50 === 0) await until(clients, () => clients.every((client) => client.isLive()));
  }
  await until(clients, () => clients.every((client) => client.isLive()));
  const acknowledged = new Map<string, Map<number, string>>();
  let isEnding = false;

  async function writeOn(client: ChatClient): Promise<void> {
    const ofConversation = acknowledged.get(client.conversationId) ?? new Map<number, string>();
    acknowledged.set(client.conversationId, ofConversation);
    await pause(Math.random() * everyMs);
    while (!isEnding) {
      const { id, sequence } = await client.write();
      ofConversation.set(sequence, id);
      await pause(everyMs * (0.5 + Math.random()));
    }
  }
  const writing = Promise.all(clients.map(writeOn));
  writing.catch(() => {});
  const lastAcknowledged = () => new Map([...acknowledged].map(([id, messages]) => [id, Math.max(0, ...messages.keys())]));
  const has = (upTo: ReadonlyMap<string, number>) =>
    clients.every((client) => client.shown().length >= (upTo.get(client.conversationId) ?? 0));

  return {
    clients,
    acknowledged: () => [...acknowledged.values()].reduce((sum, messages) => sum + messages.size, 0),
    async whole() {
      const from = performance.now();
      await pause(noticedAfterMs);
      await until(clients, () => clients.every((client) => client.isLive()));
      const upTo = lastAcknowledged();
      await until(clients, () => has(upTo));
      const backMs = clients.map((client) => client.watchingSinceMs() - from).filter((ms) => ms > 0);
      return { lost: backMs.length, backMs: Math.max(0, ...backMs), completeMs: performance.now() - from };
    },
    async end() {
      isEnding = true;
      await writing;
      const upTo = lastAcknowledged();
      await until(clients, () => has(upTo) && clients.every((client) => client.isLive()));
    },
    findings() {
      const found = clients.flatMap((client) => client.faults);
      for (const [conversationId, messages] of acknowledged) {
        const pages = clients.filter((client) => client.conversationId === conversationId).map((client) => client.shown());
        const [first = []] = pages;
        if (pages.some((page) => page.join() !== first.join())) found.push('two pages of one conversation differ');
        if (new Set(first).size !== first.length) found.push('a message stands on a page twice');
        for (const [sequence, id] of messages)
          if (first[sequence - 1] !== id) found.push('an acknowledged message is not on a page, or not in its place');
      }
      return found;
    },
    stop() {
      for (const client of clients) client.stop();
    },
  };
}

async function createGroup(url: string, token: string, others: readonly Colleague[]): Promise<string> {
  const id = randomUUID();
  const answer = await fetch(`${url}/chat/api/v1/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'group', id, title: 'Night shift', userIds: others.map(({ userId }) => userId) }),
  });
  if (!answer.ok) throw new Error(`A group was not made: ${answer.status} ${await answer.text()}`);
  return id;
}

/** Throws with what keeps those who are not live. */
async function until(clients: readonly ChatClient[], holds: () => boolean): Promise<void> {
  const giveUpMs = performance.now() + wholeWithinMs;
  while (!holds()) {
    if (performance.now() > giveUpMs) {
      const away = clients.filter((client) => !client.isLive());
      const why = [...Map.groupBy(away, (client) => client.trouble())].map(([trouble, some]) => `${some.length} ${trouble}`);
      throw new Error(`Not everybody was back and complete within ${wholeWithinMs / 1000} s: ${away.length} are away (${why.join(', ')})`);
    }
    await pause(25);
  }
}
