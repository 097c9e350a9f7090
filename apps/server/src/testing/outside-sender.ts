import { Worker } from 'node:worker_threads';

export interface OutsideAnswer {
  readonly status: number;
  readonly milliseconds: number;
  readonly body: Buffer;
}

export interface OutsideRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Handed over: it is gone here afterwards. */
  readonly body?: Buffer;
}

/**
 * A client on a thread of its own, so that sending sixteen megabytes and reading an answer of as many takes nothing of the
 * thread on which the server's event loop runs, and what is measured there is the server's.
 */
export function startOutsideSender() {
  const worker = new Worker(new URL('./outside-sender-thread.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
  });
  worker.unref();
  const waiting = new Map<number, { resolve(answer: OutsideAnswer): void; reject(error: Error): void }>();
  let sent = 0;
  worker.on('message', (message: { id: number; error?: string; status: number; milliseconds: number; body: Uint8Array }) => {
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error !== undefined) one?.reject(new Error(message.error));
    else one?.resolve({ ...message, body: Buffer.from(message.body.buffer) });
  });
  return {
    send(url: string, { method = 'POST', headers = {}, body }: OutsideRequest): Promise<OutsideAnswer> {
      const bytes = body && new Uint8Array(body);
      sent += 1;
      const id = sent;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, url, method, headers, body: bytes }, bytes ? [bytes.buffer] : []);
      });
    },
    stop: () => worker.terminate(),
  };
}
