import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** One request to be sent as it stands. */
export interface Shot {
  readonly path: string;
  readonly token: string;
  readonly contentType: string;
  readonly body: Buffer;
}

export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds of each request, from its first byte sent (or due) to the last received. */
  readonly latenciesMs: readonly number[];
  readonly statuses: ReadonlyMap<number, number>;
  /** Bodies of the answers that were not 2xx, the first few. */
  readonly failures: readonly string[];
}

/** Sends all shots over `connections` kept-alive connections, each its next as soon as the last was answered. */
export async function fire(url: string, shots: readonly Shot[], connections: number): Promise<LoadResult> {
  let next = 0;
  return measured(url, connections, async (sendOne) => {
    const worker = async () => {
      for (let shot = shots[next++]; shot; shot = shots[next++]) await sendOne(shot, performance.now());
    };
    await Promise.all(Array.from({ length: connections }, worker));
  });
}

/** More than answers are waited for at once, unless the server does not keep up. */
const connectionsPaced = 64;

/** Sends so many shots a second, whether or not those before have been answered. A shot's time starts when it is due. */
export async function firePaced(url: string, shots: readonly Shot[], perSecond: number): Promise<LoadResult> {
  return measured(url, connectionsPaced, async (sendOne) => {
    const from = performance.now();
    const sent: Promise<void>[] = [];
    for (const [index, shot] of shots.entries()) {
      const dueMs = from + (index / perSecond) * 1000;
      const restMs = dueMs - performance.now();
      if (restMs > 0) await pause(restMs);
      sent.push(sendOne(shot, dueMs));
    }
    await Promise.all(sent);
  });
}

/** Throws unless every shot was answered with 200. */
export function requireTaken(result: LoadResult): LoadResult {
  const refused = [...result.statuses].filter(([status]) => status !== 200);
  if (refused.length > 0) throw new Error(`Requests were refused: ${JSON.stringify(refused)} ${result.failures[0] ?? ''}`);
  return result;
}

async function measured(
  url: string,
  maxSockets: number,
  work: (sendOne: (shot: Shot, fromMs: number) => Promise<void>) => Promise<void>,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const latenciesMs: number[] = [];
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  const from = performance.now();
  await work(async (shot, fromMs) => {
    const { status, text } = await send(url, shot, agent);
    latenciesMs.push(performance.now() - fromMs);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 300 && failures.length < 3) failures.push(text.slice(0, 300));
  });
  const seconds = (performance.now() - from) / 1000;
  agent.destroy();
  return { seconds, latenciesMs, statuses, failures };
}

function send(url: string, shot: Shot, agent: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${shot.path}`, {
      agent,
      method: 'POST',
      headers: { authorization: `Bearer ${shot.token}`, 'content-type': shot.contentType, 'content-length': shot.body.length },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
    });
    outgoing.end(shot.body);
  });
}
