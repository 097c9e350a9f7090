import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newDataDir, removeDataDir, vigil } from './server.ts';

/* What the operator's tool says and leaves behind when it is called wrongly. */
const folder = newDataDir();
afterAll(() => removeDataDir(folder));

const member = ['--tenant', 'demo', '--member', 'm@demo.example'];
const few = [
  ['backup', join(folder, 'backup.tar.zst')],
  ['tenant', 'list'],
];
const all = [
  ...few,
  ['user', 'list', '--tenant', 'demo'],
  ['user', 'create', '--tenant', 'demo', '--email', 'a@demo.example', '--given', 'A', '--family', 'B', '--role', 'nurse'],
  ['token', '--account', 'a@demo.example'],
  ['device', 'list', ...member],
  ['device', 'create', ...member, '--label', 'Band'],
  ['device', 'revoke', ...member, '--device', 'x'],
  ['import', join(import.meta.filename), ...member],
  ['audit', 'anchor'],
];

test.each([
  ['that is not there', all, join(folder, 'mistyped'), {}],
  ['that is empty', few, join(folder, 'empty'), {}],
  [
    'without secrets, beside servers of its own',
    few,
    join(folder, 'mistyped'),
    { DATABASE_URL: 'postgres://u:p@127.0.0.1:9/v', TICKS_URL: 'http://127.0.0.1:9' },
  ],
])('no command but those that begin an installation makes anything in a DATA_DIR %s', async (_, commands, dataDir, env) => {
  mkdirSync(join(folder, 'empty'), { recursive: true });
  for (const command of commands) {
    const { code, stdout, stderr } = await vigil(dataDir, command, env);
    expect([command, stdout, stderr]).toEqual([
      command,
      '',
      `There is no Vigil data in ${dataDir}. Name the right folder in DATA_DIR; npm start makes a new one.\n`,
    ]);
    expect(code).toBe(1);
  }
  expect(readdirSync(folder)).toEqual(['empty']);
  expect(readdirSync(join(folder, 'empty'))).toEqual([]);
});

test('doctor tells what it finds of the machine, and a DATA_DIR without data as broken', async () => {
  const dataDir = join(folder, 'mistyped');
  const { code, stdout } = await vigil(dataDir, ['doctor']);
  expect(stdout).toContain('Node.js: v24');
  expect(stdout).toContain(`BROKEN  Stores: There is no Vigil data in ${dataDir}.`);
  expect(stdout).not.toMatch(/All is well|Nothing is broken/);
  expect(code).toBe(1);
  expect(existsSync(dataDir)).toBe(false);
});

test('stores without their secrets are not taken for an empty folder', async () => {
  const dataDir = join(folder, 'no-secrets');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  const { code, stderr } = await vigil(dataDir, ['tenant', 'list']);
  expect(stderr).toBe(
    `${join(dataDir, 'secrets.json')} is missing, and the stores beside it open only with it. Nothing was changed: put the file back from a backup (it is in every one as files/secrets.json).\n`,
  );
  expect(code).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['postgres']);
  removeDataDir(dataDir);
});

test('doctor given an anchor that cannot be read, or that is none, says so before anything is examined', async () => {
  for (const [given, words] of [
    [join(folder, 'nofile'), `--anchor names ${join(folder, 'nofile')}, which cannot be read (ENOENT)`],
    ['{}', 'There is no anchor of an audit log in what --anchor names.'],
  ] as const) {
    const { code, stdout, stderr } = await vigil(join(folder, 'mistyped'), ['doctor', '--anchor', given]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr).toContain('Usage: npm run -s vigil -- doctor');
  }
});

test('tenant create begins an installation, which the other commands then find', async () => {
  const dataDir = join(folder, 'new');
  const created = await vigil(dataDir, ['tenant', 'create', 'clinic']);
  expect(created.stdout).toContain('Links for clinic go to http://localhost:3000, the portal’s own address.');
  expect(created.code).toBe(0);
  const { code, stdout } = await vigil(dataDir, ['tenant', 'list']);
  expect([code, stdout.split('\t')[0]]).toEqual([0, 'clinic']);
  const { stdout: examined } = await vigil(dataDir, ['doctor']);
  expect(examined).toContain('ok      Host names: links lead to http://localhost:3000\n');
});
