import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import type { Bus, Topic } from './bus.ts';
import { busMessage } from './bus-messages.ts';
import { watchHeartbeat } from './heartbeat.ts';
import type { Log } from './log.ts';

/**
 * As what other processes hear of a topic; null where they do not. What each process hears is forgotten, judged anew or told to open
 * pages. Readings that were committed are work that one process does: to the others they are news for pages and nothing else.
 */
const arrivesAs: Readonly<Record<Topic, Topic | null>> = {
  'device.revoked': 'device.revoked',
  'sign-in.ended': 'sign-in.ended',
  'user.changed': 'user.changed',
  'assignments.changed': 'assignments.changed',
  'settings.changed': 'settings.changed',
  'readings.taken-back': 'readings.taken-back',
  'chat.changed': 'chat.changed',
  'chat.typing': 'chat.typing',
  'chat.present': 'chat.present',
  'call.changed': 'call.changed',
  'writes.refused': 'writes.refused',
  'ticks.committed': 'ticks.committed-elsewhere',
  'latest.stored': 'latest.stored-elsewhere',
  'ticks.committed-elsewhere': null,
  'latest.stored-elsewhere': null,
  'gaps.changed': null,
};

export interface RedisBus extends Bus {
  /** Resolves when other processes are heard for the first time. Nobody has to wait for it. */
  readonly connected: Promise<void>;
  stop(): Promise<void>;
}

export interface RedisBusDependencies {
  readonly url: string;
  /** The bus of this process, which goes on whatever becomes of Redis. */
  readonly local: Bus;
  readonly log: Log;
}

const channel = 'vigil.bus';
const longestRestMs = 2_000;
/** Events that wait for a Redis that has stopped answering; later ones are lost for the bus. */
const mostWaiting = 10_000;
/** Between an answer of Redis and the next question whether it is there. */
const pingMs = 2_000;
/** Connections to a Redis that answers nothing for so long are given up, and made anew. */
const hangMs = 12_000;
/** What is true for a moment only, and said again: it would arrive when it is so no more. */
const ofTheMoment: ReadonlySet<Topic> = new Set<Topic>(['chat.typing', 'chat.present']);
/** Redis has stopped answering when it owes an answer for so long. */
const answersWithinMs = 1_000;
/** Between two lines of the log about messages that are none of ours. */
const warnEveryMs = 60_000;

/**
 * The bus of several processes. In this one it delivers as ever; to the others it goes through Redis, as ids and times, never as
 * what they stand for. What Redis loses while it is away is lost for the bus: whoever may not miss a thing asks the database as well.
 */
export function createRedisBus({ url, local, log }: RedisBusDependencies): RedisBus {
  const processId = randomUUID();
  let isAway = false;
  const options = {
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: mostWaiting,
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 6), longestRestMs) },
  };
  const away = (error: unknown) => {
    if (isAway) return;
    isAway = true;
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'Redis is away: other processes hear later, by asking');
  };

  let warnedAtMs = Number.NEGATIVE_INFINITY;
  function arrived(text: string): void {
    const heard = busMessage(text);
    if (heard) {
      const as = arrivesAs[heard.topic];
      if (heard.from !== processId && as) local.publish(as, heard.event as never);
    } else if (performance.now() - warnedAtMs > warnEveryMs) {
      // Another version of the server may speak of what this one does not know; anybody else has no business there.
      warnedAtMs = performance.now();
      log.warn({ signs: text.length }, 'a message came through Redis that is none of this version of the server; it was ignored');
    }
  }

  const connected = Promise.withResolvers<void>();
  function open() {
    const publisher = createClient(options);
    const subscriber = publisher.duplicate({ disableOfflineQueue: false });
    const both = [publisher, subscriber];
    for (const client of both) {
      client.on('error', away);
      client.on('ready', () => {
        if (isAway) log.info('Redis is back');
        isAway = false;
      });
    }
    const subscribed = subscriber.connect().then(() => subscriber.subscribe(channel, arrived));
    Promise.all([subscribed, publisher.connect()]).then(() => connected.resolve(), away);
    const close = () => {
      for (const client of both) {
        client.removeAllListeners('error');
        client.on('error', () => {});
        client.destroy();
      }
    };
    // The client finds a connection that is cut, and waits for one whose host has vanished.
    const endWatch = watchHeartbeat({
      ask: (signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          Promise.all(both.map((client) => client.ping())).then(() => resolve('answered'), reject);
        }),
      hangMs,
      restMs: pingMs,
      onHang(reason) {
        away(new Error(reason));
        close();
        clients = open();
      },
    });
    return {
      publisher,
      close() {
        endWatch();
        close();
      },
    };
  }
  let clients = open();

  /** What Redis has not answered yet, the oldest first. */
  const owed = new Set<{ readonly sinceMs: number }>();
  const owesForMs = () => performance.now() - (owed.values().next().value?.sinceMs ?? Number.POSITIVE_INFINITY);

  return {
    connected: connected.promise,
    publish(topic, event) {
      local.publish(topic, event);
      if (!arrivesAs[topic] || (ofTheMoment.has(topic) && owesForMs() > answersWithinMs)) return;
      const sent = { sinceMs: performance.now() };
      owed.add(sent);
      clients.publisher
        .publish(channel, JSON.stringify({ from: processId, topic, event }))
        .catch(away)
        .finally(() => owed.delete(sent));
    },
    subscribe: (topic, handler) => local.subscribe(topic, handler),
    async stop() {
      clients.close();
    },
  };
}
