import { randomUUID } from 'node:crypto';
import { type Endpoint, endpoints } from '@vigil/contract';
import { expected, type MatrixCase } from '#server/testing/access-matrix/decision-table.ts';
import { addressOf, sampleOf } from '#server/testing/access-matrix/samples.ts';
import { type Attack, createFindings } from './attack.ts';
import type { Target } from './target.ts';

/**
 * Every endpoint × every caller × own, foreign and no tenant × own, foreign and unknown member, against the real handlers of a
 * running server. Who is to be let in stands in the decision table, apart from the code that enforces it.
 */
export const matrix: Attack = {
  name: 'access matrix',
  claim: 'nobody is let in whom the specification refuses, and nobody refused whom it lets in',
  async run(target) {
    const findings = createFindings();
    const cases = endpoints
      .filter((endpoint) => endpoint.answer !== 'event-stream')
      .flatMap((endpoint) => casesOf(endpoint, target))
      .filter((one) => !(takesAway.includes(one.endpoint.id) && expected(one).verdict === 'let in'));
    for (let from = 0; from < cases.length; from += 16)
      await Promise.all(
        cases.slice(from, from + 16).map(async (one) => {
          const { verdict, because } = expected(one);
          const outcome = await outcomeOf(one, target.server.url, verdict === 'let in');
          if (outcome === verdict) return;
          findings.add(`${one.endpoint.id} by ${one.caller.name}: ${outcome} instead of ${verdict} (${because})`);
        }),
      );
    return { calls: cases.length, findings: findings.list() };
  },
};

/** Whoever is let in here takes a token or an account from the others; that is tested where it belongs. */
const takesAway: readonly string[] = ['registry.invalidateAllRefreshTokens', 'registry.removeUser'];

/** Whether the body that is sent here names a member; what other bodies do with members is tested where they are judged. */
const namesMember = ({ id, service, access }: Endpoint): boolean =>
  access.kind === 'members-in-body' &&
  (service === 'fhir' ||
    [
      'notary.postNote',
      'registry.postTask',
      'factuaryActions.postAction',
      'calendar.bookSlot',
      'calendar.postEvent',
      'calls.dial',
    ].includes(id));

/** Calls about several, each of which is answered for itself. */
const answersEach: readonly string[] = ['factuaryActions.intervene', 'factuaryPrograms.assignProgram'];

/** The path parameter that says whom a call is about. */
function namedIn({ access: rule }: Endpoint): string | undefined {
  if (rule.kind === 'member') return rule.member;
  if (rule.kind === 'account') return rule.account;
  return 'self' in rule ? rule.self : undefined;
}

function casesOf(endpoint: Endpoint, { callers, member, foreignMember, tenants }: Target): MatrixCase[] {
  const people = [
    { id: member.id, memberOf: member.tenantId },
    { id: foreignMember.id, memberOf: foreignMember.tenantId },
    { id: randomUUID(), memberOf: null },
  ];
  const targets = namesMember(endpoint) || namedIn(endpoint) ? people : [null];
  return callers.flatMap((caller) =>
    [tenants.demo, tenants.lakeside, null].flatMap((tenantHeader) =>
      targets.map((target) => ({ endpoint, caller, tenantHeader, target, assignedTenants: new Set<string>() })),
    ),
  );
}

/** A path that names a tenant names the one of the request. */
function tenantInPath({ endpoint: { access: rule }, caller, tenantHeader }: MatrixCase): Record<string, string> {
  const asked = tenantHeader ?? caller.person?.tenants.find((held) => !held.discharged)?.tenant;
  return 'tenant' in rule && rule.tenant !== undefined && asked !== undefined ? { [rule.tenant]: asked } : {};
}

/** Tasks are noted by whoever did them. */
function ownInPath({ endpoint, caller }: MatrixCase): Record<string, string> {
  return endpoint.id === 'registry.postTask' && caller.person?.userId ? { userId: caller.person.userId } : {};
}

/** A search of FHIR names its patient in the query. */
function memberInQuery({ endpoint, target }: MatrixCase): string {
  return endpoint.method === 'GET' && namesMember(endpoint) && target ? `?patient=${target.id}` : '';
}

async function outcomeOf(one: MatrixCase, url: string, mayPass: boolean): Promise<string> {
  const { endpoint, caller, tenantHeader, target } = one;
  const named = namedIn(endpoint);
  const body = endpoint.id === 'calendar.postEvent' ? eventBy(one) : bodyOf(endpoint, target?.id, mayPass);
  const path = { ...tenantInPath(one), ...ownInPath(one), ...(named && target ? { [named]: target.id } : {}) };
  const answer = await fetch(`${url}${addressOf(endpoint, path)}${memberInQuery(one)}`, {
    method: endpoint.method,
    headers: {
      ...(caller.token === null ? {} : { authorization: `Bearer ${caller.token}` }),
      ...(tenantHeader === null ? {} : { 'x-tenant-id': tenantHeader }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const code = codeIn(text);
  if (answer.status >= 500) return `${answer.status} ${code}`;
  // Whoever is let in may still have sent what the call cannot use, or asked for what does not exist.
  if (mayPass && ![401, 403].includes(answer.status)) return 'let in';
  if (answer.ok && answersEach.includes(endpoint.id)) return eachRefused(text);
  if (answer.ok) return 'let in';
  // An OperationOutcome about a resource says it in FHIR's words.
  return code === 'none' && endpoint.service === 'fhir' && answer.status === 404 ? '404 not_found' : `${answer.status} ${code}`;
}

/** What changes something is given a body that cannot be used: the question is only who gets that far. */
function bodyOf(endpoint: Endpoint, memberId: string | undefined, mayPass: boolean): string | undefined {
  if (endpoint.method === 'GET') return undefined;
  if (endpoint.id === 'notary.postNote') return JSON.stringify({ id: randomUUID(), user: memberId, text: 'An attack' });
  if (endpoint.id === 'factuaryActions.postAction')
    return JSON.stringify({ action_id: randomUUID(), user_id: memberId, action_category: 'SURVEY', title: 'An attack' });
  if (endpoint.id === 'calendar.bookSlot') return JSON.stringify({ patientId: memberId });
  if (endpoint.id === 'calls.dial')
    return JSON.stringify({ callId: randomUUID(), calleeId: memberId, memberId, isVideoCall: false, deviceId: randomUUID() });
  if (endpoint.id === 'registry.postTask')
    return JSON.stringify({ type: 'OTHER', performedAt: Date.now(), patientId: memberId, seconds: 60 });
  if (endpoint.id === 'fhir.putQuestionnaireResponse') return JSON.stringify(answerFor(memberId));
  if (endpoint.id === 'factuaryPrograms.assignProgram') return JSON.stringify({ op: 'assign', user_ids: [memberId ?? randomUUID()] });
  if (namesMember(endpoint)) return JSON.stringify(observationFor(endpoint, memberId));
  if (mayPass) return '"an attack"';
  return endpoint.body || endpoint.bodyKind ? JSON.stringify(sampleOf(endpoint.body) ?? 'sample') : undefined;
}

/** In the caller's own calendar, about the member. */
function eventBy({ caller, tenantHeader, target }: MatrixCase): string {
  const tenantId = tenantHeader ?? caller.person?.tenants[0]?.tenant ?? randomUUID();
  const about = { ownerId: caller.person?.userId ?? randomUUID(), tenantId, patientId: target?.id };
  return JSON.stringify({ ...about, date: Date.now() + 86_400_000, durationMinutes: 30, title: 'An attack', type: 'REGULAR' });
}

/** To a survey that there is not: whoever is let in learns that, and stores nothing. */
function answerFor(memberId: string | undefined): object {
  return {
    ...{ resourceType: 'QuestionnaireResponse', status: 'completed', authored: '2026-01-15T08:00:00Z' },
    ...{ questionnaire: 'urn:uuid:00000000-0000-4000-8000-000000000000', subject: { reference: `Patient/${memberId}` } },
  };
}

function observationFor(endpoint: Endpoint, memberId: string | undefined): object {
  const observation = {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    subject: { reference: `Patient/${memberId}` },
    effectiveDateTime: '2026-01-15T08:00:00Z',
    valueQuantity: { value: 61, system: 'http://unitsofmeasure.org', code: '/min' },
  };
  if (endpoint.id === 'fhir.postObservation') return observation;
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [{ request: { method: 'POST', url: 'Observation' }, resource: observation }],
  };
}

type Results = { error: { code: string } | null }[];

/** A call that answers each id for itself lets nobody in when it refuses every one of them. */
function eachRefused(text: string): string {
  const answer = JSON.parse(text) as Results | { results: Results };
  const results = Array.isArray(answer) ? answer : answer.results;
  const isMissing = results.length > 0 && results.every(({ error }) => error?.code === 'not_found');
  return isMissing ? '404 not_found' : 'let in';
}

function codeIn(text: string): string {
  try {
    const answer = JSON.parse(text) as { error?: { code: string }; issue?: { details: { coding: { code: string }[] } }[] };
    return answer.error?.code ?? answer.issue?.[0]?.details.coding[0]?.code ?? 'none';
  } catch {
    return 'none';
  }
}
