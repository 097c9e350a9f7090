import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Every process that `pid` has started, and those that they have started. */
export function processesBelow(pid: number): Process[] {
  const all = listProcesses();
  const below: Process[] = [];
  let parents = new Set([pid]);
  while (parents.size > 0) {
    const children = all.filter((one) => parents.has(one.parent));
    below.push(...children);
    parents = new Set(children.map((one) => one.pid));
  }
  return below;
}

/** Notes every process that `pid` starts from now on; `stop` ends that and answers their ids. */
export function watchProcesses(pid: number): { stop(): number[] } {
  const seen = new Set<number>();
  const look = () => {
    for (const one of processesBelow(pid)) seen.add(one.pid);
  };
  look();
  const timer = setInterval(look, 50);
  return {
    stop() {
      clearInterval(timer);
      return [...seen];
    },
  };
}

/** True while the process runs; one that has ended and is not yet collected by its parent does not. */
export function isAlive(pid: number): boolean {
  return listProcesses().some((one) => one.pid === pid);
}

/** The embedded ticks engine of a server. */
export function ticksChildOf(serverPid: number): number {
  const child = processesBelow(serverPid).find((one) => one.command.includes('platform/ticks/child/main.ts'));
  if (!child) throw new Error(`The server ${serverPid} has no ticks engine.`);
  return child.pid;
}

/** The embedded PostgreSQL of a data directory: its first process, which the others belong to. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Small machines have no `ps`, others no `/proc`. */
function listProcesses(): Process[] {
  return process.platform === 'linux' ? fromProc() : fromPs();
}

function fromProc(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        if (/^State:\s+[ZX]/m.test(status)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(name), parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command }];
      } catch {
        // It ended between the listing and the reading.
        return [];
      }
    });
}

function fromPs(): Process[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, state, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined || state?.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
}
