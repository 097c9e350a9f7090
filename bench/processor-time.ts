import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second, whatever its own tick. */
const ticksPerSecond = 100;

/**
 * Seconds of processor time that a process has used, with all that it started and that still run. NaN where there is no /proc
 * to tell (not on Linux).
 */
export function cpuSeconds(pid: number): number {
  let ids: string[];
  try {
    ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return Number.NaN;
  }
  const processes = ids.flatMap((id) => readProcess(id) ?? []);
  const family = new Set([pid]);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  }
  return processes.filter(({ id }) => family.has(id)).reduce((sum, { seconds }) => sum + seconds, 0);
}

function readProcess(id: string): { id: number; parent: number; seconds: number } | null {
  try {
    // The name stands in brackets and may hold anything; what follows are the third and later fields of proc_pid_stat(5).
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { id: Number(id), parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond };
  } catch {
    return null; // It has ended meanwhile.
  }
}
