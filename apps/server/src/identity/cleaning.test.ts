import { randomUUID } from 'node:crypto';
import { memberSessionDays } from '@vigil/contract/configurator.values';
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

test('the lock of a session stays for as long as the longest session can last', async () => {
  const [account] = await harness.asOwner<{ id: string }>(
    'insert into vigil.accounts (email, created_at) values ($1, now()) returning id',
    [`${randomUUID()}@test.example`],
  );
  const locked = async (days: number) => {
    const uid = randomUUID();
    await harness.asOwner('insert into vigil.session_locks (uid, account_id, locked_at) values ($1, $2, $3)', [
      uid,
      account?.id,
      new Date(clock.now() - days * 86_400_000),
    ]);
    return uid;
  };
  const [stays, goes] = [await locked(memberSessionDays.most - 1), await locked(memberSessionDays.most + 1)];
  await cleaning.clean();
  const kept = await harness.asOwner<{ uid: string }>('select uid from vigil.session_locks where uid = any($1)', [[stays, goes]]);
  expect(kept).toEqual([{ uid: stays }]);
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
