import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { createFileBlobs } from '#platform/blob/blob.ts';
import { endlessDisk } from '#testing/endless-disk.ts';
import { useHarness } from '#testing/harness.ts';
import { jpegWithPlace, pngOf } from '#testing/sample-pictures.ts';
import { startHttp } from '#testing/start-http.ts';
import { createDrop, createFiles } from './blob.service.ts';
import { createBlobStore } from './blob.store.ts';
import { createBlob } from './index.ts';

const harness = await useHarness();
const { config, database, clock, log, people } = harness;
const folder = mkdtempSync(join(tmpdir(), 'vigil-blob-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const onDisk = createFileBlobs(folder, endlessDisk);
let isDiskFull = false;
const blobs = {
  ...onDisk,
  async put(id: string, bytes: Parameters<typeof onDisk.put>[1]) {
    if (isDiskFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    await onDisk.put(id, bytes);
  },
};
const server = await startHttp(harness, {
  routes: createBlob({ database, people, blobs, config, clock, log, onFileChanged: async () => {} }).routes ?? [],
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit: createAudit({ database, clock, key: 'seal of the files' }),
});
afterAll(() => server.stop());

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const foreigner = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
const newMember = () => harness.createUser(tenant);
const pathOf = (user: { id: string }, rest: string, of = tenant) => `/blob/tenant/${of.id}/user/${user.id}/${rest}`;

async function upload(user: { id: string }, payload: Buffer, query = 'path=profile&overwrite=true', by = user) {
  const answer = await server.http.inject({
    method: 'POST',
    url: pathOf(user, `upload?${query}`),
    headers: { authorization: `Bearer ${by.id}`, 'content-type': 'image/svg+xml' },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const ask = (method: 'GET' | 'DELETE', url: string, by: { id: string }) =>
  server.http.inject({ method, url, headers: { authorization: `Bearer ${by.id}` } });
const picturesOf = async (user: { id: string }) => {
  const row = await people.accounts.user(tenant.id, user.id);
  return [row?.photoUrl, row?.signUrl];
};

test('a photo becomes the account’s, whatever type was claimed, and is served as what it is', async () => {
  const member = await newMember();
  const { status, body } = await upload(member, jpegWithPlace);
  expect([status, body]).toEqual([
    200,
    { id: body.id, url: pathOf(member, `files/${body.id}`), type: 'image/jpeg', sizeBytes: body.sizeBytes, widthPx: 32, heightPx: 24 },
  ]);
  expect(await picturesOf(member)).toEqual([body.url, null]);
  const served = await ask('GET', body.url, nurse);
  expect(served.statusCode).toBe(200);
  expect(served.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline; filename="photo.jpg"',
    'cache-control': 'no-store',
  });
  expect(served.rawPayload.length).toBe(body.sizeBytes);
  expect(served.rawPayload.toString('latin1')).not.toContain('GPS');
});

test('photo and signature are two pictures, each replaced and removed by itself, and nothing stays behind', async () => {
  const member = await newMember();
  const before = readdirSync(folder).length;
  const photo = (await upload(member, jpegWithPlace)).body;
  const signature = (await upload(member, pngOf(200, 60), 'path=profile&overwrite=true&kind=signature')).body;
  expect(await picturesOf(member)).toEqual([photo.url, signature.url]);
  const newer = (await upload(member, pngOf(64, 64))).body;
  expect(await picturesOf(member)).toEqual([newer.url, signature.url]);
  expect((await ask('GET', photo.url, member)).statusCode).toBe(404);
  expect(readdirSync(folder)).toHaveLength(before + 2);
  expect((await ask('DELETE', newer.url, member)).json()).toEqual({ removed: true });
  expect((await ask('DELETE', newer.url, member)).statusCode).toBe(404);
  expect(await picturesOf(member)).toEqual([null, signature.url]);
  expect(readdirSync(folder)).toHaveLength(before + 1);
});

test('without overwrite a picture that is there is kept', async () => {
  const member = await newMember();
  const first = (await upload(member, pngOf(64, 64), 'path=profile')).body;
  const count = readdirSync(folder).length;
  const second = await upload(member, jpegWithPlace, 'path=profile');
  expect([second.status, second.body.error.code]).toEqual([409, 'conflict']);
  expect([(await picturesOf(member))[0], readdirSync(folder).length]).toEqual([first.url, count]);
});

test('of pictures uploaded at the same time one stays, and its file with it', async () => {
  const member = await newMember();
  const before = readdirSync(folder).length;
  const answers = await Promise.all([40, 50, 60].map((side) => upload(member, pngOf(side, side))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [url] = await picturesOf(member);
  expect(answers.map(({ body }) => body.url)).toContain(url);
  expect((await ask('GET', String(url), member)).statusCode).toBe(200);
  expect(readdirSync(folder)).toHaveLength(before + 1);
});

describe('bytes of an upload whose server died before the picture was the account’s', () => {
  async function diedInBetween(user: { id: string }) {
    const dies = {
      ...onDisk,
      put: async (id: string, bytes: Uint8Array) => {
        await onDisk.put(id, bytes);
        await new Promise(() => {});
      },
    };
    const before = readdirSync(folder).length;
    const store = createBlobStore(database, people);
    const files = createFiles({ store, blobs: dies, clock, drop: createDrop({ store, blobs: dies, log }) });
    void files.uploadPicture(tenant.id, user.id, { purpose: 'photo', overwrite: true, bytes: pngOf(32, 32) });
    await expect.poll(() => readdirSync(folder).length).toBe(before + 1);
    return before;
  }

  test('are gone with the next upload, and are nobody’s picture until then', async () => {
    const member = await newMember();
    const before = await diedInBetween(member);
    expect(await picturesOf(member)).toEqual([null, null]);
    clock.advance(2 * 3_600_000);
    const { url } = (await upload(member, pngOf(64, 64))).body;
    expect([(await picturesOf(member))[0], readdirSync(folder).length]).toEqual([url, before + 1]);
  });

  test('are erased with the person', async () => {
    const member = await newMember();
    const before = await diedInBetween(member);
    await createBlob({ database, people, blobs, config, clock, log, onFileChanged: async () => {} }).personalData?.erase?.(
      { tenantId: tenant.id, userId: member.id },
      'contact',
    );
    expect(readdirSync(folder)).toHaveLength(before);
  });
});

describe('who may', () => {
  test('nobody uploads or removes for somebody else, and the owner’s picture stays', async () => {
    const member = await newMember();
    const { url } = (await upload(member, pngOf(64, 64))).body;
    expect((await upload(member, jpegWithPlace, 'path=profile&overwrite=true', nurse)).status).toBe(403);
    expect((await ask('DELETE', url, nurse)).statusCode).toBe(403);
    expect(await picturesOf(member)).toEqual([url, null]);
  });

  test('staff see a member’s photo, another member and another tenant do not, and each look is on record', async () => {
    const member = await newMember();
    const { url } = (await upload(member, pngOf(64, 64))).body;
    expect((await ask('GET', url, member)).statusCode).toBe(200);
    expect((await ask('GET', url, nurse)).statusCode).toBe(200);
    expect((await ask('GET', url, await newMember())).statusCode).toBe(403);
    expect((await ask('GET', url, foreigner)).statusCode).toBe(404);
    const entries = await harness.asOwner<{ endpoint: string; status: number }>(
      'select endpoint, status from vigil.audit_log where tenant_id = $1 and $2 = any(members) order by endpoint, status',
      [tenant.id, member.id],
    );
    const look = (status: number) => ({ endpoint: 'blob.getFile', status });
    expect(entries).toEqual([look(200), look(200), look(403), { endpoint: 'blob.uploadFile', status: 200 }]);
  });

  test('a file is found under its owner alone', async () => {
    const [one, other] = [await newMember(), await newMember()];
    const { id } = (await upload(one, pngOf(64, 64))).body;
    expect((await ask('GET', pathOf(other, `files/${id}`), nurse)).statusCode).toBe(404);
    expect((await ask('GET', pathOf(one, `files/${randomUUID()}`), nurse)).statusCode).toBe(404);
  });
});

test.each<[string, string, Buffer, number, string]>([
  ['no purpose', 'overwrite=true', pngOf(64, 64), 400, 'path'],
  ['what is no picture', 'path=profile', Buffer.from('<html>'), 400, 'body'],
  ['nothing', 'path=profile', Buffer.alloc(0), 400, 'body'],
])('%s is refused by name', async (_, query, bytes, status, field) => {
  const answer = await upload(await newMember(), bytes, query);
  expect([answer.status, answer.body.error.fields?.[0]?.field]).toEqual([status, field]);
});

test('more than 2 MiB is refused before it is looked at', async () => {
  const answer = await upload(await newMember(), Buffer.alloc(2 * 1024 * 1024 + 1));
  expect([answer.status, answer.body.error.code]).toEqual([413, 'body_too_large']);
});

test('a photo that a full disk does not take is nowhere, and the next try stores it', async () => {
  const member = await newMember();
  const files = () => harness.asOwner('select purpose from vigil.files where user_id = $1', [member.id]);
  const ofMeal = () =>
    server.http.inject({
      method: 'POST',
      url: pathOf(member, 'meal-photos'),
      headers: { authorization: `Bearer ${member.id}`, 'content-type': 'image/jpeg' },
      payload: jpegWithPlace,
    });
  isDiskFull = true;
  const refused = await ofMeal();
  expect([refused.statusCode, refused.json().error.code, (await upload(member, jpegWithPlace)).status]).toEqual([507, 'storage_full', 507]);
  expect(await files()).toEqual([]);
  isDiskFull = false;
  expect((await ofMeal()).statusCode).toBe(200);
  expect(await files()).toEqual([{ purpose: 'meal' }]);
});
