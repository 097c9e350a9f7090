import type { DateSearch } from '@vigil/domain/fhir/date-search';
import type { Database } from '#platform/postgres/database.ts';
import { badCursor, readCursor, type TokenSearch, uuid, writeCursor } from '../search/search-parameters.ts';
import type { ClinicalType, StoredResource } from './clinical-resource.ts';
import { type Row, recordColumns, storedOf } from './record-rows.ts';

export interface RecordsSearch {
  readonly tenantId: string;
  readonly userId: string;
  readonly type: ClinicalType;
  /** Of each list one has to match. */
  readonly codes?: readonly TokenSearch[] | undefined;
  readonly statuses?: readonly TokenSearch[] | undefined;
  /** Those that were declared an error, and no others; or none of them. */
  readonly inError: boolean;
  readonly dates: readonly DateSearch[];
  /** As `_sort` names it: with a minus the newest first. */
  readonly sort: string;
  readonly count: number;
  readonly cursor?: string | undefined;
}

export interface RecordsFound {
  readonly rows: readonly StoredResource[];
  readonly total: number;
  readonly next: string | null;
}

const epoch = (column: string) => `extract(epoch from ${column}) * 1000`;

/** R4, 3.1.1.4.5: see `matchesDate`, which says the same of what is in memory. */
const dateConditions: Readonly<Record<DateSearch['prefix'], (search: DateSearch, at: (ms: number) => string) => string>> = {
  eq: ({ fromMs, toMs }, at) => `${epoch('starts_at')} >= ${at(fromMs)} and ${epoch('ends_at')} <= ${at(toMs)}`,
  ne: ({ fromMs, toMs }, at) => `(${epoch('starts_at')} < ${at(fromMs)} or ${epoch('ends_at')} > ${at(toMs)})`,
  gt: ({ toMs }, at) => `${epoch('ends_at')} > ${at(toMs)}`,
  ge: ({ fromMs }, at) => `${epoch('ends_at')} > ${at(fromMs)}`,
  lt: ({ fromMs }, at) => `${epoch('starts_at')} < ${at(fromMs)}`,
  le: ({ toMs }, at) => `${epoch('starts_at')} < ${at(toMs)}`,
  sa: ({ toMs }, at) => `${epoch('starts_at')} >= ${at(toMs)}`,
  eb: ({ fromMs }, at) => `${epoch('ends_at')} <= ${at(fromMs)}`,
};

/** Which of a member's resources match? A page of them by their dates, those without one last, and how many match in all. */
export async function searchRecords(database: Database, search: RecordsSearch): Promise<RecordsFound> {
  const { count, sort, tenantId } = search;
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const where = conditionsOf(search, parameter).join(' and ');
  const matching = [...values];
  const order = `order by starts_at ${sort.startsWith('-') ? 'desc' : 'asc'} nulls last, id`;
  const behind = search.cursor === undefined ? 'true' : behindOf(search, search.cursor, parameter);
  const limit = parameter(count + 1);
  return database.tenant(tenantId, async (sql) => {
    const [counted] = await sql.query<{ n: number }>(`select count(*)::int as n from vigil.clinical_resources where ${where}`, matching);
    const rows = await sql.query<Row>(
      `select ${recordColumns} from vigil.clinical_resources where ${where} and ${behind} ${order} limit ${limit}`,
      values,
    );
    const shown = rows.slice(0, count).map(storedOf);
    const last = shown.at(-1);
    const next = rows.length > count && last ? writeCursor(search, [last.when?.fromMs ?? null, last.id]) : null;
    return { rows: shown, total: counted?.n ?? 0, next };
  });
}

function conditionsOf(search: RecordsSearch, parameter: (value: unknown) => string): string[] {
  const { codes, dates, inError, statuses, tenantId, type, userId } = search;
  const conditions = [
    `tenant_id = ${parameter(tenantId)}`,
    `user_id = ${parameter(userId)}`,
    `resource_type = ${parameter(type)}`,
    `is_in_error = ${parameter(inError)}`,
  ];
  if (codes) conditions.push(codeCondition(codes, parameter));
  if (statuses) conditions.push(`status = any(${parameter(statuses.flatMap(({ code }) => code ?? []))})`);
  for (const date of dates) conditions.push(dateConditions[date.prefix](date, (ms) => `${parameter(ms)}::float8`));
  // What only has the day on which it was written down has no onset to be searched for.
  if (type === 'Condition' && dates.length > 0) conditions.push("content ?| array['onsetDateTime', 'onsetPeriod']");
  return conditions;
}

function codeCondition(codes: readonly TokenSearch[], parameter: (value: unknown) => string): string {
  const exact = codes.flatMap(({ code, system }) => (system !== null && code !== null ? [`${system}|${code}`] : []));
  const anySystem = codes.flatMap(({ code, system }) => (system === null && code !== null ? [code] : []));
  const anyCode = codes.flatMap(({ code, system }) => (code === null && system !== null ? [system] : []));
  return `(codes && ${parameter(exact)}::text[] or exists (
    select from unnest(codes) code where regexp_replace(code, '^.*[|]', '') = any(${parameter(anySystem)}::text[])
      or regexp_replace(code, '[|][^|]*$', '') = any(${parameter(anyCode)}::text[])))`;
}

function behindOf(search: RecordsSearch, cursor: string, parameter: (value: unknown) => string): string {
  const [fromMs, id] = readCursor(search, cursor, ['number?', 'string']) as [number | null, string];
  if (!uuid.test(id)) throw badCursor();
  const isLater = `id > ${parameter(id)}::uuid`;
  if (fromMs === null) return `starts_at is null and ${isLater}`;
  const start = `${parameter(fromMs)}::float8`;
  const key = `round(${epoch('starts_at')})::float8`;
  return `(starts_at is null or ${key} ${search.sort.startsWith('-') ? '<' : '>'} ${start} or (${key} = ${start} and ${isLater}))`;
}
