import type { Condition, ConditionGroup, Conditions } from '@vigil/domain/cohorts/conditions';
import { everyCondition } from '@vigil/domain/cohorts/conditions';
import { answerOf, belongs, type KnownValue, tally } from '@vigil/domain/cohorts/matching';
import { measureOf } from '@vigil/domain/facts/measures';
import { expect, test } from 'vitest';
import { useCohorts } from './testing/cohorts-server.ts';

/*
 * Who belongs is decided by the rule of the domain, and worked out for a population by SQL. Here both judge the same made-up people: the
 * rule by the values that the list of members shows of each.
 */
const { harness, modules, call, member } = await useCohorts();
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });

/** The same numbers on every run. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = numbers(20261122);
const maybe = <T>(value: T): T | undefined => (random() < 0.7 ? value : undefined);
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const between = (low: number, high: number, decimals = 0) => Number((low + random() * (high - low)).toFixed(decimals));

const people = 60;
for (let n = 0; n < people; n += 1) {
  const values = {
    ...{ weight: maybe(between(50, 120, 1)), spo2: maybe(between(88, 99)), heart_rate: maybe(between(45, 120)) },
    ...{ band_removed: maybe(oneOf([0, 1, 2, 7])), steps: maybe(between(0, 15_000)) },
  };
  const known = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined);
  const isOld = () => random() < 0.2;
  const old = known.filter(isOld);
  const user = await member(tenant, {
    familyName: `Member${n}`,
    readings: Object.fromEntries(known.filter((entry) => !old.includes(entry))),
    oldReadings: Object.fromEntries(old),
    ...{ isOnHold: random() < 0.1, isInTheTenant: random() < 0.9 },
    ...(random() < 0.8 && { born: `${between(1930, 2006)}-${oneOf(['01-01', '02-28', '06-15', '12-31'])}` }),
    ...(random() < 0.8 && { sex: oneOf(['male', 'female', 'unknown', 'intersex']) }),
    ...(random() < 0.8 && { heightM: between(1.5, 2, 2) }),
  });
  for (const [fact, value] of [
    ['relative_population_stroke', maybe(between(0.1, 10, 1)) ?? null],
    ['e_anemia', maybe('yes') ?? null],
  ] as const)
    if (random() < 0.6)
      await harness.asOwner(
        `insert into vigil.outside_facts (tenant_id, user_id, fact, valid_at, source, value, word, sent_by, received_at)
         values ($1, $2, $3, now() - interval '1 day', 'Synthetic', $4, $5, $6, now())`,
        [tenant.id, user.id, fact, typeof value === 'number' ? value : null, typeof value === 'string' ? value : null, nurse.id],
      );
  if (random() < 0.6)
    await harness.asOwner("insert into vigil.sleep_measures values ($1, $2, 'sleep_total', $3, $4, 'device', now())", [
      ...[tenant.id, user.id, new Date(harness.clock.now() - 6 * 3_600_000), between(3, 10) * 3_600],
    ]);
}

const facts = ['age', 'gender', 'weight', 'bmi', 'spo2', 'heart_rate', 'steps', 'band_status', 'sleep_total'].concat(
  'relative_population_stroke',
  'e_anemia',
);

function condition(): Condition {
  const fact = oneOf(facts);
  const measure = measureOf(fact);
  if (measure?.type === 'value') {
    const words = measure.values.filter((word) => word !== 'unknown');
    const chosen = words.filter(() => random() < 0.5);
    return { fact, one_of: chosen.length > 0 ? chosen : words.slice(0, 1) };
  }
  const usual: Record<string, readonly [number, number, number]> = {
    ...{ age: [18, 95, 0], weight: [50, 120, 1], bmi: [18, 45, 1], spo2: [0.88, 0.99, 2], heart_rate: [45, 120, 0] },
    ...{ steps: [0, 15_000, 0], sleep_total: [10_000, 36_000, 0], relative_population_stroke: [0.1, 10, 1] },
  };
  const [low, high, decimals] = usual[fact] ?? [0, 1, 0];
  const ends = [between(low, high, decimals), between(low, high, decimals)].sort((a, b) => a - b);
  const kind = random();
  return { fact, ...(kind < 0.7 && { gte: ends[0] }), ...((kind < 0.35 || kind >= 0.7) && { lte: ends[1] }) };
}

const group = (): ConditionGroup =>
  random() < 0.35 ? { any: Array.from({ length: 1 + Math.floor(random() * 3) }, condition) } : condition();

interface Listed {
  readonly user_id: string;
  readonly data: Record<string, KnownValue>;
  readonly readings: Record<string, { readonly stale?: true }>;
}

test('for random people and random conditions, SQL says who belongs, of whom it is not known and what each condition leaves as the rule does', async () => {
  const listed = await call(
    'GET',
    `/events-processor/api/v1/user_facts?size=100&userStatus=ACTIVE,CREATED,HOLDING&facts=${facts.join(',')}`,
    nurse,
  );
  const population = listed.body.content as unknown as Listed[];
  const knownOf = ({ data, readings }: Listed, fact: string): KnownValue => (readings[fact]?.stale ? undefined : data[fact]);
  let matched = 0;
  for (let round = 0; round < 60; round += 1) {
    const asked: Conditions = Array.from({ length: 1 + Math.floor(random() * 5) }, group);
    const { status, body } = await call('POST', '/factuary/api/v2/cohorts/preview', nurse, { type: 'custom', json_conditions: asked });
    if (status === 400) {
      // Two random ranges of one fact that exclude each other.
      expect(JSON.stringify(body.error?.fields)).toContain('Together with an earlier condition');
      continue;
    }
    const expected = tally(
      asked,
      population.map((one) => ({ members: 1, answers: everyCondition(asked).map((each) => answerOf(each, knownOf(one, each.fact))) })),
    );
    const { meta } = body as unknown as { meta: Record<string, unknown> & { rows: { user_id: string }[] } };
    const { groups, ...counts } = expected;
    expect({ asked, ...meta }).toMatchObject({ asked, ...counts, conditions: groups });
    const members = population.filter((one) => belongs(asked, (fact) => knownOf(one, fact)) === 'yes').map((one) => one.user_id);
    expect(meta.rows.map((row) => row.user_id).sort()).toEqual(members.slice(0, meta.rows.length).sort());
    const { matching } = await modules.population.answers({
      tenantId: tenant.id,
      conditions: asked,
      userStatus: ['ACTIVE', 'CREATED', 'HOLDING'],
    });
    expect([...matching].sort()).toEqual([...members].sort());
    matched += members.length;
  }
  expect(population.length).toBeGreaterThan(40);
  expect(matched).toBeGreaterThan(100);
});
