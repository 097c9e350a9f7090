import { describe, expect, it } from 'vitest';
import { parameterNames } from './child/parameters.ts';
import { withSettings } from './settings.ts';

describe('settings in the SQL', () => {
  it.each([
    ['a question', 'select 1;', 'select 1\nsettings '],
    ['a question with a comment before it', '-- why\nselect 1', '-- why\nselect 1\nsettings '],
    ['a question in brackets behind comments', '/* a */ -- b\n(select 1)', '/* a */ -- b\n(select 1)\nsettings '],
    ['a question with a CTE', 'with 1 as a select a', 'with 1 as a select a\nsettings '],
    ['a question with settings of its own', 'select 1 settings max_threads = 1', 'select 1 settings max_threads = 1, '],
    ['a column that is called settings', 'select settings from t where a = 1', 'select settings from t where a = 1\nsettings '],
  ])('follow %s', (_, sql, begins) => {
    expect(withSettings(sql, 7).startsWith(`${begins}session_timezone = 'UTC'`)).toBe(true);
    expect(withSettings(sql, 7)).toMatch(/max_execution_time = 7$/);
  });

  it('leave DDL alone, where the word means settings of a table', () => {
    expect(withSettings('create table t (a UInt8) engine = MergeTree order by a', 7)).toBe(
      'create table t (a UInt8) engine = MergeTree order by a',
    );
  });
});

it.each([
  ['brackets', '('.repeat(200_000)],
  ['comments', '/**/'.repeat(100_000)],
  ['strings with escaped marks', "'\\".repeat(100_000)],
  ['openings of a parameter', '{ a :'.repeat(100_000)],
  ['ends', `select ${';'.repeat(200_000)} `],
  ['words', 'select settings a '.repeat(50_000)],
])('a statement of nothing but %s takes time in proportion to its length', (_, sql) => {
  const before = process.threadCpuUsage();
  withSettings(sql, 7);
  parameterNames(sql);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1_000);
});

describe('parameters in the SQL', () => {
  it.each([
    ['one used twice', 'select {a:UUID}, {a:UUID}', ['a']],
    ['types with brackets', "select {a:Array(String)}, { b : DateTime64(3, 'UTC') }", ['a', 'b']],
    ['none in a string', "select '{a:String}', 'it''s {b:String}', '\\'{c:String}'", []],
    ['none in comments or quoted names', 'select `{a:String}` /* {b:String} */ -- {c:String}\n, "{d:String}"', []],
    ['none behind a string that is never closed', "select 'a {b:String}", []],
    ['no map', "select {'key': 1}, map('a', 1)", []],
  ])('%s', (_, sql, names) => {
    expect([...parameterNames(sql)]).toEqual(names);
  });
});
