import { parentPort } from 'node:worker_threads';

interface Order {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

parentPort?.on('message', async ({ id, url, method, headers, body }: Order) => {
  const from = performance.now();
  try {
    const response = await fetch(url, { method, headers, body });
    const answer = new Uint8Array(await response.arrayBuffer());
    const milliseconds = performance.now() - from;
    parentPort?.postMessage({ id, status: response.status, milliseconds, body: answer }, [answer.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: String((error as Error).cause ?? error) });
  }
});
