import type { BusEvents } from '../bus.ts';
import type { Database } from '../postgres/database.ts';

/** What is written by triggers in the transaction of its cause, so that no process can fail to hear of it. */
export type StoredTopic = 'user.changed' | 'device.revoked' | 'sign-in.ended' | 'assignments.changed' | 'settings.changed';

export type StoredEvent = {
  readonly [T in StoredTopic]: { readonly position: number; readonly topic: T; readonly event: BusEvents[T] };
}[StoredTopic];

/** Events that are read with one question. */
export const eventsAtOnce = 500;
const forgottenAtOnce = 5_000;

export interface BusEventsStore {
  /** The last position that was given; whatever is committed later comes behind it. */
  last(): Promise<number>;
  /** The next events behind a position, in order; `eventsAtOnce` at most. */
  after(position: number): Promise<StoredEvent[]>;
  /** Removes those that are older than an hour. */
  forget(): Promise<void>;
}

export function createBusEventsStore(database: Pick<Database, 'ask'>): BusEventsStore {
  return {
    async last() {
      const [row] = await database.ask<{ position: number }>('select vigil.last_bus_event() as position');
      return row?.position ?? 0;
    },
    after: (position) => database.ask<StoredEvent>('select * from vigil.bus_events_after($1, $2)', [position, eventsAtOnce]),
    async forget() {
      for (;;) {
        const [row] = await database.ask<{ gone: number }>('select vigil.forget_bus_events($1) as gone', [forgottenAtOnce]);
        if ((row?.gone ?? 0) < forgottenAtOnce) return;
      }
    },
  };
}
