import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from 'chdb';
import { behindSpace, endOfOpaque } from '../sql-text.ts';
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
  const beforeFormat = withoutLastWord(sql.trimEnd(), 'RowBinary');
  const statement = beforeFormat === null ? null : withoutLastWord(beforeFormat, 'FORMAT');
  if (statement === null) throw unsupported();
  const input = /\binput\s*\(/i.exec(statement);
  if (input) return withFileAsInput(statement, input, path);
  const plain = /^INSERT\s+INTO\s+([\w.`]+)\s*\(([^)]*)\)$/i.exec(statement.trim());
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
  return `${statement} SELECT * FROM file('${path}', 'RowBinary', '${quoted}')`;
}

/** The statement with `input('structure')` read from the file. */
function withFileAsInput(statement: string, input: RegExpExecArray, path: string): string {
  const from = behindSpace(statement, input.index + input[0].length);
  const to = statement[from] === "'" ? endOfOpaque(statement, from) : from;
  const close = behindSpace(statement, to);
  if (to === from || statement[close] !== ')') throw unsupported();
  return `${statement.slice(0, input.index)}file('${path}', 'RowBinary', ${statement.slice(from, to)})${statement.slice(close + 1)}`;
}

/** What stands before the last word and the white space in front of it; null when the last word is another. */
function withoutLastWord(text: string, word: string): string | null {
  const rest = text.slice(0, -word.length);
  const trimmed = rest.trimEnd();
  return text.slice(rest.length).toLowerCase() === word.toLowerCase() && trimmed.length < rest.length ? trimmed : null;
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
