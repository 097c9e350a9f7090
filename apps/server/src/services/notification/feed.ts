import type { Log } from '#platform/log.ts';
import { type PushesStore, pushesAtOnce, type StoredPush } from './notification.store.ts';

/** A stream that is handed what is new. */
export interface Follower {
  readonly tenantId: string;
  /** In the order of their positions. Never throws. */
  offer(push: StoredPush): void;
  /** Pushes can no longer be read: a stream that stays open would look like calm. */
  lost(): void;
}

export interface Feed {
  /**
   * From now on the follower is offered every push of its tenant behind the position that is answered, which is the last one
   * that was given when it asked, or a later one. Throws when the database cannot be asked.
   */
  join(follower: Follower): Promise<number>;
  leave(follower: Follower): void;
  stop(): Promise<void>;
}

export interface FeedTimes {
  /** Between two questions for what is new. */
  readonly everyMs: number;
  /** After how long without an answer the streams are ended. */
  readonly lostAfterMs: number;
}

const feedTimes: FeedTimes = { everyMs: 250, lostAfterMs: 10_000 };

/**
 * Reads what is new once for all streams of this process, as long as it has any. What a crash of anybody interrupts is
 * still in the table, so nothing has to be handed over between processes.
 */
export function createFeed(store: Pick<PushesStore, 'lastPosition' | 'after'>, log: Log, times: FeedTimes = feedTimes): Feed {
  const followers = new Set<Follower>();
  let position: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let stopped = false;
  let answeredAtMs = 0;

  /** Reads all that is committed by now; those who ask while another reading goes on share the one after it. */
  function readOn(): Promise<void> {
    waiting ??= reading.then(() => {
      waiting = null;
      const now = read();
      reading = now.catch(() => undefined);
      return now;
    });
    return waiting;
  }
  async function read(): Promise<void> {
    position ??= await store.lastPosition();
    for (let full = true; full; ) {
      const pushes = await store.after(position);
      answeredAtMs = performance.now();
      for (const push of pushes) {
        position = push.position;
        for (const follower of followers) if (follower.tenantId === push.tenantId) follower.offer(push);
      }
      full = pushes.length === pushesAtOnce;
    }
  }
  function again(): void {
    timer = setTimeout(async () => {
      if (followers.size > 0) await readOn().catch(failed);
      timer = undefined;
      if (stopped) return;
      if (followers.size > 0) again();
      // Nobody has to be told what happens until the next one comes.
      else position = null;
    }, times.everyMs);
  }
  function failed(error: unknown): void {
    const silentMs = Math.round(performance.now() - answeredAtMs);
    log.warn({ err: error, silentMs }, 'pushes could not be read');
    if (silentMs >= times.lostAfterMs) for (const follower of [...followers]) follower.lost();
  }

  return {
    async join(follower) {
      followers.add(follower);
      try {
        await readOn();
        if (position === null) throw new Error('A reading ended without a position');
        if (!timer && !stopped) again();
        return position;
      } catch (error) {
        followers.delete(follower);
        throw error;
      }
    },
    leave: (follower) => void followers.delete(follower),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await waiting?.catch(() => undefined);
      await reading;
    },
  };
}
