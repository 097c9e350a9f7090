import { afterAll, expect, test } from 'vitest';
import { createModules } from '#modules';
import { useOwnHarness } from '#testing/harness.ts';
import { linkAdvice } from './link-advice.ts';
import { createTenant, tenantByCode } from './people.ts';

/* How many tenants there are decides where links go: this file has a database of its own, and its tests build on each other. */
const harness = await useOwnHarness();
const config = { ...harness.config, publicUrl: 'https://vigil.example' };
const modules = await createModules({ config, stores: harness, log: harness.log });
afterAll(() => modules.stop());
const place = { config, log: harness.log, stores: harness, modules };
const operator = { kind: 'operator', id: null, name: 'root' } as const;

const setHosts = async (code: string, value: readonly string[]) => {
  const { id } = await tenantByCode(place, code);
  await modules.configurator.settings.change({ tenantId: id }, operator, [{ path: 'tenant.hosts', value }]);
};
const advised = async (work: () => Promise<void>) => {
  const before = await modules.identity.hosts.homes();
  await work();
  return linkAdvice(place, before);
};

test('the first tenant needs no name or certificate but the portal’s own', async () => {
  expect(await advised(() => createTenant(place, 'north', null))).toEqual([
    'Links for north go to https://vigil.example, the portal’s own address. They need no other DNS name or certificate.',
  ]);
});

test('a second tenant is told what DNS and TLS both now need, and how to stay on one host name', async () => {
  expect(await advised(() => createTenant(place, 'south', null))).toEqual([
    'Links for north now go to https://north.vigil.example. Before anybody follows one:',
    '  DNS: north.vigil.example has to lead to this server. A record *.vigil.example does so for every tenant.',
    '  TLS: the proxy needs a certificate for north.vigil.example (or *.vigil.example) and has to pass the host name on unchanged.',
    '  Or stay on the portal’s own address: vigil tenant set north tenant.hosts vigil.example',
    'Links for south go to https://south.vigil.example. Before anybody follows one:',
    '  DNS: south.vigil.example has to lead to this server. A record *.vigil.example does so for every tenant.',
    '  TLS: the proxy needs a certificate for south.vigil.example (or *.vigil.example) and has to pass the host name on unchanged.',
    '  Or stay on the portal’s own address: vigil tenant set south tenant.hosts vigil.example',
    'vigil doctor checks them.',
  ]);
});

test('several tenants may share the portal’s own host, and one may have a host of its own', async () => {
  for (const code of ['north', 'south'])
    expect(await advised(() => setHosts(code, ['vigil.example']))).toEqual([
      `Links for ${code} now go to https://vigil.example, the portal’s own address. They need no other DNS name or certificate.`,
    ]);
  expect(await advised(() => setHosts('south', ['care.example']))).toEqual([
    'Links for south now go to https://care.example. Before anybody follows one:',
    '  DNS: care.example has to lead to this server.',
    '  TLS: the proxy needs a certificate for care.example and has to pass the host name on unchanged.',
    '  Or stay on the portal’s own address: vigil tenant set south tenant.hosts vigil.example',
    'vigil doctor checks them.',
  ]);
  expect(await advised(() => setHosts('south', ['care.example', 'ward.example']))).toEqual([]);
});

test('a tenant is refused whose label is a host of another', async () => {
  await setHosts('south', ['east.vigil.example']);
  await expect(createTenant(place, 'east', null)).rejects.toMatchObject({
    code: 'conflict',
    message: 'east.vigil.example is a host of the tenant "south". Choose another code, or take that host from it first.',
  });
});
