import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface ProcessInfo {
  readonly pid: number;
  /** Program and arguments, joined by spaces. */
  readonly command: string;
  /** Undefined when it has gone. */
  readonly parent: ProcessInfo | undefined;
}

/**
 * The living processes of PostgreSQL that work in a folder, children included. `folder` is a real, absolute path. A process
 * of another user is seen by root only, and on macOS only the first process is, by the folder in its arguments.
 */
export function processesIn(folder: string): ProcessInfo[] {
  return process.platform === 'linux' ? fromProc(folder) : fromPs(listByPs(), folder);
}

function fromProc(folder: string): ProcessInfo[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.flatMap((pid) => {
    try {
      // A process that has ended and is not collected yet has no working directory any more.
      const works = readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
      return works ? (describe(Number(pid)) ?? []) : [];
    } catch {
      return [];
    }
  });
}

function describe(pid: number): ProcessInfo | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    const parentPid = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    return { pid, command, parent: parentPid > 0 ? describe(parentPid) : undefined };
  } catch {
    return undefined;
  }
}

interface PsLine {
  readonly pid: number;
  readonly parentPid: number;
  readonly command: string;
}

function listByPs(): PsLine[] {
  return parsePs(spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }).stdout ?? '');
}

/** Lines of `ps -o pid=,ppid=,command=`. */
export function parsePs(text: string): PsLine[] {
  return text.split('\n').flatMap((line) => {
    const [pid, parentPid, ...command] = line.trim().split(/\s+/);
    return pid && parentPid && command.length > 0 ? [{ pid: Number(pid), parentPid: Number(parentPid), command: command.join(' ') }] : [];
  });
}

/** Those of a `ps` listing that are a PostgreSQL started on the folder: a process that merely has the same number is not. */
export function fromPs(lines: readonly PsLine[], folder: string): ProcessInfo[] {
  const byPid = new Map(lines.map((line) => [line.pid, line]));
  const infoOf = (pid: number, depth = 0): ProcessInfo | undefined => {
    const line = byPid.get(pid);
    return line && depth < 3 ? { pid, command: line.command, parent: infoOf(line.parentPid, depth + 1) } : undefined;
  };
  const ours = lines.filter(({ command }) => /\/postgres( |$)/.test(command) && `${command} `.includes(` -D ${folder} `));
  return ours.flatMap(({ pid }) => infoOf(pid) ?? []);
}
