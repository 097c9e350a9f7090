import type { Session } from 'chdb';
import type { Lane } from '../engine.ts';

/** Sessions per lane. A session runs one statement at a time: a busy one never delays another lane. */
const sizes: Readonly<Record<Lane, number>> = { chart: 4, report: 1, intake: 1, background: 1 };
/** Statements that may wait for a session of a lane before more are refused. */
const maxWaiting = 256;

/** Raised when a lane has too many statements waiting. */
export class LaneFull extends Error {}

export interface SessionPool {
  /** Runs work on a free session of the lane, in order of arrival. Throws LaneFull. */
  use<T>(lane: Lane, work: (session: Session) => Promise<T>): Promise<T>;
  close(): void;
}

export function createSessionPool(open: () => Session): SessionPool {
  const sessions: Session[] = [];
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
    async use(lane, work) {
      const session = await take(lane);
      try {
        return await work(session);
      } finally {
        giveBack(lane, session);
      }
    },
    close() {
      for (const session of sessions) session.close();
    },
  };
}
