import { useState } from 'react';

export interface SteadyOrder<Row> {
  readonly rows: readonly Row[] | undefined;
  /** The order that the server answers by now is another one, or holds other rows. */
  readonly changed: boolean;
  /** Shows it. */
  readonly update: () => void;
}

/**
 * Rows that are asked for again and again, in the order in which they were first shown: a row does not move from under the
 * pointer, nor disappear while it is read. Values are always the newest known, also of a row that the list no longer has: it stays as
 * it was last. Another `question` starts afresh.
 */
export function useSteadyOrder<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
  question: string,
  /** The rows still answer the question before. */
  late: boolean,
): SteadyOrder<Row> {
  const [held, setHeld] = useState<{ readonly question: string; readonly rows: readonly Row[] }>();
  if (!rows || late) return { rows, changed: false, update: () => undefined };
  const isSame = held?.question === question;
  if (!isSame) setHeld({ question, rows });
  const newest = new Map(rows.map((row) => [rowKey(row), row]));
  const shown = isSame ? held.rows.map((row) => newest.get(rowKey(row)) ?? row) : rows;
  if (isSame && shown.some((row, index) => row !== held.rows[index])) setHeld({ question, rows: shown });
  const changed = shown.length !== rows.length || shown.some((row, index) => rowKey(row) !== rowKey(rows[index] as Row));
  return { rows: shown, changed, update: () => setHeld({ question, rows }) };
}
