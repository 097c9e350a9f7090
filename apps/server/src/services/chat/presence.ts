import { randomUUID } from 'node:crypto';
import type { Bus } from '#platform/bus.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Log } from '#platform/log.ts';
import type { PresenceStore, PresentRow } from './presence.store.ts';

/**
 * Who has a connection open, in this process or another. It is known for a moment only: each process says it again and again, over
 * the bus and into a table that others ask while they have connections themselves, so that it reaches them without Redis as well.
 */
export interface Presence {
  arrived(tenantId: string, userId: string): void;
  left(tenantId: string, userId: string): void;
  isOnline(tenantId: string, userId: string): boolean;
  /** Says that nobody is here any more. */
  stop(): Promise<void>;
}

export interface PresenceTimes {
  /** Between two times that a process says who is here. */
  readonly sayMs: number;
  /** How long a process that has fallen silent is believed. */
  readonly believeMs: number;
  /** How long changes are gathered before they are said. */
  readonly gatherMs: number;
  /** Between two questions for what other processes have said. */
  readonly askMs: number;
}

const presenceTimes: PresenceTimes = { sayMs: 10_000, believeMs: 30_000, gatherMs: 300, askMs: 2_000 };

export interface PresenceDependencies {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly store: PresenceStore;
  readonly log: Pick<Log, 'warn'>;
  /** Told of everybody who comes or goes, in whatever process. */
  readonly onChange: (tenantId: string, userId: string, isOnline: boolean) => void;
  readonly times?: PresenceTimes;
}

export function createPresence({ bus, store, log, onChange, times = presenceTimes }: PresenceDependencies): Presence {
  const processId = randomUUID();
  /** Connections of each person here, by tenant. */
  const here = new Map<string, Map<string, number>>();
  /** Who is elsewhere, by tenant and process, and when that was said. */
  const elsewhere = new Map<string, Map<string, { userIds: ReadonlySet<string>; atMs: number }>>();
  const toSay = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  let saying: Promise<void> = Promise.resolve();

  const isElsewhere = (tenantId: string, userId: string) =>
    [...(elsewhere.get(tenantId)?.values() ?? [])].some(({ userIds }) => userIds.has(userId));
  const isHere = (tenantId: string, userId: string) => here.get(tenantId)?.has(userId) ?? false;
  const isOnline = (tenantId: string, userId: string) => isHere(tenantId, userId) || isElsewhere(tenantId, userId);

  const failed = (error: unknown) =>
    reportJobFailure(log, 'chat', { err: error }, 'who is present could not be exchanged with other processes');

  function say(): void {
    gathering = undefined;
    for (const tenantId of toSay) {
      const present = { tenantId, processId, userIds: [...(here.get(tenantId)?.keys() ?? [])] };
      bus.publish('chat.present', present);
      saying = saying.then(() => store.say(present)).catch(failed);
      if (present.userIds.length === 0) here.delete(tenantId);
    }
    toSay.clear();
  }
  function soon(tenantId: string): void {
    toSay.add(tenantId);
    gathering ??= setTimeout(say, times.gatherMs);
  }
  /** Tells of those of whom it is another than before. */
  function following(tenantId: string, userIds: Iterable<string>, change: () => void): void {
    const before = [...userIds].map((userId) => [userId, isOnline(tenantId, userId)] as const);
    change();
    for (const [userId, was] of before) if (isOnline(tenantId, userId) !== was) onChange(tenantId, userId, !was);
  }

  /** What was heard later stands. */
  function hear({ tenantId, processId: from, userIds }: PresentRow, atMs = performance.now()): void {
    if (from === processId || atMs < (elsewhere.get(tenantId)?.get(from)?.atMs ?? 0)) return;
    const processes = elsewhere.get(tenantId) ?? new Map();
    elsewhere.set(tenantId, processes);
    const known: ReadonlySet<string> = processes.get(from)?.userIds ?? new Set();
    following(tenantId, new Set([...known, ...userIds]), () => processes.set(from, { userIds: new Set(userIds), atMs }));
  }
  const unsubscribe = bus.subscribe('chat.present', (present) => hear(present));
  const endAsking = repeat(
    times.askMs / 1000,
    async () => {
      if (here.size === 0) return;
      // From when it was asked: however long the answer takes, nothing counts as said later than it was.
      const askedAtMs = performance.now();
      for (const one of await store.said(times.believeMs)) hear(one, askedAtMs - one.saidSecondsAgo * 1000);
    },
    failed,
  );
  const again = setInterval(() => {
    for (const tenantId of here.keys()) toSay.add(tenantId);
    if (toSay.size > 0) {
      say();
      store.forget().catch(failed);
    }
    for (const [tenantId, processes] of elsewhere)
      for (const [from, { userIds, atMs }] of processes)
        if (performance.now() - atMs > times.believeMs) following(tenantId, userIds, () => processes.delete(from));
  }, times.sayMs);
  again.unref();

  return {
    isOnline,
    arrived(tenantId, userId) {
      const people = here.get(tenantId) ?? new Map<string, number>();
      here.set(tenantId, people);
      following(tenantId, [userId], () => people.set(userId, (people.get(userId) ?? 0) + 1));
      soon(tenantId);
    },
    left(tenantId, userId) {
      const people = here.get(tenantId);
      if (!people) return;
      const count = (people.get(userId) ?? 1) - 1;
      following(tenantId, [userId], () => (count > 0 ? people.set(userId, count) : people.delete(userId)));
      soon(tenantId);
    },
    async stop() {
      unsubscribe();
      clearInterval(again);
      clearTimeout(gathering);
      for (const tenantId of here.keys()) toSay.add(tenantId);
      here.clear();
      say();
      await Promise.all([saying, endAsking()]);
    },
  };
}
