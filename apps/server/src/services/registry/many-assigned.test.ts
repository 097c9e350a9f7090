import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '#app';
import { useHarness } from '#testing/harness.ts';

/** A bulk assignment in the whole server, with the conversations in which each member is told. */
const harness = await useHarness();
const app = await createApp({ config: harness.config, stores: harness, log: harness.log, clock: harness.clock, portal: false });
const url = await app.listen();
afterAll(() => app.stop());

const tenant = await harness.createTenant();
const admin = await harness.createUser(tenant, { roles: ['tenant_admin'], email: 'many@test.example' });
await app.identity.accounts.create({
  email: 'many@test.example',
  password: 'correct horse battery',
  userId: admin.id,
  emailVerified: true,
});
const token = await app.identity.issueToken({ email: 'many@test.example' });
const post = (path: string, body: unknown) =>
  fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const membersTold = 100;
const members = 500;
const longestMs = 15_000;

test(`${members} members, ${membersTold} of whom write with the care team, are assigned, and taken over, in less than three seconds each`, async () => {
  const rows = await harness.asOwner<{ id: string }>(
    `insert into vigil.users (tenant_id, roles, given_name, family_name, is_in_the_tenant, onboarded_at, data_origin)
     select $1::uuid, '{patient}', 'Given', 'Family' || n, true, now(), 'synthetic' from generate_series(1, $2::int) n returning id`,
    [tenant.id, members],
  );
  const memberIds = rows.map(({ id }) => id);
  const told = await post('chat/api/v1/members/messages', { id: randomUUID(), userIds: memberIds.slice(0, membersTold), text: 'Welcome' });
  expect(told.status).toBe(200);
  const clinicians = [await harness.createUser(tenant, { roles: ['nurse'] }), await harness.createUser(tenant, { roles: ['md'] })];
  for (const [at, clinician] of clinicians.entries()) {
    const before = performance.now();
    const answer = await post('registry/api/v1/relations/bulk_assignment', {
      ...{ id: randomUUID(), memberIds },
      to: { kind: 'clinician', clinicianId: clinician.id, teamType: 'PRIMARY', assignmentType: 'TRANSFER_ASSIGNMENT' },
    });
    const tookMs = performance.now() - before;
    const { results } = (await answer.json()) as { results: { outcome: string }[] };
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set([at === 0 ? 'ASSIGNED' : 'REPLACED']));
    console.info(`${members} members assigned in ${Math.round(tookMs)} ms`);
    expect(tookMs).toBeLessThan(longestMs);
  }
});
