import { setTimeout as pause } from 'node:timers/promises';
import { VigilError } from '@vigil/contract/errors';
import { serveWork } from '../serve-work.ts';

/** Works that succeed, ask, fail and misbehave, for the tests of the pool. */
serveWork({
  async double({ numbers }: { numbers: Float64Array }) {
    return numbers.map((number) => number * 2);
  },
  async ask({ questions }: { questions: readonly string[] }, ask) {
    return Promise.all(questions.map(ask));
  },
  async pid() {
    return process.pid;
  },
  async refuse() {
    throw new VigilError('invalid_input', 'Not this', { fields: [{ field: 'it', message: 'is wrong' }], retryAfterSeconds: 3 });
  },
  async fail() {
    throw new TypeError('a defect');
  },
  async never() {
    for (;;);
  },
  async eatMemory() {
    const eaten: object[][] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, () => ({})));
  },
  async eatMemoryOfLibraries() {
    for (const eaten: Buffer[] = []; ; await pause(1)) eaten.push(Buffer.alloc(1024 * 1024, 1));
  },
  async beKilled({ by }: { readonly by: NodeJS.Signals }) {
    process.kill(process.pid, by);
    return new Promise(() => {});
  },
  async leave() {
    process.exit(3);
  },
});
