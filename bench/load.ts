import { Agent, request } from 'node:http';

/** One request to be sent as it stands. */
export interface Shot {
  readonly path: string;
  readonly token: string;
  readonly contentType: string;
  readonly body: Buffer;
}

export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds of each request, from its first byte sent to the last received. */
  readonly latenciesMs: readonly number[];
  readonly statuses: ReadonlyMap<number, number>;
  /** Bodies of the answers that were not 2xx, the first few. */
  readonly failures: readonly string[];
}

/** Sends all shots over `connections` kept-alive connections, each its next as soon as the last was answered. */
export async function fire(url: string, shots: readonly Shot[], connections: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latenciesMs: number[] = [];
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    for (let shot = shots[next++]; shot; shot = shots[next++]) {
      const from = performance.now();
      const { status, text } = await send(url, shot, agent);
      latenciesMs.push(performance.now() - from);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 300 && failures.length < 3) failures.push(text.slice(0, 300));
    }
  }
  const from = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
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
