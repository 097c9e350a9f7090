import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { jpegWithPlace } from '#testing/sample-pictures.ts';
import { startFileWorld } from './testing/file-world.ts';

/* On a disk whose free space is all kept for readings: no machine of ours has 16 TiB. */
const full = await startFileWorld({ DISK_RESERVE_MIB: '16777216' });
const { harness, server, tenant, member, nurse } = full;
const roomy = await startFileWorld({ FILES_PER_PERSON_MB: '100' });

const as = ({ id }: { id: string }) => ({ authorization: `Bearer ${id}`, 'x-tenant-id': tenant.id });
const picture = (path: string, by: { id: string }) =>
  server.http.inject({
    ...{ method: 'POST', url: `/blob/tenant/${tenant.id}/user/${by.id}/${path}` },
    headers: { ...as(by), 'content-type': 'image/jpeg' },
    payload: jpegWithPlace,
  });

test('files of every kind stop before they use up what is kept for readings, and leave nothing behind', async () => {
  const chat = await full.upload(nurse, 'Take one tablet.', 'plan.txt');
  expect([chat.status, chat.body.error.code]).toEqual([507, 'storage_full']);
  expect(chat.body.error.message).toContain('keeps the rest for readings');
  for (const path of ['upload?path=profile&overwrite=true', 'meal-photos']) {
    const answer = await picture(path, member);
    expect([path, answer.statusCode, answer.headers['retry-after']]).toEqual([path, 507, '600']);
  }
  expect(full.onDisk()).toEqual([]);
  expect([await full.rows(nurse), await full.rows(member)]).toEqual([[], []]);
});

test('page views and imports of accounts stop as well', async () => {
  const page = { category: 'navigation', subcategory: 'page', app_name: 'Clinical Portal', session_id: randomUUID(), visit_path: '/home' };
  const view = {
    ...{ v: '1', tid: randomUUID(), ds: 'web', uid: nurse.id, te: tenant.id, en: 'page_view' },
    et: harness.clock.now() / 1000,
  };
  const views = await server.http.inject({
    ...{ method: 'POST', url: '/analytics-service/v1/analytics', headers: as(nurse), payload: [{ ...view, ep: page }] },
  });
  const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
  const accounts = await server.http.inject({
    ...{ method: 'POST', url: `/user_admin/api/v1/tenants/${tenant.id}/imports?id=${randomUUID()}` },
    ...{ headers: { ...as(admin), 'content-type': 'text/csv' }, payload: 'givenName,familyName,email\nMia,Miller,mia@test.example\n' },
  });
  expect([views, accounts].map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [507, expect.stringContaining('storage_full')],
    [507, expect.stringContaining('storage_full')],
  ]);
});

test('the readings of another member are taken all the same', async () => {
  const timestamp = Math.floor(harness.clock.now() / 1000);
  const sent = await server.http.inject({
    ...{ method: 'POST', url: `/ticks-store/api/v1/users/${full.other.id}/ticks`, headers: as(full.other) },
    payload: { source: 'manual', ticks: [{ timestamp, data: { heart_rate: 61 } }] },
  });
  expect([sent.statusCode, sent.body]).toEqual([200, expect.stringContaining('"accepted":1')]);
});

test('one person’s files take no more than one person may store; another’s are taken', async () => {
  await roomy.harness.asOwner(
    `insert into vigil.files (tenant_id, id, user_id, purpose, media_type, size_bytes, created_at)
     values ($1, gen_random_uuid(), $2, 'meal', 'image/jpeg', 99999990, now() - interval '300 days')`,
    [roomy.tenant.id, roomy.member.id],
  );
  const over = await roomy.upload(roomy.member, 'Take one tablet.', 'plan.txt');
  expect([over.status, over.body.error.code, over.body.error.message]).toEqual([507, 'storage_full', expect.stringContaining('100 MB')]);
  expect(roomy.onDisk()).toEqual([]);
  expect((await roomy.upload(roomy.nurse, 'Take one tablet.', 'plan.txt')).status).toBe(200);
});
