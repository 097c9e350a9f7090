import type { Socket } from 'node:net';
import type pg from 'pg';
import { watchSilence } from '#platform/silence.ts';
import { databaseFailure } from './failures.ts';
import { askPostgres } from './heartbeat.ts';

type PgClient = pg.Client | pg.PoolClient;

/** A connection over which nothing is said is asked for after so long, so that one whose host has vanished is given up (15 s). */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/**
 * Makes a connection end by itself on PostgreSQL's side as well where we have vanished, and let go of what it has locked: after half a minute,
 * or at once when our machine is back. Seconds, seconds, probes, milliseconds.
 */
export const endsWithUs =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4; set tcp_user_timeout = 30000';

/** Connections to one PostgreSQL that are given up where its host vanishes: they fail as lost ones. */
export interface WatchedConnections {
  opened(client: PgClient): void;
  closed(client: PgClient): void;
  /** From now on somebody may wait for an answer over it. */
  held(client: PgClient): void;
  released(client: PgClient): void;
  /** Throws VigilError `database_unavailable` while the host is gone: a new connection would be tried in vain, for seconds. */
  requireHost(): void;
  stop(): void;
}

/** What PostgreSQL's side of a connection sends counts as heard, whichever connection it comes over. */
export function watchConnections(url: string): WatchedConnections {
  const open = new Map<PgClient, { heardBytes: number }>();
  const heldSinceMs = new Map<PgClient, number>();
  let heardAtMs = performance.now();

  function listen(): void {
    for (const [client, known] of open) {
      const { bytesRead } = socketOf(client);
      if (bytesRead === known.heardBytes) continue;
      known.heardBytes = bytesRead;
      heardAtMs = performance.now();
    }
  }

  const watch = watchSilence({
    silentForMs() {
      listen();
      return Math.max(0, performance.now() - Math.max(heardAtMs, Math.min(...heldSinceMs.values())));
    },
    ask: (signal) => askPostgres(url, signal),
    giveUp() {
      for (const client of open.keys()) socketOf(client).destroy(vanished());
    },
  });
  return {
    opened: (client) => open.set(client, { heardBytes: 0 }),
    closed(client) {
      open.delete(client);
      heldSinceMs.delete(client);
    },
    held: (client) => heldSinceMs.set(client, performance.now()),
    released: (client) => heldSinceMs.delete(client),
    requireHost() {
      if (watch.isGone()) throw databaseFailure(vanished());
    },
    stop: watch.stop,
  };
}

const vanished = () => Object.assign(new Error('The host of PostgreSQL does not answer any more'), { code: 'ETIMEDOUT' });

/** With TLS another stream takes the place of the first: asked for each time. */
const socketOf = (client: PgClient): Socket => client.connection.stream as Socket;
