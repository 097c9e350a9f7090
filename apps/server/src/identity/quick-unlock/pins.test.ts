import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIdentity } from '#testing/start-identity.ts';
import { createPins } from './pins.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const pins = createPins({ ...harness, events: { record: async () => {} } as never });

test('a server that dies on the way leaves no PIN with sessions that lock later than they should', async () => {
  const user = await harness.createUser(await harness.createTenant(), { roles: ['patient'] });
  const { id } = await server.identity.accounts.create({
    ...{ email: user.email, password: 'correct horse battery', userId: user.id, emailVerified: true },
  });
  const setAt = async () =>
    (await harness.asOwner<{ pin_set_at: Date | null }>('select pin_set_at from vigil.accounts where id = $1', [id]))[0];
  await expect(pins.set(id, '284917', () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  expect(await setAt()).toEqual({ pin_set_at: null });
  await pins.set(id, '284917', async () => {});
  expect(await setAt()).not.toEqual({ pin_set_at: null });
});
