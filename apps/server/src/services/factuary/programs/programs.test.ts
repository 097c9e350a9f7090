import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { insight, pledge, sentProgram, startPrograms } from './testing/programs-server.ts';

const { harness, call, taken, write, published, change, programsOf } = await startPrograms();
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' });
const coach = await harness.createUser(tenant, { roles: ['coach'] });
const observer = await harness.createUser(tenant, { roles: ['observer'] });
const newMember = (over: Parameters<typeof harness.createUser>[1] = {}) => harness.createUser(tenant, over);
const catalogue = (query = '', by = nurse) => taken('GET', `v2/programs/filter${query}`, by);
const idsOf = (list: { all: { id: string }[] }) => list.all.map(({ id }) => id);

describe('writing a program', () => {
  test('keeps a draft once, however often it is sent; nobody finds it in the catalogue until it is published', async () => {
    const sent = sentProgram();
    const [one, other] = await Promise.all([write(nurse, sent), write(nurse, sent)]);
    expect(other).toEqual(one);
    expect(one).toMatchObject({ revision: 1, live: null, members: 0, saved_by: { firstName: 'Nora', lastName: 'Nurse' } });
    expect(one.draft).toMatchObject({ title: 'Sleep well', status: 'draft', version: 1, isAssigned: null, started_at: null });
    expect(one.draft?.modules[0]?.steps[1]).toMatchObject({ order: 1, index: 1, type: 'pledge', day: 1, times: 1, expires_after_days: 14 });
    expect(one.draft?.modules[1]?.steps[0]).toMatchObject({ order: 2, index: 0, type: 'insight', times: null });
    expect(one.draft?.aggregations).toMatchObject({
      completed: null,
      total: 3,
      progress: null,
      modules: { total: 2 },
      surveys: { total: 0 },
    });
    expect(idsOf(await catalogue('?per_page=100'))).not.toContain(sent.id);
    expect(idsOf(await catalogue('?status=draft&per_page=100'))).toContain(sent.id);

    const live = await taken('POST', `v2/programs/${sent.id}/publish`, nurse, { op: 'publish', revision: 1 });
    expect(live).toMatchObject({ revision: 2, draft: null, live: { status: 'live', version: 1 } });
    expect(idsOf(await catalogue('?status=live&type=regular&outdated=no&per_page=100&tenants='.concat(tenant.id)))).toContain(sent.id);
    expect((await call('POST', 'v2/programs', nurse, { ...sent, title: 'Another' })).body.error.code).toBe('conflict');
  });

  test('a newer draft leaves what is live as it is; published it takes its place, with modules of its own', async () => {
    const sent = sentProgram();
    const before = await published(nurse, sent);
    const draft = await taken('PUT', 'v2/programs', coach, { ...sent, title: 'Sleep better', revision: before.revision });
    expect([draft.live.title, draft.draft.title, draft.draft.version]).toEqual(['Sleep well', 'Sleep better', 2]);
    expect(draft.draft.modules[0].id).not.toBe(before.live?.modules[0]?.id);
    const after = await taken('POST', `v2/programs/${sent.id}/publish`, coach, { op: 'publish', revision: draft.revision });
    expect([after.live.title, after.draft]).toEqual(['Sleep better', null]);
    const module = await taken('GET', `v2/modules/${before.live?.modules[0]?.id}?tenants=${tenant.id}`, nurse);
    expect(module).toMatchObject({ index: 0, programId: sent.id, name: 'Week one', status: 'outdated' });
  });

  test('of two who save at once one is told, and what the other saved stays; the same sent again is answered as it was', async () => {
    const sent = sentProgram();
    await write(nurse, sent);
    const [hers, his] = [
      { ...sent, title: 'Hers', revision: 1 },
      { ...sent, title: 'His', revision: 1 },
    ];
    const answers = await Promise.all([call('PUT', 'v2/programs', nurse, hers), call('PUT', 'v2/programs', coach, his)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body.error;
    expect(refused.message).toContain('you have revision 1, and it is at 2');
    expect(refused.fields).toEqual([{ field: 'revision', message: 'Is 2 now' }]);
    const won = answers[0]?.status === 200 ? hers : his;
    expect(await taken('GET', `v2/programs/${sent.id}`, nurse)).toMatchObject({ revision: 2, draft: { title: won.title } });
    expect(await taken('PUT', 'v2/programs', nurse, won)).toMatchObject({ revision: 2, draft: { title: won.title } });
  });

  test('outdated it leaves the catalogue and can come back; a draft can be thrown away', async () => {
    const sent = sentProgram({ title: 'Outdated soon' });
    const { revision } = await published(nurse, sent);
    const publish = (op: string, at: number) => taken('POST', `v2/programs/${sent.id}/publish`, nurse, { op, revision: at });
    expect(await publish('outdate', revision)).toMatchObject({ revision: revision + 1, live: { status: 'outdated' } });
    // Sent again with the revision of before: it is so already.
    expect(await publish('outdate', revision)).toMatchObject({ revision: revision + 1 });
    expect(idsOf(await catalogue('?per_page=100'))).not.toContain(sent.id);
    expect(idsOf(await catalogue('?outdated=yes&per_page=100'))).toContain(sent.id);
    expect(await publish('publish', revision + 1)).toMatchObject({ outdated_at: null, live: { status: 'live' } });
    await taken('PUT', 'v2/programs', nurse, { ...sent, title: 'Never meant', revision: revision + 2 });
    expect(await publish('discard', revision + 3)).toMatchObject({ draft: null, live: { title: 'Outdated soon' } });
  });

  test.each<[string, string, object]>([
    ['no module', 'modules', { modules: [] }],
    ['an empty module', 'modules.0.steps', { modules: [{ name: 'Empty', steps: [] }] }],
  ])('a draft with %s is kept and not published', async (_name, field, over) => {
    const draft = await write(nurse, sentProgram(over));
    const { status, body } = await call('POST', `v2/programs/${draft.id}/publish`, nurse, { op: 'publish', revision: 1 });
    expect([status, body.error.fields[0].field]).toEqual([400, field]);
  });

  test.each<[string, string, object]>([
    ['no title', 'title', { title: ' ' }],
    ['an insight without text', 'modules.0.steps.0.text', { modules: [{ name: 'M', steps: [insight('I', 0, { text: '' })] }] }],
    ['a survey without its id', 'modules.0.steps.0.survey_id', { modules: [{ name: 'M', steps: [pledge('S', 0, { type: 'survey' })] }] }],
    ['a day before the first', 'modules.0.steps.0.day', { modules: [{ name: 'M', steps: [pledge('P', -1)] }] }],
    ['an insight that is kept twice', 'modules.0.steps.0.times', { modules: [{ name: 'M', steps: [insight('I', 0, { times: 2 })] }] }],
  ])('with %s is refused, naming the field', async (_name, field, over) => {
    const { status, body } = await call('POST', 'v2/programs', nurse, sentProgram(over));
    expect([status, body.error.fields[0].field]).toEqual([400, field]);
  });

  test('what is published is never changed, not even by the application’s own role', async () => {
    const { id } = await published(nurse);
    const tamper = harness.database.tenant(tenant.id, (sql) =>
      sql.query("update vigil.program_modules set name = 'Changed' where program_id = $1", [id]),
    );
    await expect(tamper).rejects.toThrow();
  });

  test('observers and members do not write; another tenant’s programs do not exist', async () => {
    const member = await newMember();
    for (const by of [observer, member]) expect((await call('POST', 'v2/programs', by, sentProgram())).status).toBe(403);
    const foreign = await harness.createTenant();
    const stranger = await harness.createUser(foreign, { roles: ['nurse'] });
    const { id, live } = await published(nurse);
    expect((await call('GET', `v2/programs/${id}`, stranger)).status).toBe(404);
    expect((await call('GET', `v2/modules/${live?.modules[0]?.id}`, stranger)).status).toBe(404);
    expect((await call('GET', `v2/programs/filter?tenants=${tenant.id}`, stranger)).status).toBe(404);
    expect((await change(await harness.createUser(foreign), stranger, { op: 'assign', program_id: id }))[0]).toMatchObject({
      result: 'failed',
    });
  });

  test('the catalogue comes 20 at a time, with and without the slash at the end', async () => {
    const crowded = await harness.createTenant();
    const author = await harness.createUser(crowded, { roles: ['md'] });
    for (let n = 0; n < 21; n += 1) await published(author, sentProgram({ title: `Program ${String(n).padStart(2, '0')}` }));
    const first = await catalogue('/?page=0', author);
    expect([first.all.length, first.nextPage, first.total]).toEqual([20, 1, 21]);
    const last = await catalogue('?page=1', author);
    expect([last.all.map(({ title }: { title: string }) => title), last.nextPage]).toEqual([['Program 20'], null]);
    expect((await call('GET', 'v2/programs/filter?colour=red', author)).status).toBe(400);
  });
});

describe('assigning', () => {
  test('begins the live version once; assigned again it is unchanged, from two browsers at once as well', async () => {
    const member = await newMember();
    const { id } = await published(nurse);
    const answers = await Promise.all([1, 2, 3].map(() => change(member, nurse, { op: 'assign', program_id: id })));
    expect(answers.map(([one]) => one.result).sort()).toEqual(['done', 'unchanged', 'unchanged']);
    const [program, ...others] = await programsOf(member, nurse);
    expect(others).toEqual([]);
    expect(program).toMatchObject({ id, tenant_id: tenant.id, status: 'active', isAssigned: true, ended_at: null });
    expect(program?.aggregations).toMatchObject({ completed: 0, total: 3, progress: 0, surveys: { total: 0, progress: null } });
  });

  test('a member keeps the version that was begun when a newer one is published', async () => {
    const member = await newMember();
    const sent = sentProgram();
    const { revision } = await published(nurse, sent);
    await change(member, nurse, { op: 'assign', program_id: sent.id });
    await taken('PUT', 'v2/programs', nurse, { ...sent, title: 'Second edition', revision });
    await taken('POST', `v2/programs/${sent.id}/publish`, nurse, { op: 'publish', revision: revision + 1 });
    const late = await newMember();
    await change(late, nurse, { op: 'assign', program_id: sent.id });
    const titleOf = async (who: { id: string }) => (await programsOf(who, nurse)).map(({ title, version }) => [title, version]);
    expect([await titleOf(member), await titleOf(late)]).toEqual([[['Sleep well', 1]], [['Second edition', 2]]]);
    await taken('POST', `v2/programs/${sent.id}/publish`, nurse, { op: 'outdate', revision: revision + 2 });
    expect((await programsOf(member, nurse))[0]?.status).toBe('active');
    const [refused] = await change(await newMember(), nurse, { op: 'assign', program_id: sent.id });
    expect(refused).toMatchObject({ result: 'failed', error: { code: 'conflict' } });
  });

  test('canceled it is hidden; begun anew it starts from its first step, once for each id', async () => {
    const member = await newMember();
    const { id } = await published(nurse);
    const restart = { op: 'restart', program_id: id, id: randomUUID() };
    expect(await change(member, nurse, restart)).toMatchObject([{ result: 'failed', error: { code: 'not_found' } }]);
    await change(member, nurse, { op: 'assign', program_id: id });
    expect(await change(member, nurse, { op: 'cancel', program_id: id }, { op: 'cancel', program_id: id })).toMatchObject([
      { result: 'done' },
      { result: 'unchanged' },
    ]);
    expect(await programsOf(member, nurse)).toEqual([]);
    expect(await change(member, nurse, restart, restart)).toMatchObject([{ result: 'done' }, { result: 'unchanged' }]);
    expect(await programsOf(member, nurse)).toMatchObject([{ status: 'active', aggregations: { completed: 0 } }]);
  });

  test('to many members answers for each, and goes on where one is refused', async () => {
    const { id } = await published(nurse);
    const [one, other, left] = [await newMember(), await newMember(), await newMember({ isInTheTenant: false })];
    const elsewhere = await harness.createUser(await harness.createTenant());
    const sent = { op: 'assign', user_ids: [one.id, elsewhere.id, left.id, other.id, one.id] };
    const results = await taken('POST', `v2/programs/${id}/assignments`, nurse, sent);
    expect(
      results.map(({ user_id, result, error }: { user_id: string; result: string; error: { code: string } | null }) => [
        ...[user_id, result, error?.code ?? null],
      ]),
    ).toEqual([
      [one.id, 'done', null],
      [elsewhere.id, 'failed', 'not_found'],
      [left.id, 'failed', 'conflict'],
      [other.id, 'done', null],
    ]);
    expect((await taken('POST', `v2/programs/${id}/assignments`, nurse, sent))[3].result).toBe('unchanged');
    expect((await taken('GET', `v2/programs/${id}`, nurse)).members).toBe(2);
  });

  test('is read by the member and clinical staff, written by the care team, and every call is on record', async () => {
    const member = await newMember();
    const { id } = await published(nurse);
    const assign = [{ op: 'assign', program_id: id }];
    for (const by of [observer, member]) expect((await call('PATCH', `v2/users/${member.id}/programs`, by, assign)).status).toBe(403);
    await change(member, nurse, ...assign);
    await programsOf(member, member);
    expect(await taken('GET', `v2/users/${member.id}/programs/aggregations/`, observer)).toMatchObject([
      { program_id: id, status: 'active' },
    ]);
    const rows = await harness.asOwner<{ endpoint: string; actor_id: string; status: number }>(
      'select endpoint, actor_id, status from vigil.audit_log where $1 = any (members) order by sequence',
      [member.id],
    );
    expect(rows.map(({ endpoint, actor_id, status }) => [endpoint.split('.')[1], actor_id, status])).toEqual([
      ['patchUserPrograms', observer.id, 403],
      ['patchUserPrograms', member.id, 403],
      ['patchUserPrograms', nurse.id, 200],
      ['getUserPrograms', member.id, 200],
      ['getUserProgramAggregations', observer.id, 200],
    ]);
  });
});
