import type { Database } from './postgres/database.ts';

/** What the server does by itself and has not done yet. Seconds are those of what has waited longest; null where nothing waits. */
export interface WorkLag {
  readonly rulesSeconds: number | null;
  readonly alarmsSeconds: number | null;
  readonly alarmMessages: number;
  readonly alarmMessagesSeconds: number | null;
  readonly reminderMails: number;
  readonly reminderMailsSeconds: number | null;
  /** Kept for an administrator to pass on, since no mail server or SMS provider is set. */
  readonly keptMessages: number;
  readonly keptMessagesSeconds: number | null;
}

/** Rejects when the database is away. */
export async function readWorkLag(database: Pick<Database, 'ask'>): Promise<WorkLag> {
  const [row] = await database.ask<WorkLag>('select * from vigil.work_lag()');
  if (!row) throw new Error('vigil.work_lag answered nothing');
  return row;
}

/** How long one look holds: every process is asked by its own monitoring, and all ask the same database. */
const holdsMs = 15_000;

/** The same for monitoring, asked for now and then however often it is called; null while the database cannot tell. */
export function createWorkLag(database: Pick<Database, 'ask'>, nowMs = () => performance.now()): () => Promise<WorkLag | null> {
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let asked: Promise<WorkLag | null> = Promise.resolve(null);
  return () => {
    if (nowMs() - askedAtMs >= holdsMs) {
      askedAtMs = nowMs();
      asked = readWorkLag(database).catch(() => null);
    }
    return asked;
  };
}
