import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileNameHeader } from '@vigil/contract/blob.values';
import type { ChatMessage } from '@vigil/contract/chat.contract';
import { afterAll } from 'vitest';
import { type TestTenant, type TestUser, useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

/** Files of conversations over HTTP, through every module as the server wires them, in a folder of their own. */
export async function startFileWorld(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-chat-files-'));
  const harness = await useHarness({ BLOB_URL: `file://${folder}`, ...env });
  const server = await startModules(harness);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const tenant = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
  const [member, other] = [await harness.createUser(tenant, { givenName: 'Mia' }), await harness.createUser(tenant)];
  const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
  const stranger = await harness.createUser(tenant, { roles: ['nurse'] });
  const assign = (clinician: TestUser) =>
    harness.asOwner(
      `insert into vigil.care_relations (tenant_id, patient_id, clinician_id, team_type, assignment_type, assigned_at)
       values ($1, $2, $3, 'PRIMARY', 'DIRECT_ASSIGNMENT', now())`,
      [tenant.id, member.id, clinician.id],
    );
  await assign(nurse);

  async function upload(by: TestUser, content: Buffer | string, name: string, query = '', of: TestTenant = tenant) {
    const answer = await server.http.inject({
      method: 'POST',
      url: `/blob/tenant/${of.id}/user/${by.id}/upload?path=chat&overwrite=true${query}`,
      headers: { authorization: `Bearer ${by.id}`, [fileNameHeader]: encodeURIComponent(name), 'content-type': 'image/png' },
      payload: Buffer.from(content),
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  async function call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    by: TestUser | null,
    payload?: unknown,
    headers: Record<string, string> = {},
  ) {
    const answer = await server.http.inject({
      method,
      url: path.startsWith('/') ? path : `/chat/api/v1/conversations/${path}`,
      headers: {
        ...(by && { authorization: `Bearer ${by.id}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
    return { status: answer.statusCode, headers: answer.headers, raw: answer.rawPayload, body: isJson ? answer.json() : undefined };
  }

  /** Sends files that were uploaded, in a conversation of the staff's or the member's. */
  const send = (by: TestUser, files: readonly string[], to: { id: string } = member, id: string = randomUUID()) =>
    call('POST', `${to.id}/messages`, by, { id, files });
  const sent = async (by: TestUser, content: Buffer | string, name: string): Promise<ChatMessage> => {
    const { body } = await upload(by, content, name);
    const answer = await send(by, [body.id]);
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const messages = async (by: TestUser): Promise<ChatMessage[]> => (await call('GET', `${member.id}/messages`, by)).body.messages;
  const rows = (user: TestUser) =>
    harness.asOwner<{ id: string; purpose: string; state: string | null; name: string; thumbnail_id: string | null }>(
      'select id, purpose, state, name, thumbnail_id from vigil.files where user_id = $1 order by created_at',
      [user.id],
    );
  return {
    harness,
    server,
    folder,
    onDisk: () => readdirSync(folder),
    tenant,
    member,
    other,
    nurse,
    stranger,
    assign,
    upload,
    call,
    send,
    sent,
    messages,
    rows,
  };
}
