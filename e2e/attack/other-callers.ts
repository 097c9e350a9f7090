/**
 * A nurse who reads and a band of another tenant that sends a hundred readings, again and again, while something else attacks
 * the server. In a thread of its own: what the attacker's own work holds up is not the server's fault.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Target } from './target.ts';

export interface OtherCallers {
  /** Ends the calls; waits in milliseconds, ascending, and what was not answered as it should. */
  stop(): Promise<{ readonly waits: readonly number[]; readonly failures: readonly string[] }>;
}

interface Calls {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  readonly body?: string;
}

export function startOtherCallers(target: Target): OtherCallers {
  const { server, member, foreignMember } = target;
  const ticks = Array.from({ length: 100 }, (_, index) => ({ timestamp: 1_700_000_000 + index, data: { heart_rate: 60 } }));
  const calls: Calls[] = [
    { name: 'a nurse reads', url: `${server.url}/registry/api/v1/users/${member.id}`, token: target.tokenOf('nurse of demo') },
    {
      name: 'a band of another tenant sends',
      url: `${server.url}/ticks-store/api/v1/users/${foreignMember.id}/ticks`,
      token: target.tokenOf('a band of lakeside'),
      body: JSON.stringify({ source: 'device', ticks }),
    },
  ];
  const worker = new Worker(new URL(import.meta.url), { workerData: calls });
  return {
    stop() {
      const told = new Promise<{ waits: number[]; failures: string[] }>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
      worker.postMessage('stop');
      return told;
    },
  };
}

async function callOnAndOn(calls: readonly Calls[]): Promise<void> {
  const waits: number[] = [];
  const failures: string[] = [];
  let stopped = false;
  parentPort?.once('message', () => {
    stopped = true;
  });
  const loop = async ({ name, url, token, body }: Calls) => {
    while (!stopped) {
      const from = performance.now();
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
      const answer = await fetch(url, { headers, ...(body && { method: 'POST', body }) }).catch(() => undefined);
      await answer?.body?.cancel().catch(() => {});
      waits.push(performance.now() - from);
      if (!answer?.ok) failures.push(`${name}: ${answer?.status ?? 'no answer'}`);
    }
  };
  await Promise.all(calls.map(loop));
  parentPort?.postMessage({ waits: waits.sort((a, b) => a - b), failures });
}

if (!isMainThread) await callOnAndOn(workerData as Calls[]);
