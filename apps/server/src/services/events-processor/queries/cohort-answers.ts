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
import type { Database, Sql } from '#platform/postgres/database.ts';
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
 * What does every member of a population answer to each condition? Each gives bits: that the value is known, and that it meets the
 * condition. All are answered in one pass over the accounts with the latest values beside them, and beside these what stands elsewhere
 * (sleep, what others tell). Members with the same bits are counted. What the answers come to is the domain's to say (`tally`); only for
 * the ids of those who meet all it is said here as well.
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
    await byHashesAlone(sql);
    return sql.query<{ bits: number; members: number; matching: string[] | null }>(text, values);
  });
  return {
    alike: rows.map(({ bits, members }) => ({ members, answers: conditions.map((_, place) => answerOfBits(bits, place)) })),
    matching: rows.flatMap(({ matching }) => matching ?? []).slice(0, mostMatching),
  };
}

/**
 * All members are gone through, once. How many have a status is guessed a hundred times too low: for the few that are expected, looking
 * each up by itself, sorting them, or handing them from process to process would be quicker than a hash.
 */
const byHashesAlone = (sql: Sql) =>
  sql.query(
    "select set_config('enable_nestloop', 'off', true), set_config('enable_sort', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)",
  );

/** One bit for each condition that is known, and one for each that is met. 40 at most. */
const knownBit = (place: number) => 2 ** place;
const metBit = (place: number) => 2 ** (mostConditions + place);

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
  const most = Math.min(mostMatching, mostIds);
  const bitsFrom = (from: Leaf['from']) => leaves.flatMap((leaf) => (leaf.from === from ? leaf.bits : []));
  const together = ['p.bits', ...bitsFrom('elsewhere')].join(' | ');
  const joins = leaves.flatMap(({ join }) => join ?? []);
  // Of a row of values its bits are carried to the account, and what is asked of both (`offset 0`): a hash of all would be five times as large.
  const ofValues = `select v.*, ${['0::int8', ...bitsFrom('values')].join(' | ')} as bits from vigil.latest_values v where v.tenant_id = $1 offset 0`;
  const bits = ['coalesce(v.bits, 0::int8)', ...bitsFrom('account')].join(' | ');
  const people = `select u.id, ${bits} as bits from vigil.users u left join (${ofValues}) v on v.user_id = u.id where ${where}`;
  // Nothing but the bits is carried through further joins (`offset 0`), not the values that they are made of.
  const answers = joins.length === 0 ? people : `select p.id, ${together} as bits from (${people} offset 0) p ${joins.join(' ')}`;
  return `select a.bits, count(*)::int as members, (array_agg(a.id) filter (where ${meetsAll(question.conditions)}))[1:${most}] as matching
    from (${answers}) a group by a.bits`;
}

/** An index of an array in PostgreSQL is no larger. */
const mostIds = 2 ** 31 - 1;

/** Said over the bits: all groups that are one condition, and of each other group one of its conditions. */
function meetsAll(groups: Conditions): string {
  let place = 0;
  const masks = groups.map((group) => conditionsOf(group).map(() => metBit(place++)));
  const sum = (bits: readonly number[]) => bits.reduce((all, bit) => all + bit, 0);
  const single = sum(masks.flatMap((mask) => (mask.length === 1 ? mask : [])));
  const any = masks.filter((mask) => mask.length > 1).map((mask) => `a.bits & ${sum(mask)}::int8 <> 0`);
  return [`a.bits & ${single}::int8 = ${single}::int8`, ...any].join(' and ');
}

/** The bits of one condition, and what they are made of: a row of latest values alone, the account too, or what has to be joined. */
interface Leaf {
  readonly bits: string;
  readonly from: 'values' | 'account' | 'elsewhere';
  readonly join?: string;
}

function leafOf(condition: Condition, place: number, nowSeconds: number, parameter: Parameter): Leaf {
  const filter = filterOf(condition);
  const source = measureSource(filter.measure, nowSeconds);
  const { table } = source;
  if (table === null || source.sideBySide) {
    const { key, isOfNow } = source.sideBySide ?? source;
    // An account may say that it does not know; codes of bands cannot.
    const isWord = filter.measure.type === 'value' && table === null;
    const onValues = source.sideBySide && !source.withAccount;
    return {
      from: onValues ? 'values' : 'account',
      bits: bitsOf(isWord ? `${isOfNow} and ${key} <> 'unknown'` : isOfNow, askedOf(filter, key, nowSeconds, parameter), place),
    };
  }
  const known = `select ${table.alias}.user_id, ${source.key} as key from ${table.from} where ${table.alias}.tenant_id = $1 and ${table.only} and ${source.isOfNow}`;
  const alias = `fact${place}`;
  return {
    from: 'elsewhere',
    bits: bitsOf(`${alias}.user_id is not null`, askedOf(filter, `${alias}.key`, nowSeconds, parameter), place),
    join: `left join (${known}) ${alias} on ${alias}.user_id = p.id`,
  };
}

const bitsOf = (known: string, met: readonly string[], place: number) =>
  `case when ${known} then case when ${met.join(' and ')} then ${knownBit(place) + metBit(place)}::int8 else ${knownBit(place)}::int8 end else 0::int8 end`;
