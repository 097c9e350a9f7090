import { randomUUID } from 'node:crypto';
import { phq9 } from '@vigil/domain/surveys/shipped/phq-9';
import { textInputs } from '@vigil/domain/surveys/survey';
import { Fhir } from 'fhir';
import { afterAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';
import { writeCursor } from '../search/search-parameters.ts';

/* Surveys out and in over HTTP, checked by a validator of R4 that knows nothing of Vigil. */
const harness = await useHarness();
const { clock } = harness;
const { http, modules, stop } = await startModules(harness);
afterAll(stop);
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' });
const validator = new Fhir();

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: unknown, by: { id: string } = nurse) {
  const answer = await http.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
/** Path and query of the page behind a searchset. */
function nextOf(searchset: { link: readonly { relation: string; url: string }[] }): string | null {
  const next = searchset.link.find(({ relation }) => relation === 'next');
  if (!next) return null;
  const { pathname, search } = new URL(next.url);
  return `${pathname}${search}`;
}
function requireValid(resource: object): void {
  const { messages } = validator.validate(resource, { errorOnUnexpected: true });
  expect(messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')).toEqual([]);
}

const option = (index: number, position: number, over: object = {}) => ({
  ...{ index, position, text: `Option ${index}`, textEs: null, score: null, coding: null },
  ...over,
});
const base = { textEs: null, input: null, options: [], displayConditions: [], displayWhen: 'all', loinc: null, urgentAnswers: [] };
const plain = { min: null, max: null, unit: null, is24Hr: null };
/** Every kind of question, input and condition there is, in places and with indices that are not the usual ones. */
const content = {
  ...{ title: 'Everything', titleEs: 'Todo', intro: 'Please answer.', introEs: 'Responda, por favor.', loinc: '44249-1' },
  scoring: {
    ...{ mostUnanswered: 1, source: 'Somebody, 2020' },
    bands: [
      { from: -1, to: 1.5, label: 'Low', labelEs: 'Bajo' },
      { from: 2, to: 9, label: 'High', labelEs: null },
    ],
  },
  questions: [
    {
      ...{
        ...base,
        name: 'one',
        position: 1,
        text: 'Choose',
        textEs: 'Elija',
        type: 'single-choice',
        loinc: '44250-9',
        urgentAnswers: [7],
      },
      options: [
        option(0, 2, { score: 0, textEs: 'Opción 0' }),
        option(3, 1, { score: -0.5 }),
        option(7, 9, { score: 3, coding: { system: 'http://loinc.org', code: 'LA6571-9' } }),
      ],
    },
    { ...base, name: 'many', position: 4, text: 'Choose some', type: 'multi-choice', options: [option(0, 0), option(1, 1), option(2, 2)] },
    {
      ...base,
      name: 'long',
      position: 5,
      text: 'Tell',
      type: 'long-text',
      displayConditions: [{ questionName: 'one', answerIndices: [0, 7] }],
    },
    { ...base, name: 'bare', position: 6, text: 'Bare', type: 'text' },
    ...textInputs.map((kind, place) => ({
      ...{ ...base, name: `in/${kind}`, position: 10 + place, text: kind, type: 'text' },
      input: {
        ...{ ...plain, kind },
        ...(kind === 'keypad' && { min: 0.5, max: 99.5, unit: 'kg' }),
        ...(kind === 'picker' && { min: 1, max: 10, unit: 'days' }),
        ...(kind === 'time' && { is24Hr: false }),
      },
    })),
    {
      ...{ ...base, name: 'all_of', position: 20, text: 'All', type: 'text' },
      displayConditions: [
        { questionName: 'one', answerIndices: [3] },
        { questionName: 'many', answerIndices: [1] },
        { questionName: 'many', answerIndices: [2] },
      ],
    },
    {
      ...{ ...base, name: 'any_of', position: 21, text: 'Any', type: 'text', displayWhen: 'any' },
      displayConditions: [
        { questionName: 'one', answerIndices: [3, 7] },
        { questionName: 'many', answerIndices: [0] },
      ],
    },
    {
      ...{ ...base, name: 'all_of_any', position: 22, text: 'All of any', type: 'text' },
      displayConditions: [
        { questionName: 'one', answerIndices: [0, 7] },
        { questionName: 'many', answerIndices: [0, 2] },
        { questionName: 'many', answerIndices: [1] },
      ],
    },
    {
      ...{ ...base, name: 'any_of_one', position: 23, text: 'Any of one', type: 'text', displayWhen: 'any' },
      displayConditions: [{ questionName: 'one', answerIndices: [0] }],
    },
  ],
};

async function published() {
  const id = randomUUID();
  const draft = { id, revision: 0, name: 'Everything there is', intake: true, content };
  expect((await call('PUT', '/factuary/api/v2/surveys', draft)).status).toBe(200);
  expect((await call('POST', `/factuary/api/v2/surveys/${id}/publish`, { revision: 1 })).status).toBe(200);
  return id;
}
/** The order of options in their list says nothing: their positions do. */
const inPlaces = (survey: typeof content) => ({
  ...survey,
  questions: survey.questions.map((one) => ({ ...one, options: one.options.toSorted((a, b) => a.position - b.position) })),
});
const written = async (id: string) => (await call('GET', `/factuary/api/v2/surveys/${id}`)).body;

describe('a Questionnaire', () => {
  test('of every kind of question, input, option and condition leaves, is valid, and comes in as the same survey', async () => {
    const id = await published();
    const { status, body } = await call('GET', `/fhir/R4/Questionnaire/${id}`);
    expect(status).toBe(200);
    requireValid(body);
    const copy = randomUUID();
    const taken = await call('PUT', `/fhir/R4/Questionnaire/${copy}`, body);
    expect([taken.status, taken.body.issue]).toEqual([200, undefined]);
    const [first, second] = [await written(id), await written(copy)];
    expect(inPlaces(second.content)).toEqual(inPlaces(first.content));
    expect(second).toMatchObject({ name: 'Everything there is', intake: true, status: 'live', version: 1 });
    expect({ ...taken.body, id, url: body.url }).toEqual(body);
    // The same again changes nothing.
    await call('PUT', `/fhir/R4/Questionnaire/${copy}`, body);
    expect(await written(copy)).toEqual(second);
  });

  test('says scores, conditions, units and limits in the words of R4', async () => {
    const { body } = await call('GET', `/fhir/R4/Questionnaire/${await published()}`);
    const item = (linkId: string) => body.item.find((one: { linkId: string }) => one.linkId === linkId);
    const url = 'http://hl7.org/fhir/StructureDefinition';
    expect(item('one').answerOption[0]).toMatchObject({
      extension: expect.arrayContaining([{ url: `${url}/ordinalValue`, valueDecimal: -0.5 }]),
    });
    expect(item('long')).toMatchObject({
      ...{ type: 'text', enableBehavior: 'any' },
      enableWhen: [
        { question: 'one', operator: '=', answerCoding: { system: 'urn:vigil:survey:option', code: '0' } },
        { question: 'one', operator: '=', answerCoding: { system: 'http://loinc.org', code: 'LA6571-9' } },
      ],
    });
    expect(item('in/keypad')).toMatchObject({
      type: 'decimal',
      extension: expect.arrayContaining([
        { url: `${url}/minValue`, valueDecimal: 0.5 },
        { url: `${url}/maxValue`, valueDecimal: 99.5 },
        { url: `${url}/questionnaire-unit`, valueCoding: { display: 'kg' } },
      ]),
    });
    expect(item('all_of')).toMatchObject({ enableBehavior: 'all' });
  });

  test('that ships is PHQ-9 with its codes, found by a search', async () => {
    const { body } = await call('GET', '/fhir/R4/Questionnaire?title=how%20you%20have');
    requireValid(body);
    expect(body.entry[0].resource).toMatchObject({
      id: phq9.id,
      status: 'active',
      code: [{ system: 'http://loinc.org', code: '44249-1' }],
    });
  });

  const item = (over: object) => ({
    resourceType: 'Questionnaire',
    status: 'active',
    title: 'T',
    item: [{ linkId: 'a', text: 'A', type: 'string', ...over }],
  });
  test.each<[string, object, string]>([
    ['a kind of item that there is not', { type: 'attachment' }, 'Questionnaire.item[0].type'],
    ['a required answer', { required: true }, 'Questionnaire.item[0].required'],
    ['an element that nothing keeps', { maxLength: 7 }, 'Questionnaire.item[0].maxLength'],
    ['an extension of somebody else', { extension: [{ url: 'http://x.example/y', valueCode: 'z' }] }, 'Questionnaire.item[0].extension'],
    [
      'a condition on something else',
      { enableWhen: [{ question: 'b', operator: 'exists', answerBoolean: true }] },
      'Questionnaire.item[0].enableWhen[0]',
    ],
    [
      'a translation into another language',
      {
        _text: {
          extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/translation', extension: [{ url: 'lang', valueCode: 'de' }] }],
        },
      },
      'Questionnaire.item[0].text',
    ],
    ['an answer that is no coding', { type: 'choice', answerOption: [{ valueString: 'x' }] }, 'Questionnaire.item[0].answerOption[0]'],
    ['no list where one has to be', { answerOption: 7 }, 'Questionnaire.item[0].answerOption'],
  ])('with %s is refused, naming the element, and nothing is stored', async (_name, over, element) => {
    const id = randomUUID();
    const { status, body } = await call('PUT', `/fhir/R4/Questionnaire/${id}`, item(over));
    expect([status, body.resourceType]).toEqual([400, 'OperationOutcome']);
    expect(JSON.stringify(body.issue)).toContain(element);
    expect((await call('GET', `/fhir/R4/Questionnaire/${id}`)).status).toBe(404);
  });
});

describe('a Questionnaire’s name', () => {
  test('is cut off between characters; without one, or a title, it is refused', async () => {
    const question = { item: [{ linkId: 'a', text: 'A?', type: 'string' }] };
    const put = (over: object) =>
      call('PUT', `/fhir/R4/Questionnaire/${randomUUID()}`, { resourceType: 'Questionnaire', status: 'draft', ...question, ...over });
    const long = await put({ title: 'T', name: `${'x'.repeat(119)}😀` });
    expect([long.status, long.body.name]).toEqual([200, 'x'.repeat(119)]);
    for (const over of [{}, { title: '' }, { title: ' ' }, { name: '\ud800', title: 'T' }]) {
      const { status, body } = await put(over);
      expect([status, body.issue?.[0].expression]).toEqual([400, ['Questionnaire.name']]);
    }
  });
});

describe('a QuestionnaireResponse', () => {
  test('is read as the version asks that was answered, whatever a draft or a later version says', async () => {
    const id = randomUUID();
    const asking = (...texts: string[]) => ({
      ...{ resourceType: 'Questionnaire', id, title: 'How often?', name: 'How often?' },
      item: [
        {
          ...{ linkId: 'often', text: 'How often?', type: 'choice' },
          answerOption: texts.map((display, index) => ({ valueCoding: { code: `${index}`, display } })),
        },
      ],
    });
    const written = (status: string, ...texts: string[]) => call('PUT', `/fhir/R4/Questionnaire/${id}`, { ...asking(...texts), status });
    expect((await written('active', 'Never', 'Always')).status).toBe(200);
    const member = await harness.createUser(tenant, { onboardedAt: new Date(0) });
    const answered = async (version: string) => {
      const { status, body } = await call('PUT', `/fhir/R4/QuestionnaireResponse/${randomUUID()}`, {
        ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: `urn:uuid:${id}${version}` },
        ...{ subject: { reference: `Patient/${member.id}` }, authored: '2025-03-01T10:00:00Z' },
        item: [{ linkId: 'often', answer: [{ valueCoding: { code: '1' } }] }],
      });
      return status === 200 ? [body.questionnaire.split('|')[1], body.item[0].answer[0].valueCoding.display] : status;
    };
    // A draft with other words, and with none for what was chosen, is nobody's question yet.
    expect((await written('draft', 'Always', 'Sometimes', 'Never')).status).toBe(200);
    expect(await answered('')).toEqual(['1', 'Always']);
    expect((await written('active', 'Always', 'Sometimes', 'Never')).status).toBe(200);
    expect(await answered('')).toEqual(['2', 'Sometimes']);
    expect(await answered('|1')).toEqual(['1', 'Always']);
    expect(await answered('|2')).toEqual(['2', 'Sometimes']);
    expect(await answered('|3')).toBe(404);
    expect(await answered('|x')).toBe(400);
  });

  test('of every kind of answer, with the care team’s beside it, leaves, is valid, and comes in as the same answers', async () => {
    const surveyId = await published();
    const member = await harness.createUser(tenant, { onboardedAt: new Date(0) });
    const id = randomUUID();
    await call('POST', `/factuary/api/v1/users/${member.id}/surveys`, { id, survey_id: surveyId });
    const answers = [
      ...[
        { questionName: 'one', answerIndices: [7] },
        { questionName: 'many', answerIndices: [1, 2] },
        { questionName: 'long', answerText: 'A\nlong one' },
      ],
      ...[
        { questionName: 'bare', answerText: 'bare' },
        { questionName: 'in/text', answerText: 'text' },
        { questionName: 'in/default', answerText: 'd' },
      ],
      ...[
        { questionName: 'in/keypad', answerText: '80.5' },
        { questionName: 'in/picker', answerText: '7' },
      ],
      ...[
        { questionName: 'in/time', answerText: '19:05' },
        { questionName: 'in/date', answerText: '2026-02-28' },
      ],
      ...[
        { questionName: 'all_of_any', answerText: 'yes' },
        { questionName: 'any_of', answerText: 'also' },
      ],
    ];
    const sent = { answers, time_answered: Math.floor(clock.now() / 1000) };
    const own = await call('POST', `/factuary/api/v1/users/${member.id}/surveys/${id}/answers`, sent, member);
    expect(own.body.failed).toEqual([]);
    const edit = {
      ...sent,
      answers: [
        { questionName: 'in/keypad', answerText: '81' },
        { questionName: 'many', answerIndices: [1, 2] },
      ],
    };
    await call('POST', `/factuary/api/v1/users/${member.id}/surveys/${id}/answers`, edit);

    const { body } = await call('GET', `/fhir/R4/QuestionnaireResponse/${id}`);
    requireValid(body);
    expect(body).toMatchObject({
      status: 'amended',
      subject: { reference: `Patient/${member.id}` },
      questionnaire: `urn:uuid:${surveyId}|1`,
    });

    const other = await harness.createUser(tenant, { onboardedAt: new Date(0) });
    const copy = randomUUID();
    const moved = { ...body, subject: { reference: `Patient/${other.id}` } };
    const taken = await call('PUT', `/fhir/R4/QuestionnaireResponse/${copy}`, moved);
    expect([taken.status, taken.body.issue]).toEqual([200, undefined]);
    expect(taken.body.item).toEqual(body.item);
    const read = async (user: { id: string }) => (await call('GET', `/factuary/api/v1/users/${user.id}/surveys`)).body.content[0];
    const [first, second] = [await read(member), await read(other)];
    const said = (survey: typeof first) =>
      survey.questions.map((one: Record<string, unknown>) => [one.name, one.answer_selected, one.ctm_answer_selected]);
    expect(said(second)).toEqual(said(first));
    expect([second.status, second.origin, second.score]).toEqual(['completed', 'imported', first.score]);
    // The same again is stored once.
    expect((await call('PUT', `/fhir/R4/QuestionnaireResponse/${copy}`, moved)).body).toEqual(taken.body);
  });

  test('is found for its member, and refused for a survey, a member or an answer that there is not', async () => {
    const member = await harness.createUser(tenant, { onboardedAt: new Date(0) });
    const response = (over: object = {}) => ({
      ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: `urn:uuid:${phq9.id}` },
      ...{ subject: { reference: `Patient/${member.id}` }, authored: '2025-03-01T10:00:00Z' },
      item: [{ linkId: 'phq9_9', answer: [{ valueCoding: { system: 'http://loinc.org', code: 'LA6569-3' } }] }],
      ...over,
    });
    const put = (over?: object) => call('PUT', `/fhir/R4/QuestionnaireResponse/${randomUUID()}`, response(over));
    expect((await put({ questionnaire: `urn:uuid:${randomUUID()}` })).status).toBe(404);
    expect((await put({ subject: { reference: `Patient/${randomUUID()}` } })).status).toBe(404);
    expect((await put({ item: [{ linkId: 'phq9_1', answer: [{ valueCoding: { code: 'LA1-1' } }] }] })).status).toBe(400);
    expect((await put({ status: 'in-progress' })).status).toBe(400);
    expect((await put()).status).toBe(200);
    const { body } = await call('GET', `/fhir/R4/QuestionnaireResponse?patient=${member.id}`);
    requireValid(body);
    expect([body.total, body.entry[0].resource.authored]).toEqual([1, '2025-03-01T10:00:00.000Z']);
    expect((await put({ authored: '2025-04-01T10:00:00Z' })).status).toBe(200);
    const pages = [await call('GET', `/fhir/R4/QuestionnaireResponse?patient=${member.id}&_count=1`)];
    for (let next = nextOf(pages.at(-1)?.body); next; next = nextOf(pages.at(-1)?.body)) pages.push(await call('GET', next));
    const found = pages.flatMap((page) => page.body.entry.map((one: { resource: { authored: string } }) => one.resource.authored));
    expect(found.sort()).toEqual(['2025-03-01T10:00:00.000Z', '2025-04-01T10:00:00.000Z']);
    // The ninth question of PHQ-9 asks for somebody to look, wherever it was answered.
    const waiting = await harness.asOwner('select priority from vigil.survey_action_requests where user_id = $1', [member.id]);
    expect(waiting).toEqual([{ priority: 'CRITICAL' }, { priority: 'CRITICAL' }]);
  });
});

describe('pages', () => {
  const refusal = { status: 400, body: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'invalid' }] } };
  interface Page {
    readonly body: { readonly entry: readonly { readonly resource: { readonly id: string } }[]; readonly link: never };
  }
  /** Every id that the pages of a search name, with something done after each of the first pages. */
  async function idsOver(first: string, between: ((seen: readonly string[]) => Promise<unknown>)[]): Promise<string[]> {
    const ids: string[] = [];
    for (let url: string | null = first; url; ) {
      const page: Page = await call('GET', url);
      ids.push(...page.body.entry.map(({ resource }) => resource.id));
      await between.shift()?.(ids);
      url = nextOf(page.body);
    }
    return ids;
  }

  test('of Questionnaires name each survey once, whatever is published, renamed or retired between two of them', async () => {
    const { authoring } = modules.surveys;
    const publish = async (name: string, id: string = randomUUID(), revision = 0) => {
      await authoring.save(tenant.id, nurse.id, { id, revision, name, intake: false, content: { ...content, title: name } as never });
      await authoring.publish(tenant.id, nurse.id, id, revision + 1);
      return id;
    };
    const before = await idsOver('/fhir/R4/Questionnaire?_count=200', []);
    const [renamed, retired] = [await publish('M one'), await publish('M two')];
    const live = [...before, renamed, retired];
    const ids = await idsOver('/fhir/R4/Questionnaire?_count=1', [
      ...before.map(() => async () => {}),
      () => publish('A first'),
      () => publish('A renamed', renamed, 1),
      () => authoring.retire(tenant.id, nurse.id, retired, 1),
      () => publish('Z last'),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(live.filter((id) => id !== retired)));
    const cursorOf = (id: string, type = 'Questionnaire') => writeCursor({ tenantId: tenant.id, type, sort: 'id' }, [id]);
    expect((await call('GET', `/fhir/R4/Questionnaire?_cursor=${cursorOf(renamed)}`)).status).toBe(200);
    for (const cursor of ['WzFd', 'abc', cursorOf('x'), cursorOf(renamed, 'QuestionnaireResponse')])
      expect(await call('GET', `/fhir/R4/Questionnaire?_cursor=${cursor}`)).toMatchObject(refusal);
  });

  test('of QuestionnaireResponses name each once, whatever is given or taken away between two of them', async () => {
    const member = await harness.createUser(tenant);
    const give = async (atMs: number) => {
      const id = randomUUID();
      await harness.asOwner(
        `insert into vigil.user_surveys (tenant_id, id, user_id, survey_id, version, origin, created_at, delivered_at, status)
         select tenant_id, $2, $3, survey_id, version, 'assigned', $4, $4, 'delivered' from vigil.survey_versions where tenant_id = $1 limit 1`,
        [tenant.id, id, member.id, new Date(atMs)],
      );
      return id;
    };
    const at = clock.now();
    // Two at the same moment: their ids tell which comes first.
    const given = await Promise.all([at - 4_000, at - 3_000, at - 3_000, at - 2_000, at - 1_000].map(give));
    const url = `/fhir/R4/QuestionnaireResponse?patient=${member.id}&_count=1`;
    // The surveys of the intake are there as well.
    const before = await idsOver(url, []);
    expect(before).toEqual(expect.arrayContaining(given));
    const seen = await idsOver(url, [
      ...before.slice(0, -4).map(() => async () => {}),
      () => give(at),
      async (shown) => harness.asOwner('delete from vigil.user_surveys where id = $1', [shown.at(-1)]),
      () => give(at - 500),
    ]);
    expect(seen).toEqual(before);
    const search = { tenantId: tenant.id, type: 'QuestionnaireResponse', sort: 'delivered' };
    const good = [at, given[0] ?? ''];
    expect((await call('GET', `${url}&_cursor=${writeCursor(search, good)}`)).status).toBe(200);
    for (const cursor of [
      'WzFd',
      'abc',
      writeCursor(search, [1, 'x']),
      writeCursor(search, [1e300, given[0] ?? '']),
      writeCursor({ ...search, type: 'Questionnaire' }, good),
      writeCursor({ ...search, tenantId: randomUUID() }, good),
    ])
      expect(await call('GET', `/fhir/R4/QuestionnaireResponse?patient=${member.id}&_cursor=${cursor}`)).toMatchObject(refusal);
  });
});
