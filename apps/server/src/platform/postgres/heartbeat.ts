import pg from 'pg';
import type { HeartbeatAnswer } from '#platform/heartbeat.ts';

/**
 * Asks PostgreSQL over a new connection, which its first process has to accept and a new process to answer. A refusal in
 * PostgreSQL's own words (it is starting up, it has no connection to spare) is an answer.
 */
export async function askPostgres(url: string, signal: AbortSignal): Promise<HeartbeatAnswer> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  const abandoned = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    await Promise.race([client.connect().then(() => client.query('select 1')), abandoned]);
    return 'answered';
  } catch (error) {
    if (error instanceof pg.DatabaseError) return 'answered';
    throw error;
  } finally {
    endConnection(client, signal);
  }
}

/** A server that hangs never answers a goodbye. */
function endConnection(client: pg.Client, signal: AbortSignal): void {
  if (signal.aborted) (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  else void client.end().catch(() => {});
}
