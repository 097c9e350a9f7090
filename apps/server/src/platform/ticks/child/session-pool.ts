import type { Session } from 'chdb';
import type { Lane } from '../engine.ts';

/** Sessions per lane. A session runs one statement at a time: a busy one never delays another lane. */
const sizes: Readonly<Record<Lane, number>> = { chart: 4, report: 1, intake: 1, background: 1 };
/** Statements that may wait for a session of a lane before more are refused. */
const maxWaiting = 256;

/** Raised when a lane has too many statements waiting. */
export class LaneFull extends Error {}

export interface SessionPool {
  /**
   * Runs work on a free session of the lane, in order of arrival. `maxSeconds` is the bound that its statement carries;
   * undefined when it has none. Throws LaneFull.
   */
  use<T>(lane: Lane, maxSeconds: number | undefined, work: (session: Session) => Promise<T>): Promise<T>;
  /** Resolves when the engine has answered a statement on a session of its own. */
  beat(): Promise<void>;
  /** By how long the statement that is furthest past its bound has missed it. Seconds; 0 when none has. */
  overdueSeconds(): number;
  close(): void;
}

export function createSessionPool(open: () => Session): SessionPool {
  // No caller's statement ever gets this one: the heartbeat is answered however busy the lanes are.
  const own = open();
  const sessions: Session[] = [own];
  const due = new Set<{ readonly atMs: number }>();
  let beating: Promise<void> | undefined;
  const lanes = Object.fromEntries(
    Object.entries(sizes).map(([lane, size]) => {
      const free = Array.from({ length: size }, open);
      sessions.push(...free);
      return [lane, { free, waiting: [] as ((session: Session) => void)[] }];
    }),
  );

  function take(lane: Lane): Promise<Session> {
    const { free, waiting } = lanes[lane] ?? { free: [], waiting: [] };
    const session = free.pop();
    if (session) return Promise.resolve(session);
    if (waiting.length >= maxWaiting) return Promise.reject(new LaneFull(`The ${lane} lane has ${maxWaiting} statements waiting.`));
    return new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(lane: Lane, session: Session): void {
    const next = lanes[lane]?.waiting.shift();
    if (next) next(session);
    else lanes[lane]?.free.push(session);
  }

  return {
    async use(lane, maxSeconds, work) {
      const session = await take(lane);
      const mine = { atMs: performance.now() + (maxSeconds ?? Number.POSITIVE_INFINITY) * 1000 };
      due.add(mine);
      try {
        return await work(session);
      } finally {
        due.delete(mine);
        giveBack(lane, session);
      }
    },
    beat() {
      beating ??= own
        .queryAsync('select 1', { format: 'TabSeparated' })
        .then(() => undefined)
        .finally(() => {
          beating = undefined;
        });
      return beating;
    },
    overdueSeconds: () => Math.max(0, ...[...due].map(({ atMs }) => (performance.now() - atMs) / 1000)),
    close() {
      for (const session of sessions) session.close();
    },
  };
}
