import { readMeasureFilter } from '@vigil/domain/facts/measure-filter';
import { askedOf } from './measure-conditions.ts';
import { measureSource } from './measure-sources.ts';
import { type MembersNow, membersWhere, type WhichMembers, whoIsNoMember } from './which-members.ts';

type Parameter = (value: unknown) => string;

/** How many members match, of those that `join` leaves. */
export async function countMembers({ sql, question, nowSeconds }: MembersNow, join = ''): Promise<number> {
  const values: unknown[] = [question.tenantId];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const elsewhere = join === '' ? (amongAssigned(question, parameter) ?? amongLatestValues(question, nowSeconds, parameter)) : null;
  const from = elsewhere ?? `vigil.users u ${join} where ${membersWhere(question, nowSeconds, parameter)}`;
  const [row] = await sql.query<{ n: number }>(`select count(*)::int as n from ${from}`, values);
  return row?.n ?? 0;
}

/*
 * Where one other table alone says whom a question leaves, they are counted there: less the few who are no members, it is a third of the
 * work of looking each of its rows up among all accounts.
 */

/** Whether nothing but this narrows whom a question is about. */
function isNarrowedByOnly(kind: 'assignment' | 'filters', question: WhichMembers): boolean {
  const { scope, userStatus, partOfName = '', clinicianId, assignmentType = 'ALL', filters = [], conditions = [] } = question;
  const isOtherwiseAll = scope === 'tenant' && !userStatus && partOfName.trim() === '' && !clinicianId && conditions.length === 0;
  return isOtherwiseAll && (assignmentType !== 'ALL') === (kind === 'assignment') && filters.length > 0 === (kind === 'filters');
}

/** Whoever anybody looks after in one way. */
function amongAssigned(question: WhichMembers, parameter: Parameter): string | null {
  if (!isNarrowedByOnly('assignment', question)) return null;
  const rows = `vigil.care_relations r where r.tenant_id = $1 and r.assignment_type = ${parameter(question.assignmentType)}`;
  return `(select distinct r.patient_id from ${rows}) r where r.patient_id not in (${whoIsNoMember})`;
}

/** Whoever has latest values of now as they are asked for. */
function amongLatestValues(question: WhichMembers, nowSeconds: number, parameter: Parameter): string | null {
  const filters = (question.filters ?? []).flatMap((text) => readMeasureFilter(text) ?? []);
  const asked = filters.flatMap((filter) => {
    const { sideBySide, withAccount } = measureSource(filter.measure, nowSeconds);
    return sideBySide && !withAccount && !filter.orMissing ? [{ filter, ...sideBySide }] : [];
  });
  if (!isNarrowedByOnly('filters', question) || asked.length < filters.length) return null;
  const held = asked.flatMap(({ filter, key, isOfNow }) => [isOfNow, ...askedOf(filter, key, nowSeconds, parameter)]);
  return `vigil.latest_values v where v.tenant_id = $1 and ${held.join(' and ')} and v.user_id not in (${whoIsNoMember})`;
}
