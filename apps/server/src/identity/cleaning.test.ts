import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createCleaning } from './cleaning.ts';
import { createSignInEvents } from './events.ts';

const harness = await useHarness();
const { clock, database, log } = harness;
const cleaning = createCleaning({ database, clock, log });
afterAll(() => cleaning.stop());

async function record(kind: string, expiresAtMs: number | null) {
  await harness.asOwner(
    "insert into vigil.oidc_records (kind, id_hash, payload, expires_at) values ($1::text, sha256(convert_to($1::text, 'UTF8')), '{}', to_timestamp($2::double precision / 1000))",
    [kind, expiresAtMs],
  );
}

test('what has expired is removed, what has not stays', async () => {
  const [gone, here, forever] = [randomUUID(), randomUUID(), randomUUID()];
  await record(gone, clock.now() - 1);
  await record(here, clock.now() + 1_000);
  await record(forever, null);
  await cleaning.clean();
  const kinds = await harness.asOwner<{ kind: string }>('select kind from vigil.oidc_records where kind = any($1)', [
    [gone, here, forever],
  ]);
  expect(kinds.map(({ kind }) => kind).sort()).toEqual([here, forever].sort());
});

test('the application can add to what happened at sign-in, and neither change nor remove it', async () => {
  const accountId = randomUUID();
  await createSignInEvents(database, clock, log).record({ event: 'password', outcome: 'refused', accountId, ip: '2001:db8::1' });
  for (const statement of [
    'delete from vigil.sign_in_events',
    "update vigil.sign_in_events set outcome = 'succeeded'",
    'truncate vigil.sign_in_events',
  ])
    await expect(
      database.global((sql) => sql.query(statement)),
      statement,
    ).rejects.toThrow(/permission denied/);
  const kept = await harness.asOwner('select outcome, host(ip) as ip from vigil.sign_in_events where account_id = $1', [accountId]);
  expect(kept).toEqual([{ outcome: 'refused', ip: '2001:db8::1' }]);
});
