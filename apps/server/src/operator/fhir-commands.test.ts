import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { commands } from './commands.ts';

/* The commands as an operator types them, on the stores of the test run; the FHIR server is on this machine. */
const harness = await useHarness();
const folder = mkdtempSync(join(tmpdir(), 'vigil-fhir-commands-'));
const fixtures = join(import.meta.dirname, '../intake/import/record/fixtures');
const record = readFileSync(join(fixtures, 'record.ndjson'), 'utf8');
const server = createServer((request, response) => {
  const origin = `http://${request.headers.host}`;
  const path = (request.url ?? '').split('?')[0];
  const json = (body: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (path === '/fhir/.well-known/smart-configuration') return json({ token_endpoint: `${origin}/token` });
  if (path === '/token') return json({ access_token: 'token', expires_in: 300 });
  if (path === '/fhir/Patient/$export') return response.writeHead(202, { 'content-location': `${origin}/status` }).end();
  if (path === '/status') return json({ output: [{ type: 'Patient', url: `${origin}/file` }] });
  return response.writeHead(path === '/file' ? 200 : 404).end(path === '/file' ? record : '');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function run(...argv: string[]): Promise<{ code: number; text: string }> {
  vi.stubEnv('DATA_DIR', harness.config.dataDir);
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const name = argv.slice(0, 2).join(' ');
    const command = commands.find((one) => name === one.name || argv[0] === one.name);
    const code = await command?.run(argv.slice(command.name.split(' ').length));
    return { code: code ?? -1, text: written.join('') };
  } finally {
    write.mockRestore();
  }
}

async function newMember() {
  const tenant = await harness.createTenant();
  const { id } = await harness.createUser(tenant, { givenName: 'Lucía', familyName: 'Ibarra' });
  await harness.asOwner("update vigil.users set mrn = 'REC-1', birth_date = '1957-03-21' where id = $1", [id]);
  const stored = async () => (await harness.asOwner('select 1 from vigil.clinical_resources where user_id = $1', [id])).length;
  return { id, tenant, stored };
}

test('a record on disk is imported, told by type, and in the audit log', async () => {
  const { id, stored, tenant } = await newMember();
  const path = join(fixtures, 'record.ndjson');
  const dry = await run('import', path, '--format', 'fhir', '--tenant', tenant.code, '--dry-run');
  expect([dry.code, dry.text.includes('nothing was stored'), await stored()]).toEqual([0, true, 0]);
  const done = await run('import', path, '--format', 'fhir', '--tenant', tenant.code);
  expect([done.code, await stored()]).toEqual([0, 7]);
  expect(done.text).toContain('Condition\t3 taken, 0 changed, 0 unchanged, 0 refused');
  expect(done.text).toContain('not kept\t1\tImmunization');
  const entries = await harness.asOwner<{ endpoint: string }>('select endpoint from vigil.audit_log where $1 = any (members)', [id]);
  expect(entries.map(({ endpoint }) => endpoint)).toEqual(['operator.import', 'operator.import']);
});

test('a FHIR server is connected to by a file, asked for its export, and what it gives is imported', async () => {
  const { stored, tenant } = await newMember();
  const file = join(folder, 'server.json');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`;
  const connected = await run('fhir', 'connect', file, '--url', url, '--client-id', 'vigil');
  const key = JSON.parse(connected.text).keys[0];
  expect([key.alg, key.d]).toEqual(['ES384', undefined]);
  expect(await run('fhir', 'import', file, '--tenant', tenant.code)).toMatchObject({ code: 0 });
  const [row] = await harness.asOwner<{ origin: string }>('select origin from vigil.clinical_resources where tenant_id = $1 limit 1', [
    tenant.id,
  ]);
  expect([await stored(), row?.origin]).toEqual([7, url]);
});
