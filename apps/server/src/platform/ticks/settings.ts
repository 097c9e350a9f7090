import { behindSpace, endOfComment } from './sql-text.ts';

/**
 * Settings stand in the SQL: beside it they would stay on a session of the embedded engine and reach other questions.
 * Only statements that read are given any; in DDL the word means settings of a table.
 */
export function withSettings(sql: string, maxSeconds: number, more: Readonly<Record<string, string>> = {}): string {
  if (!reads.test(sql.slice(startOf(sql)))) return sql;
  const settings = Object.entries({ ...always, ...more, max_execution_time: String(maxSeconds) }).map(
    ([name, value]) => `${name} = ${value}`,
  );
  const statement = withoutEnd(sql.trim());
  const behindBrackets = statement.slice(Math.max(statement.lastIndexOf('('), statement.lastIndexOf(')')) + 1);
  const joint = /\bsettings\s+\w+\s*=/i.test(behindBrackets) ? ', ' : '\nsettings ';
  return `${statement}${joint}${settings.join(', ')}`;
}

const reads = /^(?:select|with|insert)\b/i;

/** Where the statement's first word stands, behind white space, comments and opening brackets. */
function startOf(sql: string): number {
  let at = 0;
  for (;;) {
    const next = sql[at] === '(' ? at + 1 : behindSpace(sql, at);
    const end = next > at ? next : endOfComment(sql, at);
    if (end === at) return at;
    at = end;
  }
}

function withoutEnd(statement: string): string {
  let end = statement.length;
  while (statement[end - 1] === ';') end -= 1;
  return statement.slice(0, end);
}

const always = {
  session_timezone: "'UTC'",
  output_format_json_quote_64bit_integers: '0',
  // A partition is a function of the sorting key in every table of ours, so FINAL need not merge across partitions.
  do_not_merge_across_partitions_select_final: '1',
  // An insert may span any number of months, and each month of a table is a partition.
  max_partitions_per_insert_block: '0',
};
