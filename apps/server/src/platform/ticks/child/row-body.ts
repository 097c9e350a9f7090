import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from 'chdb';
import { BadStatement } from './parameters.ts';

/**
 * Runs an insert that came with a RowBinary body. chdb has no stream of rows into a statement, so the body goes
 * through a file that the engine maps into memory; it lives as long as the statement and need not be fsynced.
 * Throws BadStatement when it is not one of the two forms that the client writes:
 * `INSERT INTO t (a, b) FORMAT RowBinary` and `INSERT INTO t (a, b) SELECT … FROM input('structure') … FORMAT RowBinary`.
 */
export async function insertBody(session: Session, folder: string, sql: string, body: Buffer): Promise<void> {
  const path = join(folder, `${process.pid}-${sequence++}.rows`);
  const statement = await overFile(session, sql, path);
  try {
    await writeFile(path, body, { mode: 0o600 });
    await session.queryAsync(statement);
  } finally {
    await unlink(path).catch(() => undefined);
  }
}

let sequence = 0;

async function overFile(session: Session, sql: string, path: string): Promise<string> {
  const withoutFormat = sql.trimEnd().replace(/\s+FORMAT\s+RowBinary$/i, '');
  if (withoutFormat === sql.trimEnd()) throw unsupported();
  if (/\binput\s*\(/i.test(withoutFormat)) {
    return withoutFormat.replace(
      /\binput\s*\(\s*('(?:[^'\\]|\\.)*')\s*\)/i,
      (_, structure: string) => `file('${path}', 'RowBinary', ${structure})`,
    );
  }
  const plain = /^INSERT\s+INTO\s+([\w.`]+)\s*\(([^)]*)\)$/i.exec(withoutFormat.trim());
  if (!plain?.[1] || !plain[2]) throw unsupported();
  const types = await columnTypes(session, plain[1]);
  const structure = plain[2].split(',').map((column) => {
    const name = column.trim().replaceAll('`', '');
    const type = types.get(name);
    if (type === undefined)
      throw new BadStatement(`Code: 16. DB::Exception: There is no column ${name} in table ${plain[1]}. (NO_SUCH_COLUMN_IN_TABLE)`);
    return `${name} ${type}`;
  });
  const quoted = structure.join(', ').replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `${withoutFormat} SELECT * FROM file('${path}', 'RowBinary', '${quoted}')`;
}

async function columnTypes(session: Session, table: string): Promise<Map<string, string>> {
  const described = await session.queryAsync(`DESCRIBE TABLE ${table}`, { format: 'JSONCompactEachRow' });
  const rows = described
    .text()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as [name: string, type: string]);
  return new Map(rows.map(([name, type]) => [name, type]));
}

function unsupported(): BadStatement {
  return new BadStatement(
    'Code: 48. DB::Exception: An insert with a body must end in FORMAT RowBinary and name its columns. (NOT_IMPLEMENTED)',
  );
}
