import type { QueryOf } from '@vigil/contract';
import type { listMembers } from '@vigil/contract/events-processor.contract';
import type { MemberOrder } from '@vigil/contract/events-processor.values';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { nameKey } from '#platform/postgres/name-order.ts';
import { type MeasureSource, measureNamed, measureSource } from './measure-sources.ts';
import { type ListedMember, rowsOf } from './member-rows.ts';
import { memberStatusSql, membersWhere, roomForHashes, type WhichMembers } from './which-members.ts';

export type MembersQuestion = Omit<QueryOf<typeof listMembers>, keyof WhichMembers | 'teamType' | 'cohort'> &
  WhichMembers & { readonly tenantId: string };

export interface MembersPage {
  readonly content: ListedMember[];
  readonly totalElements: number;
}

/** Of rows `u` of vigil.users. */
export const byName = `${nameKey('u.family_name')}, ${nameKey('u.given_name')}, u.id`;

/** What a page is sorted by. */
interface SortKey extends Pick<MeasureSource, 'key' | 'table' | 'isOfNow' | 'withAccount'> {
  /** Nobody is without it. Said so, an index gives the order from either end. */
  readonly ofAll?: true;
}

function sortKey(field: string, nowSeconds: number): SortKey {
  switch (field as Exclude<MemberOrder, 'attention'>) {
    case 'lastName':
      return { key: nameKey('u.family_name'), table: null, isOfNow: 'true', ofAll: true };
    case 'status':
      return { key: memberStatusSql, table: null, isOfNow: 'true' };
    case 'lastSync':
      return {
        ...{ key: 's.last_received_at', isOfNow: 's.user_id is not null' },
        table: { from: 'vigil.band_syncs s', alias: 's', only: 'true' },
      };
    default:
      return measureSource(measureNamed(field), nowSeconds);
  }
}

/**
 * Which members does the tenant have, by measure? A page of those that match, in order (those without a value of now last in
 * either order, equals by name), how many match in all, and for the page each measure asked, latest values and band state.
 */
export async function listMembersPage(
  database: Database,
  question: MembersQuestion,
  nowSeconds: number,
  sortedAtMost = mostSorted,
): Promise<MembersPage> {
  return database.tenant(question.tenantId, async (sql) => {
    await roomForHashes(sql);
    const members: MembersNow = { sql, question, nowSeconds };
    const totalElements = await countMembers(members, '');
    const userIds =
      totalElements === 0 ? [] : await (isFew(question, totalElements, sortedAtMost) ? pageOfFew(members) : pageOfIds(members));
    return { content: userIds.length === 0 ? [] : await rowsOf(sql, question, userIds, nowSeconds), totalElements };
  });
}

/** The ids of all members that match, in order, at most so many. */
export async function listMemberIds(
  database: Database,
  question: Omit<MembersQuestion, 'page' | 'size' | 'facts'>,
  most: number,
  nowSeconds: number,
): Promise<string[]> {
  return database.tenant(question.tenantId, async (sql) => {
    await roomForHashes(sql);
    return pageOfIds({ sql, question: { ...question, facts: [], page: 0, size: most }, nowSeconds });
  });
}

/** Whom a question is about at a moment, in a transaction. */
interface MembersNow {
  readonly sql: Sql;
  readonly question: MembersQuestion;
  readonly nowSeconds: number;
}

/**
 * So many are sorted in memory rather than looked for along an index: where a filter leaves few, all others lie between them there.
 */
const mostSorted = 5_000;

function isFew({ filters, clinicianId, assignmentType = 'ALL' }: MembersQuestion, total: number, atMost: number): boolean {
  return total <= atMost && (filters !== undefined || clinicianId !== undefined || assignmentType !== 'ALL');
}

/** The ids of a page of few members: those with a value of now first, as `pageOfIds` has them. */
async function pageOfFew({ sql, question, nowSeconds }: MembersNow): Promise<string[]> {
  const { page, size, sortingField, sortOrder } = question;
  const { key, table, isOfNow } = sortKey(sortingField, nowSeconds);
  const by = sortOrder === 'DESC' ? 'desc' : 'asc';
  const values: unknown[] = [question.tenantId, size, page * size];
  const where = membersWhere(question, nowSeconds, (value) => `$${values.push(value)}`);
  const join = table ? `left join ${table.from} on ${joinedOn(table)}` : '';
  const order = `${table ? `((${isOfNow}) is true) desc, ` : ''}${key} ${by} nulls last, ${namesOf(sortingField, by)}`;
  const rows = await sql.query<{ id: string }>(
    `with few as materialized (select u.* from vigil.users u where ${where})
     select u.id from few u ${join} order by ${order} limit $2 offset $3`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** How equals are ordered. */
const namesOf = (sortingField: string, by: 'asc' | 'desc') =>
  sortingField === 'lastName' ? `${nameKey('u.given_name')} ${by}, u.id ${by}` : byName;

const joinedOn = ({ alias, only }: NonNullable<MeasureSource['table']>) =>
  `${alias}.tenant_id = u.tenant_id and ${alias}.user_id = u.id and ${only}`;

/** What is searched, where it joins in, and in which order it is given. */
interface IdsQuestion {
  readonly join: string;
  readonly order: string;
  /** An index gives the order: no more members are looked at than stand before the end of the page. */
  readonly isIndexed: boolean;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The ids of a page. Where the order is by what stands in another table, those who have a value of now are asked by
 * themselves: in one order with all others, no index gives it.
 */
async function pageOfIds(members: MembersNow): Promise<string[]> {
  const { page, size: limit, sortingField, sortOrder } = members.question;
  const { key, ofAll, table, isOfNow, withAccount } = sortKey(sortingField, members.nowSeconds);
  const by = sortOrder === 'DESC' ? 'desc' : 'asc';
  const names = namesOf(sortingField, by);
  const offset = page * limit;
  if (!table) {
    const order = `${key} ${by}${ofAll ? '' : ' nulls last'}, ${names}`;
    return memberIds(members, { join: '', order, isIndexed: ofAll === true, limit, offset });
  }
  const { from } = table;
  const on = joinedOn(table);
  const ofNow = `join ${from} on ${on} and ${isOfNow}`;
  // What has a value is not null: said as the index has it, it is read from there in this order.
  const isIndexed = !withAccount && !from.startsWith('(');
  const first = await memberIds(members, { join: ofNow, order: `${key} ${by}, ${names}`, isIndexed, limit, offset });
  if (first.length === limit) return first;
  const before = first.length > 0 ? offset + first.length : await countMembers(members, ofNow);
  const rest = {
    join: `left join ${from} on ${on} where (${isOfNow}) is not true and`,
    order: `${key} ${by} nulls last, ${names}`,
    isIndexed: false,
    limit: limit - first.length,
    offset: Math.max(0, offset - before),
  };
  return [...first, ...(await memberIds(members, rest))];
}

async function memberIds(
  { sql, question, nowSeconds }: MembersNow,
  { join, order, isIndexed, limit, offset }: IdsQuestion,
): Promise<string[]> {
  const values: unknown[] = [question.tenantId, limit, offset];
  // A page from far behind passes over as many members as a count.
  const lookUp = isIndexed && offset + limit <= mostSorted ? 'one-by-one' : 'at-once';
  const where = membersWhere(question, nowSeconds, (value) => `$${values.push(value)}`, lookUp);
  const from = `vigil.users u ${join}${join.endsWith(' and') ? '' : ' where'} ${where}`;
  const rows = await sql.query<{ id: string }>(`select u.id from ${from} order by ${order} limit $2 offset $3`, values);
  return rows.map(({ id }) => id);
}

/** How many members match, of those that `join` leaves. */
async function countMembers({ sql, question, nowSeconds }: MembersNow, join: string): Promise<number> {
  const values: unknown[] = [question.tenantId];
  const where = membersWhere(question, nowSeconds, (value) => `$${values.push(value)}`);
  const [row] = await sql.query<{ n: number }>(`select count(*)::int as n from vigil.users u ${join} where ${where}`, values);
  return row?.n ?? 0;
}

/** Whether a tenant has more members than this. */
export async function hasMoreMembers(database: Database, tenantId: string, than: number): Promise<boolean> {
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<{ n: number }>(
      `select count(*)::int as n from (select 1 from vigil.users u where u.tenant_id = $1 and u.roles @> '{patient}' limit $2) members`,
      [tenantId, than + 1],
    ),
  );
  return (rows[0]?.n ?? 0) > than;
}

/** The rows of these members, in this order. */
export async function listedMembers(
  database: Database,
  question: Pick<MembersQuestion, 'tenantId' | 'facts'>,
  userIds: readonly string[],
  nowSeconds: number,
): Promise<ListedMember[]> {
  return database.tenant(question.tenantId, (sql) => rowsOf(sql, question, userIds, nowSeconds));
}
