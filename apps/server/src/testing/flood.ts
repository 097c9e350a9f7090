import { Agent, request } from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';

export interface Flood {
  readonly url: string;
  readonly path: string;
  readonly token: string;
  /** JSON, made up to `bytes` with spaces, which are quick to read: what is tested is the sending. */
  readonly body: string;
  readonly bytes: number;
  readonly requests: number;
}

/** Sends the same large body many times at once, from a thread of its own so that sending holds nobody else up. The statuses. */
export function flood(how: Flood): Promise<number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: how });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

function send({ url, path, token }: Flood, whole: Buffer, agent: Agent): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': whole.length };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    outgoing.once('error', reject);
    outgoing.end(whole);
  });
}

if (parentPort) {
  const how = workerData as Flood;
  const whole = Buffer.from(how.body.padEnd(how.bytes, ' '));
  const agent = new Agent({ keepAlive: true, maxSockets: how.requests });
  parentPort.postMessage(await Promise.all(Array.from({ length: how.requests }, () => send(how, whole, agent))));
  agent.destroy();
}
