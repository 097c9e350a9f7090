import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@vigil/contract';
import { actionCounters } from '@vigil/contract/factuary-actions.values';
import type { getReport } from '@vigil/contract/factuary-reports.contract';
import { gad7 } from '@vigil/domain/surveys/shipped/gad-7';
import { expect, test } from 'vitest';
import { insight, pledge, sentProgram, startPrograms } from '../programs/testing/programs-server.ts';

const { harness, call, taken, published, change, insightsOf, pledgesOf, daysPass } = await startPrograms();
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });

const dayMs = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
/** Of three days around now, so that a midnight between the steps of the test moves nothing out of it; or of days long before. */
async function report(by: { id: string }, daysAgo = 0): Promise<ResponseOf<typeof getReport>> {
  const middle = Date.now() - daysAgo * dayMs;
  return taken('GET', `v2/report?from_date=${dayOf(middle - dayMs)}&to_date=${dayOf(middle + dayMs)}&tz=UTC`, by);
}

test('the action report tells what a member without an action has read, achieved and completed, on the day of it', async () => {
  const [member, idle] = [await harness.createUser(tenant), await harness.createUser(tenant)];
  const modules = [{ name: 'One', steps: [insight('A'), insight('B'), insight('C'), pledge('D'), pledge('E')] }];
  const { id } = await published(nurse, sentProgram({ modules }));
  for (const one of [member, idle]) {
    await change(one, nurse, { op: 'assign', program_id: id });
    await daysPass(one, 2);
  }
  const [first, second] = await insightsOf(member, member);
  const put = (what: string, item: { id: string } | undefined, body: object) =>
    taken('PUT', `v1/users/${member.id}/${what}/${item?.id}`, member, body);
  await put('userinsights', first, { status: 'read' });
  // Read and rated is one insight.
  await put('userinsights', second, { status: 'read' });
  await put('userinsights', second, { status: 'rated', rating: 4 });
  const [achieved, opted] = await pledgesOf(member, member);
  await put('userpledges', achieved, { status: 'opted' });
  await put('userpledges', achieved, { status: 'achieved' });
  await put('userpledges', opted, { status: 'opted' });
  const answers = gad7.content.questions.map(({ name }) => ({ questionName: name, answerIndices: [0] }));
  const sent = { answers, time_answered: Date.now() / 1000, user_id: member.id, tenant_id: tenant.id };
  await taken('POST', `v1/surveys/${gad7.id}/answers`, member, sent);

  const { rows, actions, complete } = await report(nurse);
  expect(actions).toEqual([]);
  expect(complete).toBe(true);
  const none = Object.fromEntries(actionCounters.map((counter) => [counter, 0]));
  expect(rows).toEqual([expect.objectContaining({ uid: member.id, insights: 2, pledges: 1, surveys: 1, actions: none })]);
  expect((await report(nurse, 5)).rows).toEqual([]);

  const action = { action_id: randomUUID(), user_id: idle.id, action_category: 'BIOMETRICS', title: 'Call' };
  expect((await call('POST', 'v2/users/actions', nurse, action)).status).toBe(200);
  const withAction = (await report(nurse)).rows.find(({ uid }) => uid === idle.id);
  expect(withAction).toMatchObject({ insights: 0, pledges: 0, surveys: 0, actions: { remain_opened: 1 } });
});

test('nobody of another tenant stands in it', async () => {
  const other = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
  expect((await report(other)).rows).toEqual([]);
});
