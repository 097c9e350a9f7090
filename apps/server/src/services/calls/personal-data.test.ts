import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { ExportedFile } from '#platform/personal-data/personal-data.ts';
import { useHarness } from '#testing/harness.ts';
import { callsPersonalData } from './personal-data.ts';
import { startPhones } from './testing/phones.ts';

const harness = await useHarness();
const { asOwner, createTenant, createUser, database, people } = harness;
const phones = await startPhones(harness);
afterAll(() => phones.stop());
const { exportOf, erase } = callsPersonalData(database, people);

async function contentOf(file: ExportedFile | undefined): Promise<unknown> {
  let text = '';
  for await (const piece of file?.content ?? []) text += piece;
  return JSON.parse(text);
}

test('an export tells of the calls of a person, and an erasure of the record leaves none of a member’s', async () => {
  const tenant = await createTenant();
  const [nurse, coach, member] = await Promise.all([
    createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' }),
    createUser(tenant, { roles: ['coach'] }),
    createUser(tenant, { givenName: 'Mia', familyName: 'Member' }),
  ]);
  const [caller, callee] = await Promise.all([phones.phone(nurse), phones.phone(member)]);
  const about = (await caller.dial(member, member.id)).call.callId;
  await caller.says(about, 'an offer');
  await callee.end(about);
  const among = (await caller.dial(coach, null)).call.callId;
  await caller.says(among, 'an offer');

  const filesOf = async (userId: string) => (await exportOf?.({ tenantId: tenant.id, userId })) ?? [];
  const [file] = await filesOf(member.id);
  expect(file?.about).toContain('not recorded');
  expect(await contentOf(file)).toEqual([
    expect.objectContaining({
      ...{ callId: about, caller: 'Nora Nurse', callee: 'Mia Member', isVideoCall: false, endResult: 'declined' },
      ...{ startedAt: expect.stringMatching(/^\d{4}-/), acceptedAt: null, connectedAt: null },
    }),
  ]);
  expect(await contentOf((await filesOf(nurse.id))[0])).toHaveLength(2);

  const person = { tenantId: tenant.id, userId: member.id };
  await expect(erase?.(person, 'record')).rejects.toThrow();
  await asOwner(
    `insert into vigil.erasures (tenant_id, id, user_id, requested_by, requested_at, due_at, decided_by, decided_at)
     values ($1, $2, $3, $4, now(), now(), $4, now())`,
    [tenant.id, randomUUID(), member.id, nurse.id],
  );
  for (let time = 0; time < 2; time += 1) await erase?.(person, 'record');
  expect(await asOwner('select id from vigil.calls where tenant_id = $1', [tenant.id])).toEqual([{ id: among }]);
  expect(await asOwner('select call_id from vigil.call_signals where tenant_id = $1', [tenant.id])).toEqual([{ call_id: among }]);
  phones.hangUpAll();
});
