import type { QueryOf } from '@vigil/contract';
import type { listMembers, MemberRow } from '@vigil/contract/events-processor.contract';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { bandState } from '@vigil/domain/status/band-state';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { nameKey } from '#platform/postgres/name-order.ts';
import { memberSince, memberStatusSql, membersWhere, type WhichMembers } from './which-members.ts';

export type MembersQuestion = Omit<
  QueryOf<typeof listMembers>,
  keyof WhichMembers | 'teamType' | 'cohort' | 'clinicianId' | 'assignmentType'
> &
  WhichMembers & { readonly tenantId: string };

/** A row without what only the ticks can say. */
export type ListedMember = Omit<MemberRow, 'attention' | 'recent'>;

export interface MembersPage {
  readonly content: ListedMember[];
  readonly totalElements: number;
}

/** Of rows `u` of vigil.users. */
export const byName = `${nameKey('u.family_name')}, ${nameKey('u.given_name')}, u.id`;

type SortingField = Exclude<MembersQuestion['sortingField'], 'attention'>;

/** What a page is sorted by. */
interface SortKey {
  readonly key: string;
  /** Nobody is without it. Said so, an index gives the order from either end. */
  readonly ofAll?: true;
  /** Where the key stands in another table: that, how a row of it belongs to a member, and what makes its value one of now. */
  readonly elsewhere?: { readonly table: string; readonly on: string; readonly isOfNow: string };
}

/** Fields are a closed list, so they may stand in the statement. */
function sortKey(field: SortingField, nowSeconds: number): SortKey {
  switch (field) {
    case 'lastName':
      return { key: nameKey('u.family_name'), ofAll: true };
    case 'status':
      return { key: memberStatusSql };
    case 'age':
      // Whoever was born later is younger.
      return { key: "date '2200-01-01' - u.birth_date" };
    case 'lastSync':
      return {
        key: 's.last_received_at',
        elsewhere: { table: 'vigil.band_syncs s', on: 's.tenant_id = u.tenant_id and s.user_id = u.id', isOfNow: 's.user_id is not null' },
      };
    default:
      return {
        key: 'l.value',
        elsewhere: {
          table: 'vigil.latest_ticks l',
          on: `l.tenant_id = u.tenant_id and l.user_id = u.id and l.metric = '${field}'`,
          isOfNow: `l.ts >= to_timestamp(${Math.floor(nowSeconds) - catalogue[field].staleAfterSeconds})`,
        },
      };
  }
}

/**
 * Which members does the tenant have, by measure? A page of those that match, in order (those without a value of now last in
 * either order, equals by name), how many match in all, and for the page the latest values and band state.
 */
export async function listMembersPage(
  database: Database,
  question: MembersQuestion & { readonly sortingField: SortingField },
  nowSeconds: number,
): Promise<MembersPage> {
  return database.tenant(question.tenantId, async (sql) => {
    const userIds = await pageOfIds(sql, question, sortKey(question.sortingField, nowSeconds));
    const totalElements = await countMembers(sql, question, '');
    return { content: userIds.length === 0 ? [] : await rowsOf(sql, question, userIds), totalElements };
  });
}

/** What is searched, where it joins in, and in which order it is given. */
interface IdsQuestion {
  readonly join: string;
  readonly order: string;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The ids of a page. Where the order is by what stands in another table, those who have a value of now are asked by
 * themselves: in one order with all others, no index gives it.
 */
async function pageOfIds(
  sql: Sql,
  question: MembersQuestion & { readonly sortingField: SortingField },
  { key, ofAll, elsewhere }: SortKey,
): Promise<string[]> {
  const { page, size: limit, sortingField, sortOrder } = question;
  const by = sortOrder === 'DESC' ? 'desc' : 'asc';
  const names = sortingField === 'lastName' ? `${nameKey('u.given_name')} ${by}, u.id ${by}` : byName;
  const offset = page * limit;
  if (!elsewhere)
    return memberIds(sql, question, { join: '', order: `${key} ${by}${ofAll ? '' : ' nulls last'}, ${names}`, limit, offset });
  const { table, on, isOfNow } = elsewhere;
  const ofNow = `join ${table} on ${on} and ${isOfNow}`;
  // What has a value is not null: said as the index has it, it is read from there in this order.
  const first = await memberIds(sql, question, { join: ofNow, order: `${key} ${by}, ${names}`, limit, offset });
  if (first.length === limit) return first;
  const before = first.length > 0 ? offset + first.length : await countMembers(sql, question, ofNow);
  const others = `left join ${table} on ${on} where (${isOfNow}) is not true and`;
  const rest = {
    join: others,
    order: `${key} ${by} nulls last, ${names}`,
    limit: limit - first.length,
    offset: Math.max(0, offset - before),
  };
  return [...first, ...(await memberIds(sql, question, rest))];
}

async function memberIds(sql: Sql, question: MembersQuestion, { join, order, limit, offset }: IdsQuestion): Promise<string[]> {
  const values: unknown[] = [question.tenantId, limit, offset];
  const where = membersWhere(question, (value) => `$${values.push(value)}`);
  const from = `vigil.users u ${join}${join.endsWith(' and') ? '' : ' where'} ${where}`;
  const rows = await sql.query<{ id: string }>(`select u.id from ${from} order by ${order} limit $2 offset $3`, values);
  return rows.map(({ id }) => id);
}

/** How many members match, of those that `join` leaves. */
async function countMembers(sql: Sql, question: MembersQuestion, join: string): Promise<number> {
  const values: unknown[] = [question.tenantId];
  const where = membersWhere(question, (value) => `$${values.push(value)}`);
  const [row] = await sql.query<{ n: number }>(`select count(*)::int as n from vigil.users u ${join} where ${where}`, values);
  return row?.n ?? 0;
}

/** The rows of these members, in this order. */
export async function listedMembers(
  database: Database,
  question: Pick<MembersQuestion, 'tenantId' | 'facts'>,
  userIds: readonly string[],
): Promise<ListedMember[]> {
  return database.tenant(question.tenantId, (sql) => rowsOf(sql, question, userIds));
}

async function rowsOf(
  sql: Sql,
  question: Pick<MembersQuestion, 'tenantId' | 'facts'>,
  userIds: readonly string[],
): Promise<ListedMember[]> {
  const rows = await sql.query<Row>(
    `with page as materialized (select * from unnest($3::uuid[]) with ordinality as page (id, place)) ${rowsOfPage} order by page.place`,
    [question.tenantId, question.facts, [...userIds]],
  );
  return rows.map(memberRow);
}

/** The members of `page` (id, place) with their latest values ($2) and band state. */
const rowsOfPage = `
  select page.place, u.id, u.given_name, u.middle_names, u.family_name, u.title, u.photo_url, u.birth_date::text as birth_date, u.sex, u.mrn,
    u.time_zone, extract(epoch from u.created_at)::float8 as created_at, u.is_in_the_tenant, u.is_on_hold, u.data_origin,
    extract(epoch from ${memberSince})::float8 as member_since, ${memberStatusSql} as status, latest.*, band.last_sync
  from page
  join vigil.users u on u.tenant_id = $1 and u.id = page.id
  left join lateral (
    select max(l.value) filter (where l.metric = 'band_removed') as band_code,
      extract(epoch from max(l.ts) filter (where l.metric = 'band_removed'))::float8 as band_since,
      max(l.value) filter (where l.metric = 'battery') as battery,
      jsonb_object_agg(l.metric, jsonb_build_object('value', l.value, 'timestamp', extract(epoch from l.ts)::float8, 'source', l.source))
        filter (where l.metric = any($2::text[])) as measures
    from vigil.latest_ticks l where l.tenant_id = $1 and l.user_id = page.id
  ) latest on true
  left join lateral (
    select extract(epoch from s.last_received_at)::float8 as last_sync from vigil.band_syncs s where s.tenant_id = $1 and s.user_id = page.id
  ) band on true`;

interface Row {
  readonly id: string;
  readonly givenName: string;
  readonly middleNames: string | null;
  readonly familyName: string;
  readonly title: string | null;
  readonly photoUrl: string | null;
  readonly birthDate: string | null;
  readonly sex: string | null;
  readonly mrn: string | null;
  readonly timeZone: string | null;
  /** Unix seconds, as every time here. */
  readonly createdAt: number;
  readonly isInTheTenant: boolean | null;
  readonly isOnHold: boolean;
  readonly dataOrigin: MemberRow['dataOrigin'];
  readonly memberSince: number | null;
  readonly status: MemberRow['accountStatus'];
  readonly bandCode: number | null;
  readonly bandSince: number | null;
  readonly battery: number | null;
  readonly measures: MemberRow['latest'] | null;
  readonly lastSync: number | null;
}

function memberRow(row: Row): ListedMember {
  return {
    user_id: row.id,
    data: {
      firstName: row.givenName,
      middleName: row.middleNames,
      lastName: row.familyName,
      title: row.title,
      photoUrl: row.photoUrl,
      birthday: row.birthDate,
      sex: row.sex,
      mrn: row.mrn,
      timezone: memberTimeZone(row.timeZone),
      account_created_millis: Math.round(row.createdAt * 1000),
    },
    latest: row.measures ?? {},
    band: { status: bandState(row.bandCode), since: row.bandSince, lastSync: row.lastSync, battery: row.battery },
    in_the_tenant: row.isInTheTenant,
    on_hold: row.isOnHold,
    memberSince: row.memberSince === null ? null : Math.round(row.memberSince * 1000),
    accountStatus: row.status,
    dataOrigin: row.dataOrigin,
  };
}
