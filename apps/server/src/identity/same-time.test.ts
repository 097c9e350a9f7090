import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const octet = () => Math.floor(Math.random() * 250) + 1;

async function account(): Promise<string> {
  const email = `${randomUUID()}@test.example`;
  await server.identity.accounts.create({ email, password: 'correct horse battery', emailVerified: true });
  return email;
}

/** A browser that claims to have been used by hundreds of people: their signatures are false. */
function browser() {
  const visitor = createBrowser(server.app, { origin: server.origin, ip: `10.${octet()}.${octet()}.${octet()}` });
  const claims = Array.from({ length: 150 }, () => `${randomUUID()}.nonce.signature`).join('~');
  visitor.jar.set('vigil_known /idp', { value: claims, path: '/idp' });
  return visitor;
}

/** While nobody can read or write accounts and links, as when the database is slow just there. */
async function whileAccountsAreLocked(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: harness.ownerUrl });
  await client.connect();
  try {
    await client.query('begin; lock table vigil.accounts, vigil.sign_in_links in access exclusive mode');
    await work();
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

test('whoever asks for a mail is answered before anybody looks whether there is an account', async () => {
  const tenant = await harness.createTenant({ settings: { featureFlags: { auth: { magicLink: true } } } });
  const origin = `http://${tenant.code}.localhost:3000`;
  const known = await account();
  for (const purpose of ['reset', 'magic'] as const) {
    const answers: string[] = [];
    const mails = server.box.length;
    await whileAccountsAreLocked(async () => {
      for (const email of [known, `${randomUUID()}@test.example`]) {
        const visitor = createBrowser(server.app, { origin, ip: `10.${octet()}.${octet()}.${octet()}` });
        await visitor.open(purpose === 'reset' ? `${origin}/idp/forgot` : createPortal(origin).authorizeUrl());
        answers.push((await visitor.submit({ email, action: 'magic' })).body);
      }
      expect(server.box).toHaveLength(mails);
    });
    expect(answers[0]).toBe(answers[1]);
    await server.settle();
    expect(server.box).toHaveLength(mails + 1);
  }
});

test('a wrong password takes as long for an unknown address as for a known one', async () => {
  const rounds = 15;
  const known = await Promise.all(Array.from({ length: rounds }, account));
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    // In turns, so that whatever else the machine does falls on both alike.
    for (const kind of ['known', 'unknown'] as const) {
      const visitor = browser();
      await visitor.open(createPortal(server.origin).authorizeUrl());
      const email = kind === 'known' ? (known[round] ?? '') : `${randomUUID()}@test.example`;
      const began = performance.now();
      expect((await visitor.submit({ email, password: 'not the password', action: 'password' })).status).toBe(401);
      times[kind].push(performance.now() - began);
    }
  }
  const ratio = median(times.known) / median(times.unknown);
  // Without the same work for both, hashing alone makes it 5 and more; a loaded machine moves a median of 15 by far less than this.
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
