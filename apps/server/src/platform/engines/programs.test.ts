import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { linkTree } from './link-tree.ts';
import { isReachable } from './reach.ts';
import type { EngineUser } from './user.ts';

const root = mkdtempSync(join(tmpdir(), 'vigil-programs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the ticks engine’s program imports nothing of ours from outside the folder that is placed with it', () => {
  const ticks = join(import.meta.dirname, '..', 'ticks');
  const child = join(ticks, 'child');
  const sources = readdirSync(child).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const imported = sources.flatMap((name) => {
    const text = readFileSync(join(child, name), 'utf8');
    return [...text.matchAll(/^import (?!type)[^;]*from '([.#][^']*)';$/gm)].map((match) => match[1] ?? '');
  });
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((path) => path.startsWith('#') || !resolve(child, path).startsWith(`${ticks}/`))).toEqual([]);
});

test('what is placed can be read and run by everybody, also where the original is closed, and links stay links', () => {
  const from = join(root, 'from');
  mkdirSync(join(from, 'bin'), { recursive: true });
  writeFileSync(join(from, 'bin', 'program'), '#!/bin/sh\necho ran\n');
  chmodSync(join(from, 'bin', 'program'), 0o700);
  writeFileSync(join(from, 'open'), 'open');
  chmodSync(join(from, 'open'), 0o644);
  symlinkSync('open', join(from, 'link'));
  chmodSync(from, 0o700);
  const to = join(root, 'to');
  linkTree([{ from, to: 'all' }], to);
  expect(statSync(join(to, 'all', 'bin', 'program')).mode & 0o777).toBe(0o755);
  expect(statSync(join(from, 'bin', 'program')).mode & 0o777).toBe(0o700);
  expect(statSync(join(to, 'all', 'open')).ino).toBe(statSync(join(from, 'open')).ino);
  expect(readFileSync(join(to, 'all', 'link'), 'utf8')).toBe('open');
  expect(spawnSync(join(to, 'all', 'bin', 'program'), { encoding: 'utf8' }).stdout).toBe('ran\n');
  for (const folder of [to, join(to, 'all'), join(to, 'all', 'bin')]) expect(statSync(folder).mode & 0o777).toBe(0o755);
});

test('a folder is reachable when every one above it may be searched', () => {
  const stranger: EngineUser = { kind: 'dedicated', uid: 61_999, gid: 61_999 };
  const closed = join(root, 'closed');
  mkdirSync(join(closed, 'inside'), { recursive: true });
  chmodSync(root, 0o755);
  expect(isReachable(stranger, join(closed, 'inside'))).toBe(true);
  chmodSync(closed, 0o700);
  expect(isReachable(stranger, join(closed, 'inside'))).toBe(false);
  const owner = statSync(closed);
  expect(isReachable({ kind: 'dedicated', uid: owner.uid, gid: owner.gid }, join(closed, 'inside'))).toBe(true);
  expect(isReachable({ ...stranger, kind: 'self' }, join(closed, 'inside'))).toBe(true);
});
