import {
  type Condition,
  type Conditions,
  completeConditions,
  conditionsOf,
  everyCondition,
  filterOf,
  mostConditions,
} from '@vigil/domain/cohorts/conditions';
import type { Answer, AnsweredAlike } from '@vigil/domain/cohorts/matching';
import type { Database } from '#platform/postgres/database.ts';
import { askedOf } from './measure-conditions.ts';
import { measureSource } from './measure-sources.ts';
import { membersWhere, roomForHashes, type WhichMembers } from './which-members.ts';

/** Whose answers are asked for. */
export interface PopulationQuestion extends Pick<WhichMembers, 'scope' | 'userStatus'> {
  readonly tenantId: string;
  readonly conditions: Conditions;
}

export interface PopulationAnswers {
  /** How many members gave the same answers to every condition, in order. */
  readonly alike: readonly AnsweredAlike[];
  /** Ids of those who meet all, as many as were asked for at most; in no order. */
  readonly matching: readonly string[];
}

type Parameter = (value: unknown) => string;

/**
 * What does every member of a population answer to each condition? Every fact that a condition asks about gives a row of bits: that the
 * value is known, and that it meets the condition. The bits of each member are joined in one pass, which costs less than joining
 * tables, and members with the same bits are counted. What the answers come to is the domain's to say (`tally`); only for the ids of
 * those who meet all it is said here as well.
 */
export async function readPopulationAnswers(
  database: Database,
  question: PopulationQuestion,
  nowSeconds: number,
  mostMatching: number,
): Promise<PopulationAnswers> {
  const groups = completeConditions(question.conditions);
  const conditions = everyCondition(groups);
  const values: unknown[] = [question.tenantId];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const text = answersSql({ ...question, conditions: groups }, conditions, nowSeconds, mostMatching, parameter);
  const rows = await database.tenant(question.tenantId, async (sql) => {
    await roomForHashes(sql);
    return sql.query<{ bits: number; members: number; matching: string[] | null }>(text, values);
  });
  return {
    alike: rows.map(({ bits, members }) => ({ members, answers: conditions.map((_, place) => answerOfBits(bits, place)) })),
    matching: rows.flatMap(({ matching }) => matching ?? []).slice(0, mostMatching),
  };
}

/** Of a member who is asked about; then one bit for each condition that is known, and one for each that is met. 41 at most. */
const asked = 1;
const knownBit = (place: number) => 2 ** (1 + place);
const metBit = (place: number) => 2 ** (1 + mostConditions + place);

/** Arithmetic, for `&` knows 32 bits. */
const isSet = (bits: number, bit: number) => Math.floor(bits / bit) % 2 === 1;

function answerOfBits(bits: number, place: number): Answer {
  return isSet(bits, metBit(place)) ? 'yes' : isSet(bits, knownBit(place)) ? 'no' : 'unknown';
}

function answersSql(
  question: PopulationQuestion,
  conditions: readonly Condition[],
  nowSeconds: number,
  mostMatching: number,
  parameter: Parameter,
): string {
  // The conditions do not narrow who is asked.
  const where = membersWhere({ scope: question.scope, userStatus: question.userStatus }, nowSeconds, parameter);
  const leaves = conditions.map((condition, place) => leafOf(condition, place, nowSeconds, parameter));
  const ofAccount = leaves.flatMap(({ bits }) => bits ?? []);
  const people = `select u.id as user_id, ${[`${asked}::int8`, ...ofAccount].join(' | ')} as bits from vigil.users u where ${where}`;
  const rows = [people, ...leaves.flatMap((leaf) => leaf.rows ?? [])].join(' union all ');
  const most = Math.min(mostMatching, mostIds);
  return `select a.bits, count(*)::int as members, (array_agg(a.user_id) filter (where ${meetsAll(question.conditions)}))[1:${most}] as matching
    from (select f.user_id, bit_or(f.bits) as bits from (${rows}) f group by f.user_id) a
    where a.bits & ${asked} <> 0 group by a.bits`;
}

/** An index of an array in PostgreSQL is no larger. */
const mostIds = 2 ** 31 - 1;

/** Said over the bits: all groups, of each one of its conditions. */
function meetsAll(groups: Conditions): string {
  let place = 0;
  const each = groups.map((group) => {
    const mask = conditionsOf(group).reduce((sum) => sum + metBit(place++), 0);
    return `a.bits & ${mask}::int8 <> 0`;
  });
  return each.join(' and ') || 'true';
}

/** One condition: an expression over the account, or rows of another table. */
interface Leaf {
  readonly bits?: string;
  readonly rows?: string;
}

function leafOf(condition: Condition, place: number, nowSeconds: number, parameter: Parameter): Leaf {
  const filter = filterOf(condition);
  const source = measureSource(filter.measure, nowSeconds);
  // An account may say that it does not know; codes of bands cannot.
  const isWord = filter.measure.type === 'value' && source.table === null;
  const known = isWord ? `${source.isOfNow} and ${source.key} <> 'unknown'` : source.isOfNow;
  const met = askedOf(filter, source, nowSeconds, parameter).join(' and ');
  const ofKnown = `case when ${met} then ${knownBit(place) + metBit(place)}::int8 else ${knownBit(place)}::int8 end`;
  if (source.table === null) return { bits: `case when ${known} then ${ofKnown} else 0::int8 end` };
  const { from, alias, only } = source.table;
  const account = source.withAccount ? ` join vigil.users u on u.tenant_id = ${alias}.tenant_id and u.id = ${alias}.user_id` : '';
  return {
    rows: `select ${alias}.user_id, ${ofKnown} as bits from ${from}${account} where ${alias}.tenant_id = $1 and ${only} and ${known}`,
  };
}
