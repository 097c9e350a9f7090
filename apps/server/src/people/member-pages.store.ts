import type { Database } from '#platform/postgres/database.ts';
import { nameKey } from '#platform/postgres/name-order.ts';
import { conditionsOf, type UsersQuestion } from './accounts.store.ts';
import { type UserRow, userColumns } from './user-row.ts';

/** Where a member stands in the order of names: the keys of both names, which are as private as the names, and the id. */
export type MemberPlace = readonly [familyKey: string, givenKey: string, id: string];

export interface MembersQuestion extends Pick<UsersQuestion, 'tenantId' | 'scope' | 'userIds'> {
  readonly size: number;
  readonly direction: 'asc' | 'desc';
  /** Null: from the beginning. */
  readonly behind: MemberPlace | null;
}

export interface MembersPage {
  readonly rows: readonly UserRow[];
  /** Of all pages. */
  readonly total: number;
  /** Where the next page begins; null on the last. */
  readonly next: MemberPlace | null;
}

export interface MemberPagesStore {
  /** Members by family name, given name and id, behind a place in that order: whoever joins or leaves meanwhile moves nobody else. */
  membersBehind(question: MembersQuestion): Promise<MembersPage>;
}

const keys = [nameKey('u.family_name'), nameKey('u.given_name'), 'u.id'];

export function createMemberPagesStore(database: Database): MemberPagesStore {
  return {
    membersBehind: ({ behind, direction, size, ...question }) =>
      database.tenant(question.tenantId, async (sql) => {
        const values: unknown[] = [question.tenantId];
        const parameter = (value: unknown) => `$${values.push(value)}`;
        const where = conditionsOf({ ...question, teamType: 'PATIENT' }, parameter).join(' and ');
        const [counted] = await sql.query<{ total: number }>(`select count(*)::int as total from vigil.users u where ${where}`, values);
        const from = behind ? `(${keys.join(', ')}) ${direction === 'asc' ? '>' : '<'} ${placeOf(behind, parameter)}` : 'true';
        const rows = await sql.query<UserRow & { familyKey: string; givenKey: string }>(
          `select ${userColumns}, ${nameKey('u.family_name')} as family_key, ${nameKey('u.given_name')} as given_key
           from vigil.users u where ${where} and ${from}
           order by ${keys.map((key) => `${key} ${direction}`).join(', ')} limit ${parameter(size + 1)}`,
          values,
        );
        const shown = rows.slice(0, size);
        const last = shown.at(-1);
        return {
          rows: shown,
          total: counted?.total ?? 0,
          next: rows.length > size && last ? [last.familyKey, last.givenKey, last.id] : null,
        };
      }),
  };
}

const placeOf = ([familyKey, givenKey, id]: MemberPlace, parameter: (value: unknown) => string) =>
  `(${parameter(familyKey)}::text, ${parameter(givenKey)}::text, ${parameter(id)}::uuid)`;
