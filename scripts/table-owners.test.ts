import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgeTables } from './tables/judge.ts';
import { owners, wholeStore } from './tables/owners.ts';

const root = join(import.meta.dirname, '..');

test('every table has an owner, which alone writes and reads it but for what is listed with a reason', () => {
  const migrations = ['db/postgres', 'db/ticks'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  const sources = serverSources();
  expect(sources.size).toBeGreaterThan(200);
  expect(Object.keys(owners).length).toBeGreaterThan(20);
  expect(judgeTables({ migrations, sources }, { owners, wholeStore })).toEqual([]);
});

describe('is noticed', () => {
  const migrations = [
    'create table vigil.notes (id uuid);\ncreate table if not exists vigil.drafts (id uuid);',
    'create function vigil.notes_of(member uuid) returns setof uuid language sql as $$ select id from vigil.notes $$;',
  ];
  const both = { owners: { notes: { owner: 'services/notary' }, drafts: { owner: 'services/notary' } }, wholeStore: {} };
  const own = "const sql = 'insert into vigil.notes (id) values ($1)'; const draft = `delete\n from vigil.drafts`;";
  const judged = (path: string, source: string, rules = both) =>
    judgeTables(
      {
        migrations,
        sources: new Map([
          ['services/notary/index.ts', ''],
          ['services/notary/queries/notes.ts', own],
          ['services/notary/inner/index.ts', ''],
          [path, source],
        ]),
      },
      rules,
    );

  test.each([
    ["'insert into vigil.notes values (1)'", 'writes'],
    ["'INSERT INTO  vigil.notes values (1)'", 'writes'],
    ["'update vigil.notes set id = $1'", 'writes'],
    ["'update only vigil.notes set id = $1'", 'writes'],
    ['`with gone as (delete from\n vigil.notes returning id) select 1`', 'writes'],
    ["'truncate vigil.notes'", 'writes'],
    ["'copy vigil.notes from stdin'", 'writes'],
    // Handed on to whatever inserts.
    ["'vigil.notes'", 'writes'],
    ["'select 1 from vigil.notes'", 'reads'],
    [`\`select \${columns} from vigil.notes_of($1) join vigil.notes n using (id)\``, 'reads'],
    ["'select 1 from a, vigil.notes'", 'reads'],
    [`sql\`select exists (select from vigil.notes where id = \${id})\``, 'reads'],
  ])('a foreign folder with %s %s', (text, does) => {
    expect(judged('http/directory.ts', `const found = ${text};`)).toContainEqual(
      expect.stringContaining(`http/directory.ts ${does} vigil.notes`),
    );
  });

  test.each([
    `'select 1 from "vigil"."notes"'`,
    `'select 1 from "vigil".notes'`,
    `'select 1 from vigil."notes"'`,
    `'select 1 from a, "vigil"."notes"'`,
    "'select 1 from vigil . notes'",
    "'select 1 from a, vigil .notes'",
    `\`select 1 from vigil\n  .notes\``,
    "'SELECT 1 FROM VIGIL . NOTES'",
    "'select 1 from vigil' + '.notes'",
    "'select 1 from Vigil' + '.notes'",
    "'insert into vigil'",
    "'select 1 from `vigil`.`notes`'",
    '`select 1 from \\`vigil\\`.\\`notes\\``',
    `\`select 1 from \${schema}.notes\``,
    `\`update \${schema} . notes set id = 1\``,
    `\`\${schema}.notes\``,
    "'set search_path to vigil'",
  ])('%s names a table otherwise than in full', (text) => {
    expect(judged('http/a.ts', `const a = ${text};`)).toContainEqual('http/a.ts names a table otherwise than in full, as vigil.<table>.');
    expect(judged('services/notary/a.ts', `const a = ${text};`)).not.toEqual([]);
    expect(judged('http/a.ts', `const a = ${text};`, { ...both, wholeStore: { http: 'why' } })).toEqual([]);
  });

  test.each([
    "'create schema vigil'",
    "'grant usage on schema vigil to vigil_app'",
    "'set role vigil_app'",
    "'a mail that comes from Vigil'",
    "'Somebody opened a way past Vigil. Find out who.'",
    "'@vigil/contract'",
    "'vigil'",
    "'vigil-page'",
    `\`select \${columns} from vigil.notes_of($1) as found where \${found}.id = $2\``,
    "'./notes.ts'",
    "'.noted'",
  ])('%s names no table', (text) => {
    expect(judged('http/a.ts', `const a = ${text};`)).toEqual([]);
  });

  test('a module within the module is another, and so is a folder of platform', () => {
    for (const path of ['services/notary/inner/inner.store.ts', 'platform/audit/audit.store.ts'])
      expect(judged(path, "const a = 'select 1 from vigil.notes';")).toEqual([expect.stringContaining(`${path} reads vigil.notes`)]);
  });

  test('the owner, its queries, a call of a function, a comment and a setting are let through', () => {
    for (const [path, source] of [
      ['services/notary/notary.store.ts', "const a = 'select 1 from vigil.notes';"],
      ['http/directory.ts', "const a = 'select * from vigil.notes_of($1)';"],
      ['http/directory.ts', '// update vigil.notes\nconst a = 1;'],
      ['http/directory.ts', "const a = 'select 1 -- from vigil.notes\\n';"],
      ['http/directory.ts', 'const a = "select set_config(\'vigil.tenant_id\', $1, true)";'],
    ] as const)
      expect(judged(path, source)).toEqual([]);
  });

  test('a reason to read is none to write; a listed writer may read', () => {
    const reader = { ...both, owners: { ...both.owners, notes: { owner: 'services/notary', readers: { http: 'why' } } } };
    expect(judged('http/a.ts', "const a = 'select 1 from vigil.notes';", reader)).toEqual([]);
    expect(judged('http/a.ts', "const a = ['select 1 from vigil.notes', 'update vigil.notes set id = 1'];", reader)).toEqual([
      expect.stringContaining('http/a.ts writes vigil.notes'),
    ]);
    const writer = { ...both, owners: { ...both.owners, notes: { owner: 'services/notary', writers: { http: 'why' } } } };
    expect(judged('http/a.ts', "const a = ['select 1 from vigil.notes', 'update vigil.notes set id = 1'];", writer)).toEqual([]);
  });

  test('a table without an owner, an owner of no table, and one that does not write', () => {
    const said = judged('a.ts', '', {
      owners: { notes: { owner: 'http' }, gone: { owner: 'http' } },
      wholeStore: {},
    } as unknown as typeof both);
    expect(said).toContainEqual(expect.stringContaining('vigil.drafts has no owner'));
    expect(said).toContainEqual(expect.stringContaining('vigil.gone has an owner, and no migration makes it'));
    expect(said).toContainEqual(expect.stringContaining('http owns vigil.notes and does not write it'));
  });

  test('an owner that is listed as writing nothing, and writes', () => {
    const listed = { ...both, owners: { ...both.owners, notes: { owner: 'services/notary', writtenBy: 'a trigger' } } };
    expect(judged('a.ts', '', listed)).toEqual(['services/notary writes vigil.notes, of which it is listed that no source does.']);
  });

  test('an exception that nobody needs any more', () => {
    const listed = {
      ...both,
      owners: { ...both.owners, notes: { owner: 'services/notary', readers: { http: 'why' }, writers: { demo: 'why' } } },
    };
    expect(judged('a.ts', '', listed)).toEqual(['http does not read vigil.notes any more.', 'demo does not write vigil.notes any more.']);
  });

  test('a table that no migration makes, and one whose name is put together', () => {
    expect(judged('http/a.ts', "const a = 'select 1 from vigil.nots';")).toEqual([
      expect.stringContaining('vigil.nots, which no migration makes'),
    ]);
    expect(judged('http/a.ts', `const a = \`delete from vigil.\${table}\`;`)).toEqual([
      expect.stringContaining('puts the name of a table together'),
    ]);
  });
});

function serverSources() {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'apps/server/src'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = [...new Set(stdout.split('\0'))].filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'),
  );
  const present = files.filter((file) => existsSync(join(root, file)));
  return new Map(present.map((file) => [file.slice('apps/server/src/'.length), readFileSync(join(root, file), 'utf8')]));
}
