import { randomUUID } from 'node:crypto';
import { endpoints } from '@vigil/contract';
import type { TimelineEntry } from '@vigil/contract/registry-timeline.contract';
import { type TimelineFilter, timelineFilters } from '@vigil/contract/registry-timeline.values';
import { careTeamRoles, clinicalStaffRoles, type Role, staffRoles } from '@vigil/domain/roles';
import { phq9 } from '@vigil/domain/surveys/shipped/phq-9';
import { afterAll, describe, expect, test } from 'vitest';
import type { TestUser } from '#testing/harness.ts';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';
import { readersOf } from './timeline-readers.ts';

const harness = await useHarness();
const { clock, database } = harness;
// Actions go by the clock of the database: the two show the same day.
clock.set(Math.floor(Date.now() / 1000) * 1000);
const server = await startModules(harness);
afterAll(() => server.stop());
const { modules } = server;

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' });
const md = await harness.createUser(tenant, { roles: ['md'], givenName: 'Mara', familyName: 'Provider' });
const minuteMs = 60_000;
const dayMs = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

interface Answer {
  content: TimelineEntry[];
  complete: boolean;
  next: string | null;
  counts: { kind: TimelineFilter; count: number }[] | null;
}

async function request(member: TestUser, query: Record<string, string | number> = {}, by: { id: string } = nurse) {
  const asked = new URLSearchParams(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])));
  const answer = await server.http.inject({
    method: 'GET',
    url: `/registry/api/v1/users/${member.id}/timeline?${asked}`,
    headers: { authorization: `Bearer ${by.id}` },
  });
  return { status: answer.statusCode, body: answer.json() };
}
async function timeline(member: TestUser, query: Record<string, string | number> = {}, by: { id: string } = nurse): Promise<Answer> {
  const { status, body } = await request(member, query, by);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}
const send = (method: 'POST' | 'PUT', url: string, by: { id: string }, payload: unknown) =>
  server.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${by.id}`, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
async function sent(method: 'POST' | 'PUT', url: string, by: { id: string }, payload: unknown) {
  const answer = await send(method, url, by, payload);
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
  return answer.json();
}
const newMember = (timeZone = 'UTC') => harness.createUser(tenant, { givenName: 'Mia', familyName: 'Member', timeZone });

const noteAbout = (member: TestUser, text: string, amends?: { id: string; reason: string }) =>
  sent('POST', '/notary/api/v1/note', nurse, { id: randomUUID(), user: member.id, text, ...(amends && { amends }) });
const write = (member: TestUser, by: { id: string }, text: string) =>
  sent('POST', `/chat/api/v1/conversations/${member.id}/messages`, by, { id: randomUUID(), text });
const logWeight = (member: TestUser, by: { id: string } = member, kg = 80) =>
  sent('POST', `/activities/api/v1/activities/${member.id}/activities`, by, {
    id: randomUUID(),
    activityType: 'LOGGING_WEIGHT',
    activityDetails: { weight: kg },
  });
const sendByHand = (member: TestUser, atMs: number, data: Record<string, number>) =>
  sent('POST', `/ticks-store/api/v1/users/${member.id}/ticks`, nurse, { source: 'manual', ticks: [{ timestamp: atMs / 1000, data }] });
const openAction = (member: TestUser, title: string) =>
  database.tenant(tenant.id, (sql) =>
    modules.actions.open(sql, tenant.id, {
      id: randomUUID(),
      userId: member.id,
      category: 'BIOMETRICS',
      priority: 'HIGH',
      title,
      alert: {
        ...{ severity: 'HIGH', triggered_at: clock.now() / 1000, timeframe: '24h', baseline: '7dS1d', evidence: [], rule: null },
        triggered_values: [{ metric: 'spo2', value: 88, unit: '%' }],
      },
    }),
  );
/** By the clock of the database, which actions go by. */
function toNow() {
  const endDate = Date.now() + 20 * dayMs;
  return { startDate: endDate - 100 * dayMs, endDate };
}

/** A member of whom there is one thing of each kind. */
async function memberWithEverything() {
  const member = await newMember();
  await noteAbout(member, 'Walks to the shop again.\nSecond line');
  await write(member, nurse, 'How are you?');
  await logWeight(member);
  await sendByHand(member, clock.now() - minuteMs, { body_temp: 37.2 });
  await openAction(member, 'SpO2 88 % or less');
  await sent('POST', `/registry/api/v1/users/${nurse.id}/tasks`, nurse, {
    ...{ id: randomUUID(), type: 'CHART_REVIEW', performedAt: clock.now() - 1_000, patientId: member.id, seconds: 60 },
  });
  await harness.asOwner(
    `insert into vigil.care_history (tenant_id, event, patient_id, clinician_id, team_type, assignment_type, at, executed_by, executed_by_roles)
     values ($1, 'ASSIGNED', $2, $3, 'PRIMARY', 'DIRECT_ASSIGNMENT', $4, $3, '{nurse}')`,
    [tenant.id, member.id, nurse.id, new Date(clock.now())],
  );
  await harness.asOwner(
    `insert into vigil.calls (tenant_id, id, member_id, caller_id, callee_id, is_video, state, caller_device_id, caller_video, callee_video, started_at,
       ended_at, end_result) values ($1, gen_random_uuid(), $2, $3, $2, false, 'ended', gen_random_uuid(), false, false, $4, $4, 'no_answer')`,
    [tenant.id, member.id, nurse.id, new Date(clock.now())],
  );
  await giveSurvey(member);
  await giveProgram(member);
  return member;
}

/** A PHQ-9 whose last question is answered so that somebody has to look at once. */
async function giveSurvey(member: TestUser) {
  const id = randomUUID();
  await sent('POST', `/factuary/api/v1/users/${member.id}/surveys`, nurse, { id, survey_id: phq9.id });
  clock.advance(minuteMs);
  const answers = Array.from({ length: 9 }, (_, place) => ({ questionName: `phq9_${place + 1}`, answerIndices: [1] }));
  await sent('POST', `/factuary/api/v1/users/${member.id}/surveys/${id}/answers`, member, { answers, time_answered: clock.now() / 1000 });
}

async function giveProgram(member: TestUser) {
  const [programId, moduleId, runId] = [randomUUID(), randomUUID(), randomUUID()];
  await harness.asOwner(
    `insert into vigil.programs (tenant_id, id, type, revision, live_version, created_by) values ($1, $2, 'regular', 1, 1, $3)`,
    [...[tenant.id, programId, nurse.id]],
  );
  await harness.asOwner(
    `insert into vigil.program_versions (tenant_id, program_id, version, name, title, description, saved_by) values ($1, $2, 1, 'Sleep better', 'Sleep', '', $3)`,
    [tenant.id, programId, nurse.id],
  );
  await harness.asOwner(
    `insert into vigil.program_modules (tenant_id, id, program_id, version, index, name, steps) values ($1, $2, $3, 1, 0, 'One', $4)`,
    [tenant.id, moduleId, programId, JSON.stringify([{ type: 'insight', title: 'Why sleep', text: '', day: 0 }])],
  );
  await harness.asOwner(
    `insert into vigil.member_programs (tenant_id, id, user_id, program_id, version, status, time_zone, assigned_by, started_at, ended_at)
     values ($1, $2, $3, $4, 1, 'completed', 'UTC', $5, $6, $7)`,
    [tenant.id, runId, member.id, programId, nurse.id, new Date(clock.now() - 2 * dayMs), new Date(clock.now() - minuteMs)],
  );
  await harness.asOwner(
    `insert into vigil.program_items (tenant_id, id, user_id, member_program_id, module_id, module_index, step_index, step_order, type, status, due_day,
       due_at, delivered_at, read_at) values ($1, gen_random_uuid(), $2, $3, $4, 0, 0, 0, 'insight', 'read', current_date, now(), $5, $5)`,
    [tenant.id, member.id, runId, moduleId, new Date(clock.now() - dayMs)],
  );
}

describe('what stands in a timeline', () => {
  test('every kind, with what it is about and by whom', async () => {
    const member = await memberWithEverything();
    const { content, counts } = await timeline(member, toNow());
    const of = (kind: string) => content.filter((entry) => entry.kind === kind);
    expect(of('NOTE')).toMatchObject([
      { note: { text: 'Walks to the shop again.', isAmendment: false, isReplaced: false }, executedBy: { id: nurse.id } },
    ]);
    expect(of('MESSAGES')).toMatchObject([
      {
        messages: { count: 1, byMember: 0, withdrawn: 0, people: [{ id: nurse.id }], day: dayOf(clock.now()) },
        executedBy: { id: nurse.id },
      },
    ]);
    expect(of('READING').map(({ reading, executedBy }) => [reading?.values, executedBy?.id ?? null, reading?.takenBack])).toEqual([
      [[{ metric: 'weight', value: 80, unit: 'kg' }], member.id, null],
      [[{ metric: 'body_temp', value: 37.2, unit: '°C' }], null, null],
    ]);
    expect(of('ACTION').find(({ action }) => action?.category === 'BIOMETRICS')).toMatchObject({
      action: {
        event: 'OPENED',
        title: 'SpO2 88 % or less',
        priority: 'HIGH',
        values: [{ metric: 'spo2', value: 88, unit: '%' }],
        undone: false,
      },
    });
    expect(of('SURVEY').map(({ survey, executedBy }) => [survey, executedBy?.id])).toMatchObject([
      [{ event: 'COMPLETED', name: 'PHQ-9', score: { score: 9, band: 'Mild' }, flagged: [{ answer: 'Several days' }] }, member.id],
      [{ event: 'GIVEN', score: null, flagged: [] }, nurse.id],
    ]);
    expect(of('PROGRAM').map(({ program, executedBy }) => [program?.event, program?.step?.title ?? null, executedBy?.id ?? null])).toEqual([
      ['COMPLETED', null, null],
      ['STEP_DONE', 'Why sleep', member.id],
      ['STARTED', null, nurse.id],
    ]);
    expect([of('CALL').length, of('TASK').length, of('ASSIGNED').length]).toEqual([1, 1, 1]);
    expect(content.map(({ at }) => at)).toEqual(content.map(({ at }) => at).toSorted((a, b) => b - a));
    expect(counts?.find(({ kind }) => kind === 'readings')).toEqual({ kind: 'readings', count: 2 });
  });

  test('what was taken back, amended or undone stays, and says so', async () => {
    const member = await newMember();
    const { id } = await logWeight(member);
    await sent('POST', `/activities/api/v1/activities/${member.id}/activities/${id}/taken-back`, nurse, { reason: 'Of somebody else' });
    const first = await noteAbout(member, 'First');
    await noteAbout(member, 'Second', { id: first.id, reason: 'Wrong day' });
    const { content } = await timeline(member);
    expect(content.find(({ reading }) => reading)?.reading?.takenBack).toMatchObject({ by: { id: nurse.id }, reason: 'Of somebody else' });
    expect(content.flatMap(({ note }) => (note ? [[note.text, note.isAmendment, note.isReplaced, note.reason]] : [])).toSorted()).toEqual([
      ['First', false, true, null],
      ['Second', true, false, 'Wrong day'],
    ]);
  });

  test('an action tells its outcome and the beginning of its note, and what was undone', async () => {
    const member = await newMember();
    const { actionId } = await openAction(member, 'Heart rate 120 bpm or more');
    const requestId = randomUUID();
    await sent('POST', '/factuary/api/v2/clinicians/actions/intervenes', nurse, {
      ...{
        action_ids: [actionId],
        request_id: requestId,
        type: 'CALL',
        outcome: 'RESOLVED',
        minutes: 5,
        note: `${'Spoke with her. '.repeat(30)}`,
      },
    });
    await sent('POST', '/factuary/api/v2/clinicians/actions/undo', nurse, { request_id: requestId });
    const { content } = await timeline(member, toNow());
    expect(content.map(({ action }) => [action?.event, action?.undone])).toEqual([
      ['UNDONE', false],
      ['INTERVENED', true],
      ['OPENED', false],
    ]);
    const done = content[1]?.action;
    expect(done?.intervention).toEqual({ type: 'CALL', outcome: 'RESOLVED', minutes: 5 });
    expect([done?.note?.length, done?.note?.endsWith('…')]).toEqual([200, true]);
  });

  test('messages are told by the days of the member, without a word of what they say', async () => {
    const member = await newMember('Pacific/Auckland');
    const midnight = Math.ceil(clock.now() / dayMs) * dayMs;
    clock.set(midnight + 10.5 * 60 * minuteMs);
    await write(member, nurse, 'Secret words of the evening');
    clock.set(midnight + 12.5 * 60 * minuteMs);
    await write(member, member, 'Secret words after midnight');
    await write(member, md, 'Secret answer');
    const answer = await timeline(member, { kinds: 'messages' });
    expect(
      answer.content.map(({ messages, executedBy }) => [messages?.day, messages?.count, messages?.byMember, executedBy?.id ?? null]),
    ).toEqual([
      [dayOf(midnight + dayMs), 2, 1, null],
      [dayOf(midnight), 1, 0, nurse.id],
    ]);
    expect(JSON.stringify(answer)).not.toContain('Secret');
  });
});

describe('pages', () => {
  test('of every size tell each entry once and in one order, also where many are of one moment', async () => {
    const member = await newMember();
    for (let n = 0; n < 4; n += 1) {
      await noteAbout(member, `Note ${n}`);
      await sendByHand(member, clock.now(), { body_temp: 36 + n / 10 });
      await write(member, nurse, `Message ${n}`);
      await sent('POST', `/registry/api/v1/users/${nurse.id}/tasks`, nurse, {
        ...{ id: randomUUID(), type: 'CALL', performedAt: clock.now(), patientId: member.id, seconds: null },
      });
      if (n % 2) clock.advance(8 * 60 * minuteMs);
    }
    const whole = await timeline(member);
    expect(whole.content.length).toBeGreaterThan(9);
    for (const size of [1, 2, 3, 5]) {
      const ids: string[] = [];
      let before: string | null = null;
      do {
        const page: Answer = await timeline(member, { size, endDate: clock.now() + 1, ...(before !== null && { before }) });
        expect([page.counts === null, page.complete]).toEqual([before !== null, page.next === null]);
        ids.push(...page.content.map(({ id }) => id));
        before = page.next;
      } while (before !== null);
      expect(ids).toEqual(whole.content.map(({ id }) => id));
    }
  });

  test('a filter reads past the cap: what is left out takes no place, and is counted still', async () => {
    const member = await newMember();
    await noteAbout(member, 'The oldest of all');
    clock.advance(dayMs);
    await harness.asOwner(
      `insert into vigil.tasks (tenant_id, id, user_id, type, performed_at, patient_id, created_at)
       select $1, gen_random_uuid(), $2, 'CALL', $4::timestamptz - n * interval '1 second', $3, now() from generate_series(1, 30) n`,
      [tenant.id, nurse.id, member.id, new Date(clock.now())],
    );
    const all = await timeline(member, { size: 20 });
    expect([all.content.some(({ kind }) => kind === 'NOTE'), all.complete]).toEqual([false, false]);
    const notes = await timeline(member, { size: 20, kinds: 'notes' });
    expect([notes.content.map(({ kind }) => kind), notes.complete]).toEqual([['NOTE'], true]);
    expect(notes.counts?.filter(({ count }) => count > 0)).toEqual([
      { kind: 'notes', count: 1 },
      { kind: 'tasks', count: 30 },
    ]);
  });

  test.each(['x', '1~nobody~a', '1~note', '-1~note~a', "1~note~a~'"])('a place that no page has told is refused: %s', async (before) => {
    const { status, body } = await request(await newMember(), { before });
    expect([status, body.error.fields[0].field]).toEqual([400, 'before']);
  });
});

describe('who may read what', () => {
  /** The call of the service by which each kind is read elsewhere. */
  const readElsewhere: Readonly<Record<TimelineFilter, string>> = {
    alerts: 'factuaryActions.listActions',
    notes: 'notary.getHistory',
    messages: 'chat.listMessages',
    calls: 'calls.listOfMember',
    surveys: 'factuarySurveys.listUserSurveys',
    readings: 'activities.listActivities',
    programs: 'factuaryPrograms.getUserPrograms',
    tasks: 'registry.getLastTask',
    team: 'registry.getCareTeamOfPatient',
  };

  test.each(timelineFilters)('%s: the staff who may read them by the call that they come from', (filter) => {
    const endpoint = endpoints.find(({ id }) => id === readElsewhere[filter]);
    expect(endpoint?.id).toBe(readElsewhere[filter]);
    const rule = endpoint?.access;
    const roles: readonly Role[] = rule && 'roles' in rule ? rule.roles : [];
    expect([...readersOf[filter]].toSorted()).toEqual(roles.filter((role) => role !== 'patient').toSorted());
  });

  test('every role is told its kinds and no other, whether it asks for them or not', async () => {
    const member = await memberWithEverything();
    const kindsOf = (content: readonly TimelineEntry[]) => [...new Set(content.map(({ kind }) => kind))].toSorted();
    const forStaff = ['ASSIGNED', 'TASK'];
    const forClinical = [...forStaff, 'ACTION', 'NOTE', 'PROGRAM', 'READING', 'SURVEY'];
    const forCareTeam = [...forClinical, 'CALL', 'MESSAGES'];
    for (const role of staffRoles) {
      const reader = await harness.createUser(tenant, { roles: [role] });
      const isOf = (some: readonly Role[]) => some.includes(role);
      const expected = isOf(careTeamRoles) ? forCareTeam : isOf(clinicalStaffRoles) ? forClinical : forStaff;
      const all = await timeline(member, toNow(), reader);
      expect([role, kindsOf(all.content)]).toEqual([role, expected.toSorted()]);
      expect(all.counts?.map(({ kind }) => kind)).toEqual(timelineFilters.filter((filter) => isOf(readersOf[filter])));
      const asked = await timeline(member, { ...toNow(), kinds: timelineFilters.join(',') }, reader);
      expect(asked.content).toEqual(all.content);
    }
    expect((await request(member, {}, member)).status).toBe(403);
    const elsewhere = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
    expect((await request(member, {}, elsewhere)).status).toBe(404);
  });

  test('every reading of it stands in the audit log', async () => {
    const member = await newMember();
    await timeline(member, {}, md);
    const rows = await harness.asOwner<{ actor_id: string }>(
      "select actor_id from vigil.audit_log where tenant_id = $1 and $2 = any(members) and endpoint = 'registry.getTimeline'",
      [tenant.id, member.id],
    );
    expect(rows).toEqual([{ actor_id: md.id }]);
  });
});
