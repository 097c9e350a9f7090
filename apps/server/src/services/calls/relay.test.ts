import { relaySeconds } from '@vigil/contract/calls.values';
import { afterAll, afterEach, expect, test } from 'vitest';
import { allocate } from '#platform/turn/allocate.ts';
import { useHarness } from '#testing/harness.ts';
import { hasTurnServer, startTurnServer } from '#testing/turn-server.ts';
import { startPhones } from './testing/phones.ts';

/* What opens the relay, as the two devices of a call get it; where there is a coturn, with a real one. */
const secret = 'a secret of two servers';
const relay = hasTurnServer() ? await startTurnServer(secret) : null;
const url = relay?.url ?? 'turn:relay.vigil.test:3478';
const harness = await useHarness({ TURN_URL: `${url}, ${url}?transport=tcp`, TURN_SECRET: secret });
const { clock, createTenant, createUser } = harness;
const phones = await startPhones(harness);
afterEach(() => phones.hangUpAll());
afterAll(async () => {
  await phones.stop();
  await relay?.stop();
});

async function twoOf(settings: object) {
  const tenant = await createTenant({ settings });
  const [nurse, coach] = await Promise.all([createUser(tenant, { roles: ['nurse'] }), createUser(tenant, { roles: ['coach'] })]);
  return Promise.all([phones.phone(nurse), phones.phone(coach)]);
}

test('each device is given the relay for ten minutes, under a name that is nobody’s, and may ask for it again', async () => {
  const [caller, callee] = await twoOf({});
  const { call, ice } = await caller.dial(callee.user, null);
  const expiresAt = clock.now() + relaySeconds * 1000;
  const expiry = Math.ceil(expiresAt / 1000);
  const [server] = ice.iceServers;
  expect(ice).toEqual({
    iceServers: [{ urls: [url, `${url}?transport=tcp`], username: server.username, credential: server.credential }],
    iceTransportPolicy: 'all',
    expiresAt,
  });
  expect(server.username).toMatch(new RegExp(`^${expiry}:[0-9a-f-]{36}$`));
  for (const id of [caller.user.id, callee.user.id, call.callId]) expect(server.username).not.toContain(id);
  if (relay) expect(await allocate(url, server)).toBe('127.0.0.1');

  const accepted = await callee.accept(call.callId);
  expect(accepted.ice.iceServers[0].username).not.toBe(server.username);
  clock.advance(60_000);
  expect((await caller.ice(call.callId)).ice).toMatchObject({ expiresAt: expiresAt + 60_000 });
  await caller.end(call.callId);
  expect((await caller.ice(call.callId)).error.code).toBe('conflict');
});

test('a tenant that lets calls go through the relay only says so to the devices', async () => {
  const [caller, callee] = await twoOf({ calls: { relayOnly: true } });
  const { call, ice } = await caller.dial(callee.user, null);
  expect(ice.iceTransportPolicy).toBe('relay');
  expect((await callee.accept(call.callId)).ice.iceTransportPolicy).toBe('relay');
});
