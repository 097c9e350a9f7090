// Two commands at once in one checkout must not install or build into each other: one works, the other waits.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from './say.mjs';

const beatMs = 2_000;
/** A holder on another machine (a shared folder, a container) cannot be asked; it is taken for dead after so long a silence. */
const strangerSilentMs = 20_000;
/** A program outlives its killed starter silently; after so long its number is taken to be somebody else's by now. */
const programSilentMs = 600_000;
const askAgainMs = 200;

/**
 * Waits until the turn is ours. The holder is in the file: its process and the program that it has started, either of
 * which may outlive the other; when both are gone, the turn is free however they ended.
 */
export async function takeTurn(path) {
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  for (;;) {
    if (tryToTake(path)) break;
    if (isAbandoned(path)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!told) say(`another command is setting up this folder; waiting for it (if there is none, remove ${path})`);
    told = true;
    await pause(askAgainMs);
  }
  const beat = setInterval(() => touch(path), beatMs);
  beat.unref();
  return {
    /** Notes the program that works for us, which goes on when this process is killed. */
    workedOnBy(program) {
      writeFileSync(path, holder(program));
    },
    end() {
      clearInterval(beat);
      rmSync(path, { force: true });
    },
  };
}

function holder(program) {
  return JSON.stringify({ host: hostname(), process: process.pid, program });
}

/** A link either appears whole or not at all, so that nobody reads half a file. */
function tryToTake(path) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, holder());
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function isAbandoned(path) {
  const silentMs = silence(path);
  if (silentMs === undefined) return false;
  const { host, process: holding, program } = readHolder(path);
  if (host === hostname()) return ![holding, program].some(isAlive) || silentMs > programSilentMs;
  return silentMs > strangerSilentMs;
}

/** Undefined when the turn has just been given back. */
function silence(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

/** Names nobody while it is being written, or when a full disk left it empty. */
function readHolder(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

function isAlive(id) {
  if (id === undefined) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function touch(path) {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The folder was taken away under us; the work itself will say so.
  }
}
