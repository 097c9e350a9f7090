import { randomUUID } from 'node:crypto';
import { programReport } from '@vigil/contract/factuary-reports.contract';
import { expect, test } from 'vitest';
import { insight, pledge, sentProgram, startPrograms } from '../programs/testing/programs-server.ts';
import { createProgramReport } from './program-report.ts';

const { harness, server, call, taken, published, change, insightsOf, daysPass } = await startPrograms();
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
const nowSeconds = () => Date.now() / 1000;

const report = async (by: { id: string }) => programReport.parse(await taken('GET', 'v2/report/programs', by));
type Person = Parameters<typeof report>[0];
/** A cohort, of every member without conditions, followed. */
async function cohort(by: Person, type: 'shared' | 'custom', title: string, conditions: object[] = []) {
  await taken('POST', 'v2/cohorts', by, {
    id: randomUUID(),
    title,
    type,
    json_conditions: conditions,
    filters: { userStatus: ['ACTIVE', 'CREATED'] },
  });
  await server.modules.cohorts.follow();
}

test('tells how far each member has come, canceled programs as well, with the shared cohorts of the member', async () => {
  const member = await harness.createUser(tenant);
  const modules = [
    { name: 'One', steps: [insight('A'), insight('B')] },
    { name: 'Two', steps: [pledge('C')] },
  ];
  const [going, stopped] = [await published(nurse, sentProgram({ name: 'Going', modules })), await published(nurse)];
  await change(member, nurse, { op: 'assign', program_id: stopped.id });
  await change(member, nurse, { op: 'cancel', program_id: stopped.id }, { op: 'assign', program_id: going.id });
  await daysPass(member, 2);
  for (const { id } of await insightsOf(member, member))
    await call('PUT', `v1/users/${member.id}/userinsights/${id}`, member, { status: 'read' });
  const { rows, complete } = await report(nurse);
  expect([complete, rows.map(({ program_id }) => program_id)]).toEqual([true, [going.id, stopped.id]]);
  expect(rows[0]).toEqual({
    ...{ patient_id: member.id, account_status: rows[0]?.account_status, program_id: going.id, program_name: 'Going' },
    program_completion: (2 / 3) * 100,
    ...{ n_modules: 2, n_modules_completed: 1, n_insights: 2, n_insights_completed: 2, n_pledges: 1, n_pledges_completed: 0 },
    ...{ n_surveys: 0, n_surveys_completed: 0, program_completed: null, program_canceled: null, cohorts: [] },
    program_started: rows[0]?.program_started,
  });
  expect(Math.abs((rows[0]?.program_started ?? 0) - nowSeconds())).toBeLessThan(600);
  expect(rows[0]?.account_status).toMatch(/ACTIVE|CREATED/);
  expect(rows[1]).toMatchObject({ program_completion: 0, program_completed: null, program_canceled: expect.any(Number) });
});

test('is of the members in scope alone, and says when there is more than it tells', async () => {
  const member = await harness.createUser(tenant);
  const other = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
  const { id } = await published(nurse);
  await change(member, nurse, { op: 'assign', program_id: id });
  expect((await report(other)).rows).toEqual([]);
  const { programs, cohorts } = server.modules;
  const few = createProgramReport({ programs, cohorts, most: 1 });
  expect(await few(tenant.id, [member.id], true)).toMatchObject({ complete: true, rows: [{ patient_id: member.id, program_id: id }] });
  expect(await few(tenant.id, 'tenant', true)).toMatchObject({ complete: false, rows: [{ patient_id: member.id }] });
  expect((await few(tenant.id, [], true)).rows).toEqual([]);
});

test('names the cohorts that everybody reads, and nobody’s own', async () => {
  const member = await harness.createUser(tenant);
  const { id } = await published(nurse);
  await change(member, nurse, { op: 'assign', program_id: id });
  await cohort(admin, 'shared', 'Everybody');
  await cohort(nurse, 'custom', 'Mine alone');
  const rows = (await report(admin)).rows.filter(({ patient_id }) => patient_id === member.id);
  expect(rows.map(({ cohorts }) => cohorts)).toEqual([['Everybody']]);
});

test('does not tell administrators who is in a cohort that asks for what was measured: they could make one for each value', async () => {
  const member = await harness.createUser(tenant);
  await harness.asOwner("insert into vigil.latest_ticks values ($1, $2, 'systolic', now(), 151, 'device', now())", [tenant.id, member.id]);
  const { id } = await published(nurse);
  await change(member, nurse, { op: 'assign', program_id: id });
  await cohort(admin, 'shared', 'Above 150', [{ fact: 'systolic', gte: 150 }]);
  const cohortsFor = async (who: Person) => (await report(who)).rows.find(({ patient_id }) => patient_id === member.id)?.cohorts;
  expect(await cohortsFor(nurse)).toContain('Above 150');
  expect(await cohortsFor(admin)).not.toContain('Above 150');
});
