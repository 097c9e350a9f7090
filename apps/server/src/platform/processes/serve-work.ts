import { type FromProcess, sentError, type ToProcess } from './messages.ts';

/** Asks the process that gave the task, which alone knows the databases. */
export type Ask = (question: unknown) => Promise<unknown>;

/** One kind of work that a process does: what it is given and what comes of it has to be plain data. */
export type Work = (input: never, ask: Ask) => Promise<unknown>;

/** What this process may take in all, in bytes: given by whoever starts it. */
const mostResident = Number(process.argv[2] ?? Number.POSITIVE_INFINITY) * 1024 * 1024;
/** A library fills some tens of MiB in such a time. */
const lookEveryMs = 50;

/** Makes this process one of a pool: it does the works by name, one task after the other, until the other side has gone. */
export function serveWork(works: Readonly<Record<string, Work>>): void {
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let questions = 0;
  const say = (message: FromProcess) => process.send?.(message);

  const ask: Ask = (value) =>
    new Promise((resolve, reject) => {
      questions += 1;
      open.set(questions, { resolve, reject });
      say({ kind: 'question', question: questions, value });
    });

  async function carryOut(name: string, input: unknown): Promise<void> {
    // Libraries work beside this thread, which is free to look meanwhile.
    const looking = setInterval(() => {
      if (process.memoryUsage.rss() > mostResident) say({ kind: 'out-of-memory' });
    }, lookEveryMs);
    try {
      const work = works[name];
      if (!work) throw new Error(`No such work: ${name}`);
      say({ kind: 'done', result: await work(input as never, ask) });
    } catch (error) {
      say({ kind: 'failed', error: sentError(error) });
    } finally {
      clearInterval(looking);
    }
  }

  process.on('disconnect', () => process.exit(0));
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'task') {
      void carryOut(message.work, message.input);
      return;
    }
    const waiting = open.get(message.question);
    open.delete(message.question);
    if (message.kind === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(new Error('The question could not be answered'));
  });
}
