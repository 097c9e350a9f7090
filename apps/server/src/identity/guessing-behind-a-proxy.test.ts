import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startApi } from '#testing/start-api.ts';

const harness = await useHarness();
const server = await startApi(harness, { trustProxy: { hops: 1 } }, () => []);
afterAll(() => server.stop());
const origin = server.config.publicUrl;
const octet = () => Math.floor(Math.random() * 250) + 1;

/** A wrong password for an account of its own, sent by a client that its proxy saw at `seenAt` and that claims to stand elsewhere. */
async function guess(seenAt: string, claimed: string): Promise<number> {
  const browser = createBrowser(server.http, { origin });
  const headers = { 'x-forwarded-for': `${claimed}, ${seenAt}` };
  await browser.open(createPortal(origin).authorizeUrl());
  return (await browser.submit({ email: `${randomUUID()}@test.example`, password: 'a guess', action: 'password' }, headers)).status;
}

test('whoever claims a new address with every guess is still one guesser, recorded where the proxy saw them', async () => {
  const seenAt = `10.${octet()}.${octet()}.${octet()}`;
  const statuses: number[] = [];
  for (let made = 0; made < 52; made += 1) statuses.push(await guess(seenAt, `198.51.100.${made}`));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
  expect(statuses.slice(0, 49).every((status) => status === 401)).toBe(true);
  expect(await guess(`11.${octet()}.${octet()}.${octet()}`, seenAt), 'somebody else behind the same proxy').toBe(401);
  const [events] = await harness.asOwner<{ forged: number }>(
    `select count(*)::int as forged from vigil.sign_in_events where host(ip) like '198.51.100.%'`,
  );
  expect(events?.forged).toBe(0);
});
