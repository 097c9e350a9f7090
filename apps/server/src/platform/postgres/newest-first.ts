/** A place in a list that is read newest first: a moment in milliseconds since 1970, and what tells those of one moment apart. */
export interface ListPlace {
  readonly atMs: number;
  readonly key: string;
}

/** Keys are ids, numbers and days: in no list one comes before the first or after the second of these. */
export const beforeAllKeys = '';
export const afterAllKeys = '~';

/** What lies in [fromMs, toMs), milliseconds since 1970, newest first; those of one moment in the order of their keys. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  /** The last of the page before; null: from the newest on. */
  readonly behind: ListPlace | null;
  readonly limit: number;
}

/** A page of a stretch, and how many lie in the whole stretch. The number is told where the page is the first, and is 0 on any other. */
export interface StretchPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A row that a statement of `newestFirst` answers, with how many there are in all. */
export type Counted<Row> = Row & { readonly key: string; readonly total: number };

/**
 * The statement that reads a page of a stretch. `from` are rows with a time `at` and a `key`, both without a null, narrowed to whom the
 * question is about and to $2 and $3, the ends of the stretch; $1 is the tenant. Its own parameters begin with `given`.
 */
export function newestFirst(from: string, stretch: Stretch, given: readonly unknown[]) {
  const { fromMs, toMs, behind, limit } = stretch;
  const next = 4 + given.length;
  const moment = "date_trunc('milliseconds', one.at)";
  const [at, key, most] = [`$${next}::timestamptz`, `$${next + 1}::text`, `$${next + 2}`];
  return {
    statement: `select * from (select one.*, ${behind ? '0' : 'count(*) over ()::int'} as total from (${from}) one) one
      where ${at} is null or ${moment} < ${at} or (${moment} = ${at} and one.key collate "C" > ${key})
      order by ${moment} desc, one.key collate "C" limit ${most}`,
    valuesFor: (tenantId: string): readonly unknown[] => [
      ...[tenantId, new Date(fromMs), new Date(toMs), ...given],
      ...[behind && new Date(behind.atMs), behind?.key ?? null, limit],
    ],
  };
}

/** The rows that it answered, as a page. */
export const pageOf = <Row extends { readonly total: number }>(rows: readonly Row[]): StretchPage<Row> => ({
  rows,
  total: rows[0]?.total ?? 0,
});
