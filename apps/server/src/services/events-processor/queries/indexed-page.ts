import { countMembers } from './counts.ts';
import { joinedOn, namesOf, type SortKey, sortKey } from './member-order.ts';
import { isAboutEverybody, type MembersNow, membersWhere, whoIsNoMember } from './which-members.ts';

/** What is searched, where it joins in, and in which order it is given. */
interface IdsQuestion {
  readonly join: string;
  readonly order: string;
  /** No more members are looked at than stand before the end of the page. */
  readonly isWalked: boolean;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The ids of a page in an order that an index gives. Where it is by what stands in another table, those who have a value of
 * now are asked by themselves: in one order with all others, no index gives it. What stands further behind than `nearTheFront` is
 * not walked to member by member.
 */
export async function indexedPage(members: MembersNow, nearTheFront: number): Promise<string[]> {
  const { page, size: limit, sortingField, sortOrder } = members.question;
  const sort = sortKey(sortingField, members.nowSeconds);
  const { key, table, isOfNow } = sort;
  const by = sortOrder === 'DESC' ? 'desc' : 'asc';
  const names = namesOf(sortingField, by);
  const offset = page * limit;
  const isWalked = offset + limit <= nearTheFront;
  // What has a value is not null: said as the index has it, it is read from there in this order.
  const order = `${key} ${by}, ${names}`;
  if (!table) return memberIds(members, { join: '', order, isWalked, limit, offset });
  const on = joinedOn(table);
  const ofNow = `join ${table.from} on ${on} and ${isOfNow}`;
  const isFar = offset > nearTheFront && isAboutEverybody(members.question);
  const first = isFar ? await farPage(members, sort, table) : await memberIds(members, { join: ofNow, order, isWalked, limit, offset });
  if (first.length === limit) return first;
  const before = first.length > 0 ? offset + first.length : await countMembers(members, ofNow);
  const rest = {
    join: `left join ${table.from} on ${on} where (${isOfNow}) is not true and`,
    order: `${key} ${by} nulls last, ${names}`,
    isWalked: false,
    limit: limit - first.length,
    offset: Math.max(0, offset - before),
  };
  return [...first, ...(await memberIds(members, rest))];
}

/**
 * A page from far behind, of all members who have a value of now: the index alone tells between which values it lies, and only who
 * has one of these is looked at.
 */
async function farPage(
  { sql, question, nowSeconds }: MembersNow,
  { key, isOfNow }: SortKey,
  { from, alias, only }: NonNullable<SortKey['table']>,
): Promise<string[]> {
  const { page, size, sortingField, sortOrder } = question;
  const [by, before, until] = sortOrder === 'DESC' ? (['desc', '>', 'min'] as const) : (['asc', '<', 'max'] as const);
  const where = membersWhere(question, nowSeconds, () => '');
  const rows = await sql.query<{ id: string }>(
    `with walked as materialized (
       select ${key} as key from ${from}
       where ${alias}.tenant_id = $1 and ${only} and ${isOfNow} and ${alias}.user_id not in (${whoIsNoMember})
       order by ${key} ${by} limit $3::bigint + $2
     ),
     ends as materialized (select (select key from walked order by key ${by} offset $3 limit 1) as first, (select ${until}(key) from walked) as last)
     select u.id from ${from} join vigil.users u on u.tenant_id = ${alias}.tenant_id and u.id = ${alias}.user_id
     where ${alias}.tenant_id = $1 and ${only} and ${isOfNow} and ${where}
       and ${key} between (select least(first, last) from ends) and (select greatest(first, last) from ends)
       and (select first from ends) is not null
     order by ${key} ${by}, ${namesOf(sortingField, by)}
     limit $2 offset (select $3::bigint - count(*) from walked where key ${before} (select first from ends))`,
    [question.tenantId, size, page * size],
  );
  return rows.map(({ id }) => id);
}

async function memberIds(
  { sql, question, nowSeconds }: MembersNow,
  { join, order, isWalked, limit, offset }: IdsQuestion,
): Promise<string[]> {
  const values: unknown[] = [question.tenantId, limit, offset];
  const where = membersWhere(question, nowSeconds, (value) => `$${values.push(value)}`, isWalked ? 'one-by-one' : 'at-once');
  const from = `vigil.users u ${join}${join.endsWith(' and') ? '' : ' where'} ${where}`;
  const rows = await sql.query<{ id: string }>(`select u.id from ${from} order by ${order} limit $2 offset $3`, values);
  return rows.map(({ id }) => id);
}
