import { randomUUID } from 'node:crypto';
import type { Bus } from '#platform/bus.ts';

/** Who has a connection open, in this process or another. It is known for a moment only, and stored nowhere. */
export interface Presence {
  arrived(tenantId: string, userId: string): void;
  left(tenantId: string, userId: string): void;
  isOnline(tenantId: string, userId: string): boolean;
  stop(): void;
}

export interface PresenceTimes {
  /** Between two times that a process says who is here. */
  readonly sayMs: number;
  /** How long a process that has fallen silent is believed. */
  readonly believeMs: number;
  /** How long changes are gathered before they are said. */
  readonly gatherMs: number;
}

const presenceTimes: PresenceTimes = { sayMs: 20_000, believeMs: 50_000, gatherMs: 300 };

/** `onChange` is told of everybody who comes or goes, in whatever process. */
export function createPresence(
  bus: Pick<Bus, 'publish' | 'subscribe'>,
  onChange: (tenantId: string, userId: string, isOnline: boolean) => void,
  times: PresenceTimes = presenceTimes,
): Presence {
  const processId = randomUUID();
  /** Connections of each person here, by tenant. */
  const here = new Map<string, Map<string, number>>();
  /** Who is elsewhere, by tenant and process, and when that was said. */
  const elsewhere = new Map<string, Map<string, { userIds: ReadonlySet<string>; atMs: number }>>();
  const toSay = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;

  const isElsewhere = (tenantId: string, userId: string) =>
    [...(elsewhere.get(tenantId)?.values() ?? [])].some(({ userIds }) => userIds.has(userId));
  const isHere = (tenantId: string, userId: string) => here.get(tenantId)?.has(userId) ?? false;
  const isOnline = (tenantId: string, userId: string) => isHere(tenantId, userId) || isElsewhere(tenantId, userId);

  function say(): void {
    gathering = undefined;
    for (const tenantId of toSay) bus.publish('chat.present', { tenantId, processId, userIds: [...(here.get(tenantId)?.keys() ?? [])] });
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

  const unsubscribe = bus.subscribe('chat.present', ({ tenantId, processId: from, userIds }) => {
    if (from === processId) return;
    const processes = elsewhere.get(tenantId) ?? new Map();
    elsewhere.set(tenantId, processes);
    const known: ReadonlySet<string> = processes.get(from)?.userIds ?? new Set();
    following(tenantId, new Set([...known, ...userIds]), () => processes.set(from, { userIds: new Set(userIds), atMs: performance.now() }));
  });
  const again = setInterval(() => {
    for (const tenantId of here.keys()) toSay.add(tenantId);
    say();
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
    stop() {
      unsubscribe();
      clearInterval(again);
      clearTimeout(gathering);
    },
  };
}
