import type { Database } from '#platform/postgres/database.ts';
import { countMembers } from './counts.ts';
import { indexedPage } from './indexed-page.ts';
import { byName, isIndexed, sortKey } from './member-order.ts';
import { type ListedMember, rowsOf } from './member-rows.ts';
import { type SortedPage, sortedPage } from './sorted-page.ts';
import { isAboutEverybody, type MembersNow, type MembersQuestion, roomForHashes } from './which-members.ts';

export interface MembersPage {
  readonly content: ListedMember[];
  readonly totalElements: number;
}

/**
 * Which members does the tenant have, by measure? A page of those that match, in order (those without a value of now last in
 * either order, equals by name), how many match in all, and for the page each measure asked, latest values and band state.
 */
export async function listMembersPage(
  database: Database,
  question: MembersQuestion,
  nowSeconds: number,
  few = fewMembers,
): Promise<MembersPage> {
  return database.tenant(question.tenantId, async (sql) => {
    await roomForHashes(sql);
    const { userIds, totalElements } = await idsAndTotal({ sql, question, nowSeconds }, few);
    return { content: userIds.length === 0 ? [] : await rowsOf(sql, question, userIds, nowSeconds), totalElements };
  });
}

async function idsAndTotal(members: MembersNow, few: number): Promise<SortedPage> {
  if (!isIndexed(sortKey(members.question.sortingField, members.nowSeconds))) return sortedPage(members);
  const totalElements = await countMembers(members);
  if (totalElements === 0) return { userIds: [], totalElements };
  if (totalElements <= few && !isAboutEverybody(members.question)) return sortedPage(members);
  return { userIds: await indexedPage(members, few), totalElements };
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
    const members = { sql, question: { ...question, facts: [], page: 0, size: most }, nowSeconds };
    return isIndexed(sortKey(question.sortingField, nowSeconds)) ? indexedPage(members, fewMembers) : (await sortedPage(members)).userIds;
  });
}

/** So many are sorted rather than looked for along an index: where little of a tenant is left, all others lie between them there. */
const fewMembers = 5_000;

/** Whether a tenant has more members than this. */
export async function hasMoreMembers(database: Database, tenantId: string, than: number): Promise<boolean> {
  const oneMore = await database.tenant(tenantId, (sql) =>
    sql.query("select 1 from vigil.users u where u.tenant_id = $1 and u.roles @> '{patient}' offset $2 limit 1", [tenantId, than]),
  );
  return oneMore.length > 0;
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

/** The first of these members by name. */
export async function firstByName(database: Database, tenantId: string, userIds: readonly string[], most: number): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await database.tenant(tenantId, (sql) =>
    sql.query<{ id: string }>(
      `select u.id from vigil.users u where u.tenant_id = $1 and u.id = any($2::uuid[]) order by ${byName} limit $3`,
      [tenantId, [...userIds], most],
    ),
  );
  return rows.map(({ id }) => id);
}
