// Finds which tables a source reads and writes, by the SQL in its texts.
import { parseSync, Visitor } from 'oxc-parser';

/** One use of a table. `table` is null when its name is put together at run time. */
export interface TableUse {
  readonly table: string | null;
  readonly writes: boolean;
}

/** What a source does with tables. */
export interface TableUses {
  readonly uses: readonly TableUse[];
  /** It has a text that names a table, or where to look for one, otherwise than as `vigil.<table>`. */
  readonly spellsOtherwise: boolean;
}

/** The tables that a migration makes and leaves; what it drops again was a step on its way. */
export function tablesOf(migration: string): string[] {
  const sql = sqlOf(migration);
  const isDroppedAfter = (name: string, from: number) =>
    [...sql.matchAll(dropped)].some(({ 1: table, index }) => table === name && index > from);
  return [...sql.matchAll(made)].flatMap(({ 1: kind = '', 2: name = '', index }) =>
    (kind === 'table' || kind.endsWith('view')) && !isDroppedAfter(name, index) ? [name] : [],
  );
}

/** The functions that a migration makes: calling one is no use of the tables behind it, as it gives no more than it must. */
export function functionsOf(migration: string): string[] {
  return [...sqlOf(migration).matchAll(made)].flatMap(([, kind, name = '']) => (kind === 'function' || kind === 'procedure' ? [name] : []));
}

const made = /\bcreate (?:or replace |unlogged )?(table|view|materialized view|function|procedure) (?:if not exists )?vigil\.([a-z0-9_]+)/g;

const dropped = /\bdrop table (?:if exists )?vigil\.([a-z0-9_]+)/g;

/** Without comments, in small letters, with single spaces. */
function sqlOf(text: string) {
  return onOneLine(text).toLowerCase();
}

function onOneLine(text: string) {
  const lines = text.split('\n').map((line) => line.split('--')[0] ?? '');
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}

/**
 * Every table `vigil.…` in the texts of a source: after `into`, `update`, `delete from` and their like it is written, else
 * read. A text that is nothing but the name is handed on to whatever inserts, and counts as written. Comments count for
 * nothing, and neither do calls of `functions` nor names that are no tables' and stand where none can be, as of a setting.
 */
export function usesOf(file: string, source: string, tables: ReadonlySet<string>, functions: ReadonlySet<string>): TableUses {
  const texts = textsOf(file, source);
  const uses = texts.flatMap((text) => {
    const sql = sqlOf(text);
    return [...sql.matchAll(named)].flatMap(({ 0: all, 1: table = '', index }) => {
      const before = sql.slice(0, index).replace(/ only $/, ' ');
      const follows = (keyword: string) => before.endsWith(`${keyword} `);
      const writes = writing.some(follows);
      if (tables.has(table)) return [{ table, writes: writes || sql === all }];
      if (functions.has(table) || !(writes || reading.some(follows))) return [];
      return [{ table: table === '' ? null : table, writes }];
    });
  });
  return { uses, spellsOtherwise: texts.some((text) => spellsOtherwise(onOneLine(text), tables)) };
}

/**
 * Whether a text names a table in another spelling: the schema or the table in quotes, with spaces around the dot, with an
 * expression in place of the schema, broken off before the dot or begun with it, or left to a search path. SQL is not parsed: whatever of this
 * could be meant is refused. Elsewhere the word stands for itself, as in `schema vigil`, and in sentences, where it has a capital.
 */
function spellsOtherwise(text: string, tables: ReadonlySet<string>): boolean {
  const isTable = (name = '') => tables.has(name.toLowerCase());
  const standsAsTable = (at: number) => [...reading, ...writing].some((word) => text.slice(0, at).toLowerCase().endsWith(`${word} `));
  const namesTable = (end: number) => isTable(/^ ?\. ?["`]?(\w+)/.exec(text.slice(end))?.[1]);
  const schemas = [...text.matchAll(/["`]?\bvigil\b["`]?/gi)];
  return (
    /\bsearch_path\b/i.test(text) ||
    isTable(/^…?\.(\w+)/.exec(text)?.[1]) ||
    [...text.matchAll(/…/g)].some(({ index }) => standsAsTable(index) && namesTable(index + 1)) ||
    schemas.some(({ 0: schema, index }) => {
      const end = index + schema.length;
      if (/^vigil$/i.test(schema) && /^\.[\w…]/.test(text.slice(end))) return false;
      return namesTable(end) || (standsAsTable(index) && schema !== 'Vigil');
    })
  );
}

const reading = ['from', 'join', 'using'];

/** The words that stand before a table that is written. */
const writing = [
  'into',
  'update',
  'delete from',
  'truncate',
  'copy',
  'alter table',
  'drop table',
  'truncate table',
  'lock table',
  'optimize table',
];

/** The name is empty where an expression stands in its place. */
const named = /\bvigil\.([a-z0-9_]*)/g;

/** The string literals and templates of a source; an expression in a template is a blank that is no part of a name. */
function textsOf(file: string, source: string) {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const texts: string[] = [];
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') texts.push(node.value);
    },
    TemplateLiteral: (node) => {
      texts.push(node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…'));
    },
  }).visit(program);
  return texts;
}
