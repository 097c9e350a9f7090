import { type Endpoint, endpoints, hasBody } from '@vigil/contract';
import { addressOf, type NumberPlace, numbersIn, sampleOf } from '#server/testing/access-matrix/samples.ts';
import { type Attack, createFindings } from './attack.ts';
import type { Target } from './target.ts';

/** Of everybody the first who is let in makes a call. */
const callerNames = ['nurse of demo', 'admin of demo', 'md of demo', 'member of demo', 'a band of demo', 'nobody'] as const;
/** Whoever is let in here takes a token or an account from the others. */
const takesAway: readonly string[] = ['registry.invalidateAllRefreshTokens', 'registry.removeUser'];
const callsAtOnce = 8;
/** An answer that takes longer is none. */
const patienceMs = 30_000;

const hostile = [
  ...[0, -1, 1, 0.5, -0.5, 1e-9, 59, 3_599, 86_399, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 99_999_999_999, 99_999_999_999_999],
  ...[Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308],
];

/** Texts that a sample of a schema cannot guess, by the names of fields. */
const knownTexts: Readonly<Record<string, string>> = {
  ...{ metrics: 'heart_rate,steps', facts: 'heart_rate_mean,steps_daily_mean', over_time_facts: 'heart_rate_mean', tz: 'UTC' },
  ...{ zone: 'UTC', timeZone: 'UTC' },
};

/** What stands at each place of a call that takes a number; the rest is made up. */
type Numbers = ReadonlyMap<NumberPlace, number>;

/**
 * Every number that a call of the contract takes (in path, query or body), at its own bounds, just beyond them, and at values at
 * which numbers, dates or columns end: by itself, and all of a call together, so that intervals are as long as they may be.
 */
export const edges: Attack = {
  name: 'numbers at their edges',
  claim: 'no number that a call takes is answered with a 500, or not at all',
  async run(target) {
    const findings = createFindings();
    let calls = 0;
    const unheard: string[] = [];
    const callable = endpoints.filter((one) => one.answer !== 'event-stream' && !takesAway.includes(one.id));
    for (const endpoint of callable) {
      const places = placesOf(endpoint);
      if (places.length === 0) continue;
      const usual = new Map(places.map((place, index) => [place, usualAt(place, index)]));
      const caller = await callerFor(endpoint, target, usual);
      if ([400, 422].includes(await call(endpoint, target, caller, usual))) unheard.push(endpoint.id);
      const attempts = attemptsOn(places, usual);
      for (let from = 0; from < attempts.length; from += callsAtOnce)
        await Promise.all(
          attempts.slice(from, from + callsAtOnce).map(async (numbers) => {
            calls += 1;
            const status = await call(endpoint, target, caller, numbers);
            if (status === 0) findings.add(`${endpoint.id}: no answer in ${patienceMs} ms for ${inWords(numbers, usual)}`);
            if (status >= 500 && status !== 503) findings.add(`${endpoint.id}: ${status} for ${inWords(numbers, usual)}`);
          }),
        );
    }
    return { calls, findings: findings.list(), measured: `${unheard.length} calls are refused with usual numbers as well` };
  },
};

function placesOf(endpoint: Endpoint): NumberPlace[] {
  return [
    ...numbersIn(endpoint.params, 'params'),
    ...numbersIn(endpoint.query, 'query'),
    ...(hasBody(endpoint) ? numbersIn(endpoint.body, 'body') : []),
  ];
}

/** A moment of today where a moment fits, each an hour after the one before, so that what ends comes after what begins. */
function usualAt({ minimum, maximum }: NumberPlace, index: number): number {
  const nowMs = Date.now() + index * 3_600_000;
  if (maximum > 1e13) return nowMs;
  return maximum > 1e10 ? Math.floor(nowMs / 1000) : Math.max(1, minimum);
}

function attemptsOn(places: readonly NumberPlace[], usual: Numbers): Numbers[] {
  const one = places.flatMap((place) =>
    [...hostile, place.minimum, place.maximum, place.minimum - 1, place.maximum + 1].map((value) => new Map([...usual, [place, value]])),
  );
  const lowest = new Map(places.map((place) => [place, place.minimum]));
  const highest = new Map(places.map((place) => [place, place.maximum]));
  const longest = new Map(places.map((place, index) => [place, index === 0 ? place.minimum : place.maximum]));
  return [...one, lowest, highest, longest];
}

async function callerFor(endpoint: Endpoint, target: Target, usual: Numbers): Promise<string> {
  for (const name of callerNames) if (![401, 403].includes(await call(endpoint, target, name, usual))) return name;
  return callerNames[0];
}

async function call(endpoint: Endpoint, { server, tenants, member, callers, tokenOf }: Target, caller: string, numbers: Numbers) {
  const at = (part: NumberPlace['part']) =>
    Object.fromEntries([...numbers].filter(([place]) => place.part === part).map(([{ path }, value]) => [path, value]));
  const own = callers.find(({ name }) => name === caller)?.person?.userId ?? member.id;
  const { access: rule } = endpoint;
  const whom = {
    ...('tenant' in rule && rule.tenant !== undefined ? { [rule.tenant]: tenants.demo } : {}),
    ...('self' in rule && rule.self !== undefined ? { [rule.self]: own } : {}),
    ...(rule.kind === 'member' ? { [rule.member]: member.id } : {}),
    ...(rule.kind === 'account' ? { [rule.account]: member.id } : {}),
  };
  const texts = (schema: typeof endpoint.query | typeof endpoint.body) =>
    Object.fromEntries(Object.entries(knownTexts).filter(([name]) => fieldsOf(schema).includes(name)));
  const inText = (values: Record<string, number>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const body =
    endpoint.body && hasBody(endpoint) ? JSON.stringify(sampleOf(endpoint.body, { ...texts(endpoint.body), ...at('body') })) : undefined;
  const answer = await fetch(
    `${server.url}${addressOf(endpoint, { ...whom, ...inText(at('params')) }, { ...texts(endpoint.query), ...inText(at('query')) })}`,
    {
      method: endpoint.method,
      headers: {
        ...(caller === 'nobody' ? {} : { authorization: `Bearer ${tokenOf(caller)}` }),
        'x-tenant-id': tenants.demo,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(patienceMs),
    },
  ).catch(() => undefined);
  await answer?.body?.cancel().catch(() => {});
  return answer?.status ?? 0;
}

const fieldsOf = (schema: Endpoint['body']): readonly string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as Record<string, unknown>) : [];

/** The numbers that are not the usual ones. */
function inWords(numbers: Numbers, usual: Numbers): string {
  return [...numbers].flatMap(([place, value]) => (usual.get(place) === value ? [] : [`${place.path}=${value}`])).join(', ');
}
