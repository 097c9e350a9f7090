import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passOn } from './pass-on.ts';
import { isAlive } from './processes.ts';

/*
 * Networks of this machine's own, between it and a namespace in which a browser runs: a real change of networks, as a phone makes it
 * that leaves the Wi-Fi. Addresses are of the range that is set aside for such tests (RFC 2544).
 */
const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
const ip = (...args: string[]) => run('ip', ...args);

let areThere: boolean | undefined;

/** Whether this machine lets us make networks, as root's usually does; where it does not, one line says what is left out. */
export function hasNetworks(): boolean {
  if (areThere === undefined) {
    const name = `vigil-try-${process.pid}`;
    try {
      ip('netns', 'add', name);
      ip('netns', 'delete', name);
      areThere = true;
    } catch {
      areThere = false;
      console.warn('Networks of our own cannot be made here: calls whose network changes, and stores whose host vanishes, are not tested');
    }
  }
  return areThere;
}

export interface Place {
  /** Where this machine is reached from within, over whichever network it has. */
  readonly here: string;
  /** A program that starts `program` in there. */
  starter(program: string): string;
  /** Its own address in a network. */
  addressIn(network: number): string;
  /** From now on it has this network alone; null: none. */
  use(network: number | null): void;
  /** Lets it reach a port of this machine that others do not: at `here`. */
  open(port: number): Promise<void>;
  /** The server at this address of this machine as one that stands in there, in a network: where it is reached then. */
  standIn(url: string, network: number): Promise<string>;
  close(): void;
}

/** A process that was killed leaves its place, whose addresses the next one needs. */
function removeLeftPlaces(): void {
  for (const name of readdirSync('/var/run/netns')) {
    const pid = /^vigil-place-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) ip('netns', 'delete', name);
  }
}

/** A place apart from this machine, with two networks to it of which none is up yet. */
export function makePlace(): Place {
  const name = `vigil-place-${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), 'vigil-place-'));
  // Test files at work at the same time have addresses of their own.
  const firstOfThree = 10 * Number(process.env.VITEST_POOL_ID ?? 0);
  const here = `198.18.${firstOfThree}.1`;
  const networks = [1, 2].map((number) => ({
    outer: `vgo${number}-${process.pid}`,
    inner: `net${number}`,
    ofThree: `198.18.${firstOfThree + number}`,
  }));
  const networkOf = (number: number) => {
    const { [number]: found } = networks;
    if (!found) throw new Error(`There is no network ${number}.`);
    return found;
  };
  const doors: Server[] = [];
  const forwarders: ChildProcess[] = [];
  const inside = (...args: string[]) => ip('-n', name, ...args);

  const open = (port: number) =>
    new Promise<void>((resolve, reject) => {
      const door = passOn(port, '127.0.0.1');
      doors.push(door);
      door.once('error', reject);
      door.listen(port, here, resolve);
    });
  const addressIn = (network: number) => `${networkOf(network).ofThree}.2`;
  const starter = (program: string) => {
    const path = join(folder, 'start');
    writeFileSync(path, `#!/bin/sh\nexec ip netns exec ${name} '${program}' "$@"\n`);
    chmodSync(path, 0o755);
    return path;
  };

  removeLeftPlaces();
  ip('netns', 'add', name);
  inside('link', 'set', 'lo', 'up');
  ip('address', 'replace', `${here}/32`, 'dev', 'lo');
  for (const { outer, inner, ofThree } of networks) {
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
    ip('address', 'add', `${ofThree}.1/24`, 'dev', outer);
    ip('link', 'set', outer, 'up');
  }
  return {
    here,
    starter,
    addressIn,
    use(number) {
      for (const { inner } of networks) {
        inside('address', 'flush', 'dev', inner);
        inside('link', 'set', inner, 'down');
      }
      if (number === null) return;
      const { inner, ofThree } = networkOf(number);
      inside('link', 'set', inner, 'up');
      inside('address', 'add', `${ofThree}.2/24`, 'dev', inner);
      inside('route', 'add', 'default', 'via', `${ofThree}.1`);
    },
    open,
    async standIn(url, network) {
      const { port } = new URL(url);
      await open(Number(port));
      const forwarder = spawn(starter(process.execPath), [join(import.meta.dirname, 'forwarder.ts'), port, here, port], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      forwarders.push(forwarder);
      await once(forwarder.stdout as NonNullable<typeof forwarder.stdout>, 'data');
      return Object.assign(new URL(url), { hostname: addressIn(network) }).toString();
    },
    close() {
      for (const forwarder of forwarders) forwarder.kill();
      for (const door of doors) door.close();
      for (const { outer } of networks) ip('link', 'delete', outer);
      ip('netns', 'delete', name);
      ip('address', 'delete', `${here}/32`, 'dev', 'lo');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
