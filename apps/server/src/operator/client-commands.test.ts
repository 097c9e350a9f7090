import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { useOwnHarness } from '#testing/harness.ts';
import { clientCommands } from './client-commands.ts';

/* Registering is put on record in every tenant: this file has a database of its own. */
const harness = await useOwnHarness();
const tenants = [await harness.createTenant(), await harness.createTenant()];

beforeAll(() => {
  vi.stubEnv('DATA_DIR', harness.config.dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => vi.unstubAllEnvs());

/** What the command prints. */
async function vigil(...argv: string[]): Promise<string> {
  const command = clientCommands.find(({ name }) => name === argv.slice(0, 2).join(' '));
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    expect(await command?.run(argv.slice(2))).toBe(0);
  } finally {
    write.mockRestore();
  }
  return printed;
}

test('a client is registered with a secret that is shown once, listed, and revoked, on record in every tenant', async () => {
  expect(await vigil('client', 'list')).toBe('No clients yet.\n');
  const made = await vigil('client', 'create', '--name', 'Board', '--redirect', 'https://board.example/cb', '--confidential');
  const [, id = ''] = /^client_id\t(\S+)$/m.exec(made) ?? [];
  const [, secret = ''] = /^client_secret\t(\S{43})$/m.exec(made) ?? [];
  expect(secret).not.toBe('');
  expect(made).toMatch(/^issuer\thttp.*\/idp$/m);
  expect(await vigil('client', 'list')).toBe(`${id}\tvalid\tconfidential\tsign-in only\tBoard\thttps://board.example/cb\n`);
  await vigil('client', 'revoke', id);
  expect(await vigil('client', 'list')).toContain(`${id}\trevoked`);
  const entries = await harness.asOwner<{ tenantId: string; endpoint: string }>(
    `select tenant_id as "tenantId", endpoint from vigil.audit_log where endpoint like 'operator.client.%' order by at`,
  );
  for (const { id: tenantId } of tenants)
    expect(entries.filter((entry) => entry.tenantId === tenantId).map(({ endpoint }) => endpoint)).toEqual([
      'operator.client.create',
      'operator.client.revoke',
    ]);
});

test('a public client has no secret, and an address that is not exact or not safe is refused', async () => {
  const made = await vigil('client', 'create', '--name', 'Phone', '--redirect', 'http://127.0.0.1:8080/cb', '--api');
  expect(made).not.toContain('client_secret');
  expect(await vigil('client', 'list')).toContain('\tpublic\tapi\tPhone\t');
  await expect(vigil('client', 'create', '--name', 'Board', '--redirect', 'http://board.example/cb')).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

test('a name that a terminal would obey is refused, and one that is stored already does it no harm', async () => {
  for (const name of ['Bo\u001b[2Jard', 'Bo\u009bard', 'Bo\nard', 'Bo\u202Eard', 'Bo\u0007ard'])
    await expect(
      vigil('client', 'create', '--name', name, '--redirect', 'https://board.example/cb'),
      JSON.stringify(name),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'name' }],
    });
  const made = await vigil('client', 'create', '--name', 'Stored', '--redirect', 'https://stored.example/cb');
  const [, id = ''] = /^client_id\t(\S+)$/m.exec(made) ?? [];
  await harness.asOwner('update vigil.oidc_clients set name = $2 where id = $1', [id, 'St\u001b[2Jor\ned']);
  expect(await vigil('client', 'list')).toContain(`${id}\tvalid\tpublic\tsign-in only\tSt\uFFFD[2Jor\uFFFDed\thttps://stored.example/cb\n`);
});
