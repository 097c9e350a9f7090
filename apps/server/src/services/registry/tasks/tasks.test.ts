import { randomUUID } from 'node:crypto';
import type { NewTask } from '@vigil/contract/registry-tasks.forms';
import { taskClockSkewMs } from '@vigil/contract/registry-tasks.values';
import { longestTimelineDays, mostTimelineEntries } from '@vigil/contract/registry-timeline.values';
import { afterAll, describe, expect, test } from 'vitest';
import { startRelations } from '../relations/testing/relations-server.ts';

const { harness, server, call, staffOf, member } = await startRelations();
const { clock } = harness;
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const { admin, nurse, md, coach } = await staffOf(tenant);
const patient = await member(tenant);
const dayMs = 86_400_000;

const newTask = (over: Partial<NewTask> = {}): NewTask => ({
  id: randomUUID(),
  type: 'CALL',
  performedAt: clock.now() - 1_000,
  patientId: patient.id,
  seconds: 95.5,
  ...over,
});
const post = (task: unknown, by: { id: string } = nurse) => call('POST', `v1/users/${by.id}/tasks`, by, task);

describe('noting a task', () => {
  test('keeps it once, however often it is sent; it is the last one of its author, without the member', async () => {
    const task = newTask();
    const answers = await Promise.all([post(task), post(task)]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, task],
      [200, task],
    ]);
    const { patientId, ...last } = task;
    expect((await call('GET', `v1/users/${nurse.id}/last_task`, md)).body).toEqual(last);
    expect((await call('GET', `v1/users/${md.id}/last_task`, md)).body).toBeNull();
    const caseloads = (await call('GET', 'v1/users/clinicians/patients', md)).body as { id: string; recentActivity: unknown }[];
    expect(caseloads.find(({ id }) => id === nurse.id)?.recentActivity).toEqual({ performedAt: task.performedAt, type: 'CALL' });
    expect(patientId).toBe(patient.id);
  });

  test('without a member and without a length is possible', async () => {
    expect((await post({ type: 'REPORT', performedAt: clock.now() }, coach)).body).toMatchObject({ patientId: null, seconds: null });
  });

  test('an id that was used for something else is a conflict', async () => {
    const task = newTask();
    await post(task);
    expect((await post({ ...task, type: 'NOTE' })).status).toBe(409);
    expect((await post(task, md)).status).toBe(409);
  });

  test.each<[string, string, Partial<Record<keyof NewTask, unknown>>]>([
    ['a time still to come', 'performedAt', { performedAt: clock.now() + taskClockSkewMs + dayMs }],
    ['a negative length', 'seconds', { seconds: -1 }],
    ['no type', 'type', { type: ' ' }],
    ['a type that is markup', 'type', { type: '<b>' }],
  ])('with %s is refused, naming the field', async (_name, field, over) => {
    const { status, body } = await post({ ...newTask(), ...over });
    expect([status, body.error.fields[0].field]).toEqual([400, field]);
  });

  test('is done in one’s own name, by staff, for members of the tenant', async () => {
    expect((await call('POST', `v1/users/${md.id}/tasks`, nurse, newTask())).body.error.code).toBe('no_access_to_user');
    expect((await post(newTask(), patient)).status).toBe(403);
    expect((await post(newTask({ patientId: (await member(await harness.createTenant())).id }))).status).toBe(404);
  });
});

describe('a member’s timeline', () => {
  const timeline = (who: { id: string }, query = '', by: { id: string } = md) => call('GET', `v1/users/${who.id}/timeline${query}`, by);

  test('tells tasks and assignments, newest first, with who did it and in which roles then', async () => {
    const who = await member(tenant);
    await call('PUT', `v1/users/${nurse.id}/patients/${who.id}`, admin);
    clock.advance(60_000);
    await post(newTask({ patientId: who.id, performedAt: clock.now() }));
    await harness.asOwner("update vigil.users set roles = '{tenant_admin,md}' where id = $1", [admin.id]);
    const { body } = await timeline(who);
    expect(body).toMatchObject({
      complete: true,
      endDate: clock.now() + 1,
      content: [
        { kind: 'TASK', at: clock.now(), task: { type: 'CALL', seconds: 95.5 }, executedBy: { id: nurse.id, roles: ['nurse'] } },
        {
          kind: 'ASSIGNED',
          at: clock.now() - 60_000,
          clinician: { id: nurse.id },
          teamType: 'PRIMARY',
          executedBy: { id: admin.id, roles: ['tenant_admin'] },
        },
      ],
    });
    const part = `?startDate=${clock.now() - 60_000}&endDate=${clock.now()}`;
    expect((await timeline(who, part)).body.content.map(({ kind }: { kind: string }) => kind)).toEqual(['ASSIGNED']);
  });

  test('holds a bounded number of entries and says when there are more', async () => {
    const who = await member(tenant);
    await harness.asOwner(
      `insert into vigil.tasks (tenant_id, id, user_id, type, performed_at, patient_id, created_at)
       select $1, gen_random_uuid(), $2, 'CALL', $4::timestamptz - n * interval '1 second', $3, now() from generate_series(0, $5) n`,
      [tenant.id, nurse.id, who.id, new Date(clock.now()), mostTimelineEntries],
    );
    const { body } = await timeline(who);
    expect([body.content.length, body.complete]).toEqual([mostTimelineEntries, false]);
  });

  test.each([
    ['ends before it begins', () => `?startDate=${clock.now()}&endDate=${clock.now() - 1}`],
    ['is too long', () => `?startDate=${clock.now() - (longestTimelineDays + 1) * dayMs}&endDate=${clock.now()}`],
  ])('a stretch that %s is refused', async (_name, query) => {
    const { status, body } = await timeline(patient, query());
    expect([status, body.error.fields[0].field]).toEqual([400, 'startDate']);
  });

  test('is for staff', async () => {
    expect([(await timeline(patient, '', patient)).status, (await timeline(patient, '', admin)).status]).toEqual([403, 200]);
  });
});
