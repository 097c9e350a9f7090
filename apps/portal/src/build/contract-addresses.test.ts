import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Node's own loader: the tests themselves run through the plugin, and would otherwise compare it with itself. */
const load = createRequire(import.meta.filename);
const { contractAddresses } = load('./contract-addresses.ts') as typeof import('./contract-addresses.ts');
const { endpoints } = load('@vigil/contract') as typeof import('@vigil/contract');

const folder = join(import.meta.dirname, '../../../../packages/contract/src');
const files = readdirSync(folder).filter((file) => file.endsWith('.contract.ts'));

type Load = (this: { error(message: string): never }, id: string) => Promise<{ code: string } | null>;
const addressesIn = (id: string) =>
  (contractAddresses().load as Load).call(
    {
      error(message) {
        throw new Error(message);
      },
    },
    id,
  );
const exportsOf = (code: string) =>
  new Map([...code.matchAll(/^export const (\w+) = (.*);$/gm)].map(([, name = '', value = '']) => [name, JSON.parse(value) as unknown]));

test('every endpoint keeps its address and loses its schemas', async () => {
  expect(endpoints[0]).toHaveProperty('access');
  const codes = await Promise.all(files.map(async (file) => (await addressesIn(join(folder, file)))?.code ?? ''));
  const found = codes
    .flatMap((code) => [...exportsOf(code).values()])
    .filter((value) => typeof value === 'object' && value !== null && 'path' in value);
  const expected = endpoints.map(
    ({ id, method, path, bodyKind, answer }) => JSON.parse(JSON.stringify({ id, method, path, bodyKind, answer })) as object,
  );
  expect(found).toHaveLength(expected.length);
  expect(found).toEqual(expect.arrayContaining(expected));
});

test('plain constants stay, such as the pages that the provider sends people back to', async () => {
  const code = (await addressesIn(join(folder, 'configurator.contract.ts')))?.code ?? '';
  expect(exportsOf(code).get('signInPaths')).toEqual({ callback: '/auth/callback', silent: '/auth/silent', signedOut: '/' });
  expect(code).not.toMatch(/import|zod/);
});

test('any other file is left alone', async () => {
  expect(await addressesIn(join(folder, 'endpoint.ts'))).toBeNull();
});
