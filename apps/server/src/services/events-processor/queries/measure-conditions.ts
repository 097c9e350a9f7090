import { type Conditions, conditionsOf, filterOf } from '@vigil/domain/cohorts/conditions';
import { endTolerance, type MeasureFilter, readMeasureFilter } from '@vigil/domain/facts/measure-filter';
import { bandStateCodes } from '@vigil/domain/status/band-state';
import { roundTo } from '@vigil/domain/units/rounding';
import { type MeasureSource, measureSource } from './measure-sources.ts';

type Parameter = (value: unknown) => string;

/**
 * How what stands in another table is looked up: once, in a hash, for whoever goes through all members; or for each member by
 * itself, for whoever stops after some. Joined in, or as a list of ids, a store without statistics went through the table for each member.
 */
export type LookUp = 'at-once' | 'one-by-one';

/** Digits that are kept when a bound is turned into the unit that readings are kept in: 0.94 of oxygen is 94 %, not 93.99… */
const keptDigits = 9;

/** What rows `u` of vigil.users have to be for these filters. `parameter` takes a value and names it. Unix seconds. */
export function filterConditions(filters: readonly string[], nowSeconds: number, lookUp: LookUp, parameter: Parameter): string[] {
  return filters.map((text) => {
    const filter = readMeasureFilter(text);
    if (!filter) throw new Error('A filter that the contract refuses was asked');
    return filterCondition(filter, nowSeconds, lookUp, parameter);
  });
}

/** The same for the conditions of a cohort: all groups, of each one of its conditions. */
export function cohortConditions(groups: Conditions, nowSeconds: number, lookUp: LookUp, parameter: Parameter): string[] {
  return groups.map((group) => {
    const any = conditionsOf(group).map((condition) => filterCondition(filterOf(condition), nowSeconds, lookUp, parameter));
    return `(${any.join(' or ')})`;
  });
}

function filterCondition(filter: MeasureFilter, nowSeconds: number, lookUp: LookUp, parameter: Parameter): string {
  const source = measureSource(filter.measure, nowSeconds);
  const asked = askedOf(filter, source.key, nowSeconds, parameter);
  const either = [
    ...(asked.length > 0 ? [`(${held(source, [source.isOfNow, ...asked], lookUp)})`] : []),
    ...(filter.orMissing ? [`not (${held(source, [source.isOfNow], lookUp)})`] : []),
  ];
  return `(${either.join(' or ')})`;
}

/** What a value of now has to be; `key`: as its source has it. */
export function askedOf(filter: MeasureFilter, key: string, nowSeconds: number, parameter: Parameter): string[] {
  const { measure } = filter;
  if ('words' in filter) {
    if (filter.words.length === 0) return [];
    const codes = measure.origin.from === 'band' ? filter.words.map((word) => codeOf.get(word) ?? null) : null;
    return [codes ? `${key} = any(${parameter(codes)}::float8[])` : `${key} = any(${parameter(filter.words)}::text[])`];
  }
  const { low, high } = filter;
  if (measure.origin.from === 'account') return bornWithin(low, high, nowSeconds, parameter);
  const kept = (end: number) => parameter(roundTo(end / filter.measure.perKept, keptDigits));
  return [
    ...(low === undefined ? [] : [`${key} >= ${kept(low - endTolerance)}::float8`]),
    ...(high === undefined ? [] : [`${key} <= ${kept(high + endTolerance)}::float8`]),
  ];
}

const codeOf = new Map<string, number>(Object.entries(bandStateCodes));

/** Ages are those of one day for everybody in the list: today in UTC. */
function bornWithin(low: number | undefined, high: number | undefined, nowSeconds: number, parameter: Parameter): string[] {
  return [
    ...(low === undefined ? [] : [`u.birth_date <= ${parameter(yearsBefore(nowSeconds, Math.ceil(low)))}::date`]),
    ...(high === undefined ? [] : [`u.birth_date > ${parameter(yearsBefore(nowSeconds, Math.floor(high) + 1))}::date`]),
  ];
}

/** The same day some years before; February 28 where that year has no 29th. */
function yearsBefore(nowSeconds: number, years: number): string {
  const today = new Date(nowSeconds * 1000);
  const then = new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate()));
  if (then.getUTCMonth() !== today.getUTCMonth()) then.setUTCDate(0);
  return then.toISOString().slice(0, 10);
}

/** Members of whom all of this holds. */
function held({ table, withAccount }: MeasureSource, conditions: readonly string[], lookUp: LookUp): string {
  if (table === null) return conditions.join(' and ');
  const { from, alias, only } = table;
  const where = [`${alias}.tenant_id = $1`, only, ...conditions].join(' and ');
  // What is worked out from several rows is worked out of all members at once.
  if (lookUp === 'one-by-one' && !from.startsWith('(')) return found(`${from} where ${where}`, `${alias}.user_id`);
  const account = withAccount ? ` join vigil.users u on u.tenant_id = ${alias}.tenant_id and u.id = ${alias}.user_id` : '';
  return among(`select ${alias}.user_id from ${from}${account} where ${where}`);
}

/** Whether `u` is among the ids that a question finds, which is asked once and looked up in a hash. */
export const among = (ids: string): string => `coalesce(u.id in (${ids}), false)`;

/** Whether there is a row whose column is the id of `u`, looked for by itself. */
export const found = (rows: string, column: string): string => `coalesce((select true from ${rows} and ${column} = u.id limit 1), false)`;
