import { type ChildProcess, fork } from 'node:child_process';
import { createFairQueue, type TurnOf } from './fair-queue.ts';
import { type FromProcess, receivedError, type ToProcess } from './messages.ts';

export interface ProcessPoolOptions {
  /** A script that calls `serveWork`. */
  readonly script: URL;
  /** Processes at most; each is started when it is first needed. */
  readonly processes: number;
  /** What the objects of one process may take, in MiB. */
  readonly memoryMiB: number;
  /** What one process may take in all, that of libraries which know no bound of their own included, in MiB. Default: no bound. */
  readonly residentMiB?: number;
  /** How long one task may take, in seconds. */
  readonly taskSeconds: number;
  /** Tasks that may wait for a process; above it the newest of whoever waits with most is given up. */
  readonly maxWaiting: number;
  /** A process that had nothing to do for so long is ended, and gives its memory back. Default 30 s. */
  readonly idleMs?: number;
}

export interface Task {
  /** Name of the work, as the script knows it. */
  readonly work: string;
  readonly input: unknown;
  /** Whose task it is: tasks that wait are begun in turns. */
  readonly turnOf: TurnOf;
  /** Answers what the process asks. What it throws is what `run` throws. */
  readonly answer?: (question: unknown) => Promise<unknown>;
  /** Takes the task out of the queue; one that has begun goes on to its end. */
  readonly signal?: AbortSignal;
}

/** Why a task came to nothing although its work threw nothing. It cost nobody else anything. */
export type LostReason = 'too-many-waiting' | 'out-of-time' | 'out-of-memory' | 'killed' | 'died' | 'given-up';

export class LostTask extends Error {
  readonly reason: LostReason;
  constructor(reason: LostReason, how = '') {
    super(`A task for another process came to nothing: ${reason}${how && ` (${how})`}`);
    this.name = 'LostTask';
    this.reason = reason;
  }
}

/**
 * Processes that do long work beside the event loop, one task each at a time. Processes and not threads: a thread that
 * runs out of memory within JSON.parse takes the whole process with it, whatever its resource limits say.
 */
export interface ProcessPool {
  /** Resolves with what the work answered. Throws what the work or `answer` threw, or LostTask. */
  run<Result>(task: Task): Promise<Result>;
  /** Ends the processes; what waits or is in work fails. */
  stop(): Promise<void>;
}

interface Running {
  readonly task: Task;
  readonly settle: { resolve(value: unknown): void; reject(error: unknown): void };
  failedAnswer?: { readonly error: unknown };
  timer?: NodeJS.Timeout;
}

interface Member {
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  running: Running | undefined;
  idle?: NodeJS.Timeout;
}

const defaultIdleMs = 30_000;

export function createProcessPool(options: ProcessPoolOptions): ProcessPool {
  const queue = createFairQueue<Running>();
  const members = new Set<Member>();
  let stopped = false;

  function pump(): void {
    while (queue.size > 0) {
      const member = [...members].find(({ running }) => !running) ?? (members.size < options.processes ? open() : undefined);
      if (!member) return;
      const next = queue.shift();
      if (next) begin(member, next);
    }
  }

  function open(): Member {
    const child = startProcess(options);
    const exited = new Promise<void>((resolve) => {
      child.once('exit', (code, signal) => {
        lose(member, new LostTask(lostBy.get(signal ?? '') ?? 'died', signal ?? `code ${code}`));
        resolve();
      });
      child.once('error', (error) => {
        lose(member, new LostTask('died', error.message));
        resolve();
      });
    });
    const member: Member = { child, exited, running: undefined };
    child.on('message', (message) => hear(member, message as FromProcess));
    members.add(member);
    return member;
  }

  function begin(member: Member, running: Running): void {
    member.running = running;
    clearTimeout(member.idle);
    running.timer = setTimeout(() => lose(member, new LostTask('out-of-time')), options.taskSeconds * 1000);
    tell(member, { kind: 'task', work: running.task.work, input: running.task.input });
  }

  function hear(member: Member, message: FromProcess): void {
    const { running } = member;
    if (!running) return;
    if (message.kind === 'question') {
      void answer(member, running, message.question, message.value);
      return;
    }
    if (message.kind === 'out-of-memory') {
      lose(member, new LostTask('out-of-memory', 'above its bound'));
      return;
    }
    clearTimeout(running.timer);
    member.running = undefined;
    member.idle = setTimeout(() => lose(member, new LostTask('died')), options.idleMs ?? defaultIdleMs).unref();
    if (message.kind === 'done') running.settle.resolve(message.result);
    else running.settle.reject(running.failedAnswer ? running.failedAnswer.error : receivedError(message.error));
    pump();
  }

  async function answer(member: Member, running: Running, question: number, asked: unknown): Promise<void> {
    try {
      const value = await running.task.answer?.(asked);
      if (member.running === running) tell(member, { kind: 'answer', question, value });
    } catch (error) {
      running.failedAnswer ??= { error };
      if (member.running === running) tell(member, { kind: 'no-answer', question });
    }
  }

  /** Gives a process up, with the one task it may have; the next task gets a new one. */
  function lose(member: Member, failure: LostTask): void {
    if (!members.delete(member)) return;
    const { running } = member;
    member.running = undefined;
    clearTimeout(member.idle);
    clearTimeout(running?.timer);
    member.child.kill('SIGKILL');
    running?.settle.reject(failure);
    pump();
  }

  function giveUp(running: Running): void {
    if (running.timer) return;
    queue.remove(running.task.turnOf, running);
    running.settle.reject(new LostTask('given-up'));
  }

  return {
    run<Result>(task: Task) {
      return new Promise<Result>((resolve, reject) => {
        if (stopped || task.signal?.aborted) return reject(new LostTask('given-up'));
        const running: Running = { task, settle: { resolve: resolve as (value: unknown) => void, reject } };
        queue.push(task.turnOf, running);
        pump();
        if (running.timer) return;
        task.signal?.addEventListener('abort', () => giveUp(running), { once: true });
        // Not whoever came last: one tenant that fills the queue would shut all others out.
        if (queue.size > options.maxWaiting) queue.giveUpNewest()?.settle.reject(new LostTask('too-many-waiting'));
      });
    },
    async stop() {
      stopped = true;
      for (let waiting = queue.shift(); waiting; waiting = queue.shift()) waiting.settle.reject(new LostTask('given-up'));
      const ending = [...members];
      for (const member of ending) lose(member, new LostTask('given-up'));
      await Promise.all(ending.map(({ exited }) => exited));
    },
  };
}

/**
 * V8 aborts a process whose objects have no room. Killed is what a kernel does whose machine has none, and ended is what whoever stops
 * the whole service does to each of its processes: neither is a fault of the task.
 */
const lostBy: ReadonlyMap<string, LostReason> = new Map([
  ['SIGABRT', 'out-of-memory'],
  ['SIGTRAP', 'out-of-memory'],
  ['SIGKILL', 'killed'],
  ['SIGTERM', 'killed'],
  ['SIGINT', 'killed'],
  ['SIGHUP', 'killed'],
]);

/** For the C library of Linux: large pieces go back when they are freed, instead of being kept for the next, which may not fit in. */
const givesMemoryBack = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' } as const;

function startProcess({ script, memoryMiB, residentMiB }: ProcessPoolOptions): ChildProcess {
  const child = fork(script, residentMiB === undefined ? [] : [String(residentMiB)], {
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${memoryMiB}`],
    // It reads what strangers send and has no use for the settings and their passwords.
    env: { TZ: process.env.TZ, ...(residentMiB !== undefined && givesMemoryBack) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A group of its own: Ctrl-C in the terminal reaches the server only, which then finishes what is in work.
    detached: true,
  });
  // It does not keep this process from ending, and ends by itself when this one has gone.
  child.unref();
  child.channel?.unref();
  return child;
}

function tell({ child }: Member, message: ToProcess): void {
  // That a message could not be delivered is learned from the end of the process.
  child.send(message, () => {});
}
