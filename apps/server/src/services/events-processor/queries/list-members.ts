import type { QueryOf } from '@vigil/contract';
import type { listMembers, MemberRow } from '@vigil/contract/events-processor.contract';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { bandState } from '@vigil/domain/status/band-state';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { Database } from '#platform/postgres/database.ts';
import { nameKey } from '#platform/postgres/name-order.ts';
import { searchPatterns } from '#platform/postgres/search-patterns.ts';

export type MembersQuestion = Omit<QueryOf<typeof listMembers>, 'teamType'> & {
  readonly tenantId: string;
  /** All members of the tenant, or only these. */
  readonly scope: 'tenant' | readonly string[];
};

/** A row without what only the ticks can say. */
export type ListedMember = Omit<MemberRow, 'attention' | 'recent'>;

export interface MembersPage {
  readonly content: ListedMember[];
  readonly totalElements: number;
}

/** Of rows `u` of vigil.users. */
export const byName = `${nameKey('u.family_name')}, ${nameKey('u.given_name')}, u.id`;

type SortingField = Exclude<MembersQuestion['sortingField'], 'attention'>;

const memberSince = 'vigil.member_since(u.created_at, u.onboarded_at, u.first_band_sync_at)';
export const memberStatusSql = `vigil.account_status(u.is_in_the_tenant, u.is_on_hold, ${memberSince} is not null, u.removed_at, u.deactivated_at)`;

/** What a page is sorted by. Fields are a closed list, so they may stand in the statement. Whoever has no value of now comes last. */
function sortKey(field: SortingField, nowSeconds: number): { key: string; join: string; last?: string } {
  switch (field) {
    case 'lastName':
      return { key: nameKey('u.family_name'), join: '' };
    case 'status':
      return { key: memberStatusSql, join: '' };
    case 'age':
      // Whoever was born later is younger.
      return { key: "date '2200-01-01' - u.birth_date", join: '' };
    case 'lastSync':
      return { key: 's.last_received_at', join: 'left join vigil.band_syncs s on s.tenant_id = u.tenant_id and s.user_id = u.id' };
    default:
      return {
        key: 'l.value',
        join: `left join vigil.latest_ticks l on l.tenant_id = u.tenant_id and l.user_id = u.id and l.metric = '${field}'`,
        last: `l.ts is null or l.ts < to_timestamp(${Math.floor(nowSeconds) - catalogue[field].staleAfterSeconds}),`,
      };
  }
}

/** Conditions on a row `u` of vigil.users: a member that a question is about. `parameter` takes a value and names it. */
export function membersWhere(
  { scope, userStatus, partOfName }: Pick<MembersQuestion, 'scope' | 'userStatus' | 'partOfName'>,
  parameter: (value: unknown) => string,
): string {
  const conditions = ['u.tenant_id = $1', "u.roles @> '{patient}'"];
  if (scope !== 'tenant') conditions.push(`u.id = any(${parameter([...scope])}::uuid[])`);
  if (!userStatus) conditions.push('u.removed_at is null');
  if (userStatus) conditions.push(`${memberStatusSql} = any(${parameter(userStatus)}::text[])`);
  for (const pattern of searchPatterns(partOfName)) conditions.push(`u.search_text like ${parameter(pattern)}`);
  return conditions.join(' and ');
}

/**
 * Which members does the tenant have, by measure? One statement: a page of those that match, in order (those without a
 * value of now last in either order, equals by name), how many match in all, and for the page the latest values and band state.
 */
export async function listMembersPage(
  database: Database,
  question: MembersQuestion & { readonly sortingField: SortingField },
  nowSeconds: number,
): Promise<MembersPage> {
  const { tenantId, page, size, sortingField, sortOrder } = question;
  const values: unknown[] = [tenantId, question.facts, size, page * size];
  const where = membersWhere(question, (value) => `$${values.push(value)}`);
  const { key, join, last = '' } = sortKey(sortingField, nowSeconds);
  const order = sortOrder === 'DESC' ? 'desc' : 'asc';
  const names = sortingField === 'lastName' ? `${nameKey('u.given_name')} ${order}, u.id ${order}` : byName;
  const pageIds = `select u.id from vigil.users u ${join} where ${where} order by ${last} ${key} ${order} nulls last, ${names} limit $3 offset $4`;
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<Row & { readonly n: number }>(
      `with page as materialized (select * from unnest(array(${pageIds})) with ordinality as page (id, place))
       select counted.n, listed.*
       from (select count(*)::int as n from vigil.users u where ${where}) counted
       left join (${rowsOfPage}) listed on true
       order by listed.place`,
      values,
    ),
  );
  return { content: rows.filter((row) => row.id !== null).map(memberRow), totalElements: rows[0]?.n ?? 0 };
}

/** The rows of these members, in this order. */
export async function listedMembers(
  database: Database,
  question: Pick<MembersQuestion, 'tenantId' | 'facts'>,
  userIds: readonly string[],
): Promise<ListedMember[]> {
  const rows = await database.tenant(question.tenantId, (sql) =>
    sql.query<Row>(
      `with page as materialized (select * from unnest($3::uuid[]) with ordinality as page (id, place)) ${rowsOfPage} order by page.place`,
      [question.tenantId, question.facts, [...userIds]],
    ),
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
  readonly id: string | null;
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
    user_id: row.id ?? '',
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
