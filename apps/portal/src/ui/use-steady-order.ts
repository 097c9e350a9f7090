import { useState } from 'react';

export interface SteadyOrder<Row> {
  readonly rows: readonly Row[] | undefined;
  /** Keys of rows that were put on top since the order was shown. */
  readonly fresh: ReadonlySet<string>;
  /** The order that the server answers by now is another one, or holds other rows. */
  readonly changed: boolean;
  /** Shows it. */
  readonly update: () => void;
}

interface Held<Row> {
  readonly question: string;
  readonly rows: readonly Row[];
  readonly seen: ReadonlySet<string>;
  readonly fresh: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();
const nothingUrgent = (): readonly string[] => [];

/**
 * Rows that are asked for again and again, in the order in which they were first shown: a row does not move from under the
 * pointer, nor disappear while it is read, unless something urgent comes. Values are always the newest known, also of a row that the list
 * no longer has: it stays as it was last. Another `question` starts afresh.
 */
export function useSteadyOrder<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
  question: string,
  /** The rows still answer the question before. */
  late: boolean,
  /** What of a row nobody may miss: something that it did not have before puts the row on top at once. */
  urgent: (row: Row) => readonly string[] = nothingUrgent,
): SteadyOrder<Row> {
  const [held, setHeld] = useState<Held<Row>>();
  if (!rows || late) return { rows, fresh: nothing, changed: false, update: () => undefined };
  const afresh = (): Held<Row> => ({ question, rows, seen: new Set(rows.flatMap(urgent)), fresh: nothing });
  const before = held?.question === question ? held : afresh();
  const newest = new Map(rows.map((row) => [rowKey(row), row]));
  const arrived = rows.filter((row) => urgent(row).some((one) => !before.seen.has(one)));
  const arrivedKeys = new Set(arrived.map(rowKey));
  const rest = before.rows.map((row) => newest.get(rowKey(row)) ?? row);
  const shown = arrived.length > 0 ? [...arrived, ...rest.filter((row) => !arrivedKeys.has(rowKey(row)))] : rest;
  const fresh = arrived.length > 0 ? new Set([...before.fresh, ...arrivedKeys]) : before.fresh;
  if (before !== held || arrived.length > 0 || shown.some((row, index) => row !== before.rows[index]))
    setHeld({
      question,
      rows: shown,
      fresh,
      seen: arrived.length > 0 ? new Set([...before.seen, ...arrived.flatMap(urgent)]) : before.seen,
    });
  const changed = shown.length !== rows.length || shown.some((row, index) => rowKey(row) !== rowKey(rows[index] as Row));
  return { rows: shown, fresh, changed, update: () => setHeld(afresh()) };
}
