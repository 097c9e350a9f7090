/**
 * Settings stand in the SQL: beside it they would stay on a session of the embedded engine and reach other questions.
 * Only statements that read are given any; in DDL the word means settings of a table.
 */
export function withSettings(sql: string, maxSeconds: number, more: Readonly<Record<string, string>> = {}): string {
  if (!reads.test(sql)) return sql;
  const settings = Object.entries({ ...always, ...more, max_execution_time: String(maxSeconds) }).map(
    ([name, value]) => `${name} = ${value}`,
  );
  const statement = sql.trim().replace(/;+$/, '');
  const joint = /\bsettings\b\s+\w+\s*=[^()]*$/i.test(statement) ? ', ' : '\nsettings ';
  return `${statement}${joint}${settings.join(', ')}`;
}

const reads = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/|\()*(?:select|with|insert)\b/i;

const always = {
  session_timezone: "'UTC'",
  output_format_json_quote_64bit_integers: '0',
  // A partition is a function of the sorting key in every table of ours, so FINAL need not merge across partitions.
  do_not_merge_across_partitions_select_final: '1',
  // An insert may span any number of months, and each month of a table is a partition.
  max_partitions_per_insert_block: '0',
};
