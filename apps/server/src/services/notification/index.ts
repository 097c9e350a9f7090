import type { Module } from '#http/route.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { type BellSources, createBell } from './bell.store.ts';
import { createFeed } from './feed.ts';
import { notificationRoutes } from './notification.routes.ts';
import { createPushesStore } from './notification.store.ts';
import { pushesPersonalData } from './personal-data.ts';
import { publish, publishMany, pushesAfter, withdraw, withdrawRings } from './publish.ts';
import { streamPushes } from './push-stream.ts';

export type { BellOwner, Marked, ToldRow } from './bell.store.ts';
export type { NewPush } from './publish.ts';
export { publish, publishMany, pushesAfter, withdraw, withdrawRings };

export interface NotificationDependencies extends BellSources {
  readonly database: Database;
  readonly audit: Pick<Audit, 'record'>;
  readonly log: Log;
  /** Pushes are kept so many hours for browsers that come back. */
  readonly keepHours: number;
  /** What stands in bells is kept so many days. */
  readonly bellDays: number;
  /** What may wait for the reader of one stream before it is dropped. */
  readonly bufferBytes: number;
}

/** Minutes between two removals of pushes that are too old. */
const forgetMinutes = 10;
const streamLimits = { waiting: 2_000, heartbeatMs: 25_000, recheckMs: 5_000, drainMs: 10_000 };

/**
 * Tells people what happens while it happens: a push is written in the transaction of its cause and reaches the open streams
 * of those whom it is addressed to, and who may see whom it is about, in every server process.
 */
export function createNotification({ database, audit, log, keepHours, bellDays, bufferBytes, ...sources }: NotificationDependencies) {
  const store = createPushesStore(database);
  const feed = createFeed(store, log);
  const dependencies = { store, feed, audit, limits: { ...streamLimits, bufferBytes } };
  const forget = () =>
    store
      .forgetOld({ hours: keepHours, bellDays })
      .catch((error) => reportJobFailure(log, 'pushes', { err: error }, 'old pushes could not be removed'));
  const forgetting = setInterval(() => void forget(), forgetMinutes * 60_000);
  forgetting.unref();
  return {
    routes: notificationRoutes({
      stream: (context, subject, endpoint) => streamPushes(dependencies, context, subject, endpoint),
      bell: createBell(database, sources),
      lastPosition: store.lastPosition,
    }),
    personalData: pushesPersonalData(database),
    publish,
    forget,
    async stop() {
      clearInterval(forgetting);
      await feed.stop();
    },
  } satisfies Module & Record<'publish' | 'forget', unknown>;
}
