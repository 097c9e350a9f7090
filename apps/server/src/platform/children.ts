import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const running = new Set<ChildProcess>();
let ending = false;

/** Remembers a child until it has ended, so that this process can always end without leaving one behind. */
export function watchChild(child: ChildProcess): void {
  running.add(child);
  // Whoever keeps a child running starts another one for one that was killed.
  if (ending) child.kill('SIGKILL');
  const forget = () => void running.delete(child);
  child.once('exit', forget);
  child.once('error', forget);
}

/**
 * Ends every child and what it has started, at once: also those that are stopped, hang, or are only just starting, and any
 * that is started from now on. Safe for both stores, which have on disk whatever they have acknowledged. Resolves when the
 * children have gone.
 */
export async function killChildren(): Promise<void> {
  ending = true;
  while (running.size > 0) await Promise.all([...running].map(killTree));
}

/** Kills a child and all below it, of which a killed parent would leave some behind for a moment. Resolves when it has gone. */
export async function killTree(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return void running.delete(child);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (const one of heldTree(pid)) signal(one, 'SIGKILL');
  await gone;
}

/** A process behind all below it, each held still first, so that it starts nothing more while its children are looked for. */
function heldTree(pid: number): number[] {
  signal(pid, 'SIGSTOP');
  return [...childrenOf(pid).flatMap(heldTree), pid];
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** Nothing where there is no /proc. */
function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
