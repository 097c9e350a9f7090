// Compares who uses which table with who may.
import { dirname } from 'node:path/posix';
import type { Ownership } from './owners.ts';
import { functionsOf, tablesOf, usesOf } from './uses.ts';

export interface Project {
  /** Texts of the migrations. */
  readonly migrations: readonly string[];
  /** The server's sources, tests left out: path from apps/server/src → text. */
  readonly sources: ReadonlyMap<string, string>;
}

interface Rules {
  readonly owners: Readonly<Record<string, Ownership>>;
  /** Folders whose SQL may put the name of a table together, and why. */
  readonly wholeStore: Readonly<Record<string, string>>;
}

/** Every use of a table that its owner did not make and that is not listed; and what is listed and is not so. */
export function judgeTables({ migrations, sources }: Project, { owners, wholeStore }: Rules): string[] {
  const tables = new Set(migrations.flatMap(tablesOf));
  const functions = new Set(migrations.flatMap(functionsOf));
  const faults = [
    ...[...tables].filter((table) => !(table in owners)).map((table) => `vigil.${table} has no owner: name the folder that writes it.`),
    ...Object.keys(owners).flatMap((table) => (tables.has(table) ? [] : [`vigil.${table} has an owner, and no migration makes it.`])),
  ];
  const done = new Set<string>();
  for (const [path, source] of sources) {
    const folder = folderOf(path, sources);
    const { uses, spellsOtherwise } = usesOf(path, source, tables, functions);
    if (spellsOtherwise && !(folder in wholeStore)) faults.push(`${path} names a table otherwise than in full, as vigil.<table>.`);
    for (const { table, writes } of uses) {
      if (table === null) {
        if (!(folder in wholeStore)) faults.push(`${path} puts the name of a table together, so that nobody can judge it.`);
        continue;
      }
      const by = owners[table];
      if (!by) {
        if (!tables.has(table)) faults.push(`${path} names vigil.${table}, which no migration makes.`);
        continue;
      }
      done.add(`${table} ${writes ? 'writers' : 'readers'} ${folder}`);
      const listed = folder === by.owner || folder in (by.writers ?? {}) || (!writes && folder in (by.readers ?? {}));
      if (!listed)
        faults.push(`${path} ${writes ? 'writes' : 'reads'} vigil.${table}, which ${by.owner} owns: ask it, or list the reason.`);
    }
  }
  return [...faults, ...unused(owners, done)];
}

/** Owners that write nothing and exceptions that nobody needs: what is listed is what is so. */
function unused(owners: Rules['owners'], done: ReadonlySet<string>) {
  return Object.entries(owners).flatMap(([table, { owner, writtenBy, readers = {}, writers = {} }]) => [
    ...unwritten(table, owner, done.has(`${table} writers ${owner}`), writtenBy !== undefined),
    ...Object.keys(readers).flatMap((one) =>
      done.has(`${table} readers ${one}`) ? [] : [`${one} does not read vigil.${table} any more.`],
    ),
    ...Object.keys(writers).flatMap((one) =>
      done.has(`${table} writers ${one}`) ? [] : [`${one} does not write vigil.${table} any more.`],
    ),
  ]);
}

function unwritten(table: string, owner: string, isWritten: boolean, isExcepted: boolean) {
  if (isWritten && isExcepted) return [`${owner} writes vigil.${table}, of which it is listed that no source does.`];
  return isWritten || isExcepted ? [] : [`${owner} owns vigil.${table} and does not write it.`];
}

/** The module that a source is of, `platform/<folder>`, or the folder beside them. */
function folderOf(path: string, sources: ReadonlyMap<string, string>) {
  const folders = path.split('/');
  if (folders[0] === 'platform') return folders.slice(0, Math.min(2, folders.length - 1)).join('/');
  if (folders[0] !== 'services') return folders[0] ?? path;
  let folder = dirname(path);
  while (!sources.has(`${folder}/index.ts`) && folder.split('/').length > 2) folder = dirname(folder);
  return folder;
}
