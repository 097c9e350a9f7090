import type { QueryOf } from '@vigil/contract';
import type { listUsers } from '@vigil/contract/registry.contract';
import { noPrimaryClinician } from '@vigil/contract/registry.values';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { nameKey } from '#platform/postgres/name-order.ts';
import { searchPatterns } from '#platform/postgres/search-patterns.ts';
import { type AccountChangeRequest, changeAccount } from './account-changes.store.ts';
import type { Holds } from './holds.ts';
import { readUser, type UserRow, userColumns } from './user-row.ts';

export type UsersQuestion = Omit<QueryOf<typeof listUsers>, 'careTeams'> & {
  readonly tenantId: string;
  /** Members who may stand in the list: all of the tenant, or only these. Staff may always. */
  readonly scope: 'tenant' | readonly string[];
  /** Only these people, as a filter that stands beside `userIds`. */
  readonly onlyIds?: readonly string[] | undefined;
};

const isMember = "u.roles @> '{patient}'";
const status = `vigil.account_status(u.is_in_the_tenant, u.is_on_hold,
  not ${isMember} or vigil.member_since(u.created_at, u.onboarded_at, u.first_band_sync_at) is not null, u.removed_at, u.deactivated_at)`;

const byLastName = [nameKey('u.family_name'), nameKey('u.given_name')];
/** The primary clinician of each member, as `vigil.care_relations` has them: see primaryOf there. */
const primaries = `(select distinct on (patient_id) patient_id, clinician_id from vigil.care_relations
  where tenant_id = $1 and team_type = 'PRIMARY'
  order by patient_id, assignment_type = 'TEAM_ASSIGNMENT', assigned_at, clinician_id)`;
const clinicianOfUser = `left join ${primaries} r on r.patient_id = u.id left join vigil.users c on c.tenant_id = $1 and c.id = r.clinician_id`;

/** Fields are a closed list, so they may stand in the statement. Names as people look them up. */
const orders: Readonly<Record<UsersQuestion['sortingField'], readonly string[]>> = {
  lastName: byLastName,
  firstName: [nameKey('u.given_name'), nameKey('u.family_name')],
  createdAt: ['u.created_at'],
  email: ['lower(u.email)'],
  lastStatusDate: ['u.last_status_at'],
  mrn: [`nullif(lower(trim(u.mrn)), '')`, ...byLastName],
  primaryClinician: [nameKey('c.family_name'), nameKey('c.given_name'), 'c.id', ...byLastName],
};

export interface AccountsStore {
  /** One account of the tenant; undefined when there is none, also when it is another tenant's. */
  user(tenantId: string, userId: string): Promise<UserRow | undefined>;
  /** Where nobody has the asked name, those whose names are like it. */
  users(question: UsersQuestion): Promise<{ rows: UserRow[]; total: number }>;
  /** See `changeAccount`. */
  change(request: AccountChangeRequest): Promise<UserRow | undefined>;
}

export function createAccountsStore(database: Database, followChange: Holds['followChange']): AccountsStore {
  return {
    user: (tenantId, userId) => database.tenant(tenantId, (sql) => readUser(sql, tenantId, userId)),
    users: (question) =>
      database.tenant(question.tenantId, async (sql) => {
        const page = await readUsers(sql, question);
        if (page.total > 0 || !question.partOfName) return page;
        const alike = await readAlike(sql, question);
        return alike.length === 0 ? page : readUsers(sql, { ...question, partOfName: undefined, onlyIds: alike });
      }),
    change: (request) => changeAccount(database, followChange, request),
  };
}

/** Which accounts does the tenant have? A page in order, and how many match in all, in one statement. */
async function readUsers(sql: Sql, question: UsersQuestion): Promise<{ rows: UserRow[]; total: number }> {
  const values: unknown[] = [question.tenantId, question.size, question.page * question.size];
  const conditions = conditionsOf(question, (value) => `$${values.push(value)}`);
  const where = conditions.join(' and ');
  const direction = question.sortOrder === 'DESC' ? 'desc' : 'asc';
  const joined = question.sortingField === 'primaryClinician' ? clinicianOfUser : '';
  const order = [...orders[question.sortingField], 'u.id'].map((key) => `${key} ${direction} nulls last`).join(', ');
  const rows = await sql.query<UserRow & { id: string | null; total: number }>(
    `select counted.total, page.*
     from (select count(*)::int as total from vigil.users u where ${where}) counted
     left join (
       select ${userColumns}, place
       from (
         select u.id, row_number() over (order by ${order}) as place from vigil.users u ${joined} where ${where} order by ${order} limit $2 offset $3
       ) chosen
       join vigil.users u on u.tenant_id = $1 and u.id = chosen.id
     ) page on true
     order by page.place`,
    values,
  );
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/** Members of one of these primary clinicians, or without any. */
function primaryCondition(asked: readonly string[], parameter: (value: unknown) => string): string {
  const ids = asked.filter((one) => one !== noPrimaryClinician);
  const ofSomebody = `u.id in (select patient_id from ${primaries} p where clinician_id = any(${parameter(ids)}::uuid[]))`;
  const ofNobody = `not exists (select from vigil.care_relations p where p.tenant_id = $1 and p.team_type = 'PRIMARY' and p.patient_id = u.id)`;
  return `(${asked.length > ids.length ? `${ofNobody} or ` : ''}${ofSomebody})`;
}

/** From which likeness on a typed word is taken for a mistyped name; "Jonson" and "Johnson" have 0.57. */
const leastLikeness = 0.45;
/** People whose names are like what was typed; whoever gets more has typed too little to tell them apart. */
const mostAlike = 200;

/** Marks over and under letters, as \u0300 and on: many keyboards do not have them, so `Ozturk` is like `Öztürk`. */
const marks = /[\u0300-\u036f]/g;
const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(marks, '');
/** The same in the database; most names have none, and are not taken apart. */
const namesWithoutMarks = `case when octet_length(names) = char_length(names) then names
  else regexp_replace(normalize(names, NFD), '[\\u0300-\\u036f]', '', 'g') end`;

/** Whose names are like the typed one, word by word and without regard to accents, among those that the question is about otherwise? The most alike first. */
async function readAlike(sql: Sql, question: UsersQuestion): Promise<string[]> {
  const values: unknown[] = [question.tenantId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = conditionsOf({ ...question, partOfName: undefined }, parameter);
  const words = withoutMarks((question.partOfName ?? '').toLowerCase())
    .split(/\s+/)
    .filter(Boolean);
  const likeness = words.map((word) => `vigil.likeness(${parameter(word)}, ${namesWithoutMarks})`);
  const rows = await sql.query<{ id: string }>(
    `select id from (
       select id, least(${likeness.join(', ')}) as likeness
       from (select u.id, lower(u.given_name || ' ' || u.family_name) as names from vigil.users u where ${conditions.join(' and ')}) named
     ) judged
     where likeness >= ${leastLikeness} order by likeness desc, id limit ${mostAlike}`,
    values,
  );
  return rows.map(({ id }) => id);
}

type WhichUsers = Pick<UsersQuestion, 'scope' | 'userIds' | 'onlyIds'> &
  Partial<Pick<UsersQuestion, 'teamType' | 'roles' | 'userStatus' | 'partOfName' | 'primaryClinicians'>>;

/** What holds of the rows `u` of a question; the tenant is the statement's first value. */
export function conditionsOf(question: WhichUsers, parameter: (value: unknown) => string): string[] {
  const { teamType, scope, userIds, onlyIds, roles, userStatus, partOfName, primaryClinicians } = question;
  const conditions = ['u.tenant_id = $1'];
  if (teamType === 'PATIENT') conditions.push(isMember);
  if (teamType === 'CLINICIAN') conditions.push("not u.roles <@ '{patient}'");
  if (scope !== 'tenant') conditions.push(`(not ${isMember} or u.id = any(${parameter([...scope])}::uuid[]))`);
  if (userIds) conditions.push(`u.id = any(${parameter(userIds)}::uuid[])`);
  if (onlyIds) conditions.push(`u.id = any(${parameter([...onlyIds])}::uuid[])`);
  if (roles) conditions.push(`u.roles && ${parameter(roles)}::text[]`);
  if (userStatus) conditions.push(`${status} = any(${parameter(userStatus)}::text[])`);
  if (!userStatus && !userIds) conditions.push('u.removed_at is null');
  if (primaryClinicians) conditions.push(primaryCondition(primaryClinicians, parameter));
  for (const pattern of searchPatterns(partOfName)) conditions.push(`u.search_text like ${parameter(pattern)}`);
  return conditions;
}
