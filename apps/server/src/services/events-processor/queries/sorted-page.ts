import { joinedOn, namesOf, sortKey } from './member-order.ts';
import { type MembersNow, membersWhere } from './which-members.ts';

export interface SortedPage {
  readonly userIds: string[];
  readonly totalElements: number;
}

/**
 * The ids of a page and how many match, in one go over all that match: those with a value of now first. Only those up to the last of
 * the page, and who shares its place, are sorted. Names are made
 * comparable only of those who share a place with somebody on the page: of all members, that took longer than the rest.
 */
export async function sortedPage({ sql, question, nowSeconds }: MembersNow): Promise<SortedPage> {
  const { page, size, sortingField, sortOrder } = question;
  const { key, table, isOfNow } = sortKey(sortingField, nowSeconds);
  const by = sortOrder === 'DESC' ? 'desc' : 'asc';
  const values: unknown[] = [question.tenantId, size, page * size];
  const where = membersWhere(question, nowSeconds, (value) => `$${values.push(value)}`);
  const join = table ? `left join ${table.from} on ${joinedOn(table)}` : '';
  const [found] = await sql.query<SortedPage>(
    `with matching as materialized (select u.id, (${isOfNow}) is true as of_now, ${key} as key from vigil.users u ${join} where ${where}),
     last as materialized (select of_now, key from matching order by of_now desc, key ${by} nulls last limit 1 offset $3::bigint + $2 - 1),
     placed as materialized (
       select m.id, rank() over (order by m.of_now desc, m.key ${by} nulls last) as place from matching m left join last on true
       where last.of_now is null or m.of_now > last.of_now or (m.of_now = last.of_now and (last.key is null or m.key ${by === 'asc' ? '<=' : '>='} last.key))
     ),
     on_page as (
       select u.id, row_number() over (order by p.place, ${namesOf(sortingField, by)}) as nth, p.place
       from placed p join vigil.users u on u.tenant_id = $1 and u.id = p.id
       where p.place <= $3::bigint + $2 and p.place >= (select max(place) from placed where place <= $3::bigint + 1)
     )
     select coalesce(array_agg(id order by nth), '{}') as user_ids, (select count(*)::int from matching) as total_elements
     from (select id, nth from on_page where nth > $3::bigint + 1 - (select min(place) from on_page)
       order by nth limit $2) page`,
    values,
  );
  return found ?? { userIds: [], totalElements: 0 };
}
