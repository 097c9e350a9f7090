import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startPrograms } from './testing/programs-server.ts';

const { harness, call, published, change, programsOf } = await startPrograms();
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const statusesOf = async (member: { id: string }) => (await programsOf(member, nurse)).map(({ status }) => status);

test('an id that begun another member’s program, or another one of the member’s, begins nothing and ends nothing', async () => {
  const [one, other] = [await published(nurse), await published(nurse)];
  const [member, second] = [await harness.createUser(tenant), await harness.createUser(tenant)];
  const id = randomUUID();
  await change(member, nurse, { op: 'assign', program_id: one.id, id });
  expect(await change(member, nurse, { op: 'assign', program_id: one.id, id })).toMatchObject([{ result: 'unchanged' }]);
  const refused = [{ result: 'failed', error: { code: 'conflict' } }];
  expect(await change(second, nurse, { op: 'assign', program_id: one.id, id })).toMatchObject(refused);
  expect(await change(member, nurse, { op: 'assign', program_id: other.id, id })).toMatchObject(refused);
  await change(second, nurse, { op: 'assign', program_id: one.id });
  expect(await change(second, nurse, { op: 'restart', program_id: one.id, id })).toMatchObject(refused);
  expect(await statusesOf(second)).toEqual(['active']);
});

test('assigned, canceled and begun anew from many browsers at once nobody waits for each other, and one at most runs', async () => {
  const { id } = await published(nurse);
  const member = await harness.createUser(tenant);
  await change(member, nurse, { op: 'assign', program_id: id });
  for (let round = 0; round < 4; round++) {
    const ops = Array.from({ length: 18 }, (_, place) => ['restart', 'cancel', 'assign'][place % 3]);
    const answers = await Promise.all(ops.map((op) => call('PATCH', `v2/users/${member.id}/programs`, nurse, [{ op, program_id: id }])));
    expect(answers.map(({ status }) => status)).toEqual(ops.map(() => 200));
  }
  const active = await harness.asOwner("select id from vigil.member_programs where user_id = $1 and status = 'active'", [member.id]);
  expect(active.length).toBeLessThanOrEqual(1);
});
