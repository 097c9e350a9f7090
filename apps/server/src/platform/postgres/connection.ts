import pg from 'pg';
import { keptAlive, watchConnections } from './vanished-host.ts';

/** PostgreSQL's own words for "this connection ends": an administrator's command, a crash, a shutdown. */
const connectionEnds = /^(57P0[123]|08)/;

/**
 * One connection to the relational store for as long as the work lasts. A connection that is lost, at work or between
 * two questions, rejects with one sentence; nothing is thrown beside the promise.
 */
export async function withConnection<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
  connect = (client: pg.Client): Promise<unknown> => client.connect(),
): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, ...keptAlive });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost ??= error;
  });
  await connect(client);
  const watched = watchConnections(connectionString);
  watched.opened(client);
  watched.held(client);
  try {
    return await work(client);
  } catch (error) {
    const cause = lost ?? (connectionEnds.test((error as { code?: string }).code ?? '') ? (error as Error) : undefined);
    throw cause ? new Error(`The connection to PostgreSQL was lost (${cause.message}).`, { cause }) : error;
  } finally {
    watched.stop();
    await client.end();
  }
}
