import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { applicationRole, withCredentials } from '#platform/migrate.ts';
import { createDatabase } from '#platform/postgres/database.ts';
import { useOwnHarness } from '#testing/harness.ts';
import { type AuditEntry, createAudit } from './audit.ts';
import { verifyAudit } from './verify-audit.ts';

const harness = await useOwnHarness();
const { database, clock, asOwner } = harness;
const key = 'the key that seals the heads in this test';
const audit = createAudit({ database, clock, key });

function entry(tenantId: string, overrides: Partial<AuditEntry> = {}): AuditEntry {
  return {
    tenantId,
    requestId: randomUUID(),
    actorKind: 'person',
    actorId: randomUUID(),
    subject: 'subject',
    members: [randomUUID()],
    endpoint: 'ticksStore.getTicks',
    method: 'GET',
    status: 200,
    ip: '127.0.0.1',
    ...overrides,
  };
}

/** A tenant with a chain of that many rows. */
async function chainOf(rows: number): Promise<string> {
  const tenant = await harness.createTenant();
  for (let written = 0; written < rows; written += 1) await audit.record(entry(tenant.id));
  return tenant.id;
}

const verdictOn = async (tenant: string) => (await verifyAudit(database, key)).broken.filter((finding) => finding.tenant === tenant);

/** As somebody with the owner's rights and no key: the trigger is no obstacle to them. */
const tamper = (statement: string, values: unknown[]) =>
  asOwner(`set local session_replication_role = replica; ${statement.replaceAll(/\$(\d)/g, (_, n) => `'${values[Number(n) - 1]}'`)}`);

describe('record', () => {
  test('writes sequences without holes, and every row follows from the one before it, under many calls at once', async () => {
    const tenant = await harness.createTenant();
    await Promise.all(Array.from({ length: 1_200 }, () => audit.record(entry(tenant.id))));
    const [row] = await asOwner<{ count: number; last: number }>(
      'select count(*)::int as count, max(sequence)::int as last from vigil.audit_log where tenant_id = $1',
      [tenant.id],
    );
    expect(row).toEqual({ count: 1_200, last: 1_200 });
    expect(await verdictOn(tenant.id)).toEqual([]);
  });

  test('two servers on one database share the chain of a tenant', async () => {
    const tenant = await harness.createTenant();
    const other = createAudit({ database, clock, key });
    await Promise.all(Array.from({ length: 200 }, (_, index) => (index % 2 ? audit : other).record(entry(tenant.id))));
    expect(await verdictOn(tenant.id)).toEqual([]);
    const [row] = await asOwner<{ last: number }>('select max(sequence)::int as last from vigil.audit_log where tenant_id = $1', [
      tenant.id,
    ]);
    expect(row?.last).toBe(200);
  });

  test('keeps who, when, which members, which call, outcome and from where', async () => {
    const tenant = await harness.createTenant();
    const [first, second] = [randomUUID(), randomUUID()].sort();
    const given = entry(tenant.id, {
      members: [String(second), String(first).toUpperCase(), String(second)],
      status: 403,
      subject: 'a\0b',
    });
    await audit.record(given);
    const [row] = await asOwner<Record<string, unknown>>('select * from vigil.audit_log where tenant_id = $1', [tenant.id]);
    expect(row).toMatchObject({
      request_id: given.requestId,
      actor_kind: 'person',
      actor_id: given.actorId,
      subject: 'ab',
      members: [first, second],
      endpoint: given.endpoint,
      method: 'GET',
      status: 403,
      ip: '127.0.0.1',
      at: new Date(clock.now()),
    });
    expect(await verdictOn(tenant.id)).toEqual([]);
  });

  test('rejects when the log cannot be written, saying so when the disk is full, and goes on when it can again', async () => {
    const tenant = await harness.createTenant();
    let down = true;
    let failure = new Error('connect ECONNREFUSED');
    const flaky = createAudit({
      clock,
      key,
      database: { tenant: (id, work) => (down ? Promise.reject(failure) : database.tenant(id, work)) },
    });
    await expect(flaky.record(entry(tenant.id))).rejects.toMatchObject({ code: 'database_unavailable', retryAfterSeconds: 2 });
    failure = Object.assign(new Error('could not extend file'), { code: '53100' });
    await expect(flaky.record(entry(tenant.id))).rejects.toMatchObject({ code: 'storage_full', retryAfterSeconds: 60 });
    down = false;
    await flaky.record(entry(tenant.id));
    expect(await verdictOn(tenant.id)).toEqual([]);
  });
});

describe('the application’s role', () => {
  test.each([
    ['change a row', 'update vigil.audit_log set status = 200'],
    ['remove a row', 'delete from vigil.audit_log'],
    ['empty the log', 'truncate vigil.audit_log'],
    ['remove a head', 'delete from vigil.audit_heads'],
    ['remove the register', 'delete from vigil.audit_register'],
  ])('may not %s', async (_, statement) => {
    const tenant = await chainOf(1);
    await expect(database.tenant(tenant, (sql) => sql.query(statement))).rejects.toMatchObject({ code: '42501' });
  });

  test('even the owner does not change a row by a slip', async () => {
    await chainOf(1);
    await expect(asOwner('update vigil.audit_log set status = 200')).rejects.toThrow('can only be added to');
    await expect(asOwner('truncate vigil.audit_log')).rejects.toThrow('can only be added to');
  });

  test('sees no row of another tenant', async () => {
    const [one, other] = [await chainOf(2), await chainOf(3)];
    const rows = await database.tenant(one, (sql) => sql.query<{ tenantId: string }>('select distinct tenant_id from vigil.audit_log'));
    expect(rows).toEqual([{ tenantId: one }]);
    expect(other).not.toBe(one);
  });
});

describe('verifyAudit detects, as somebody with every right on the database but without the key did it:', () => {
  const anotherMember = '00000000-0000-4000-8000-000000000000';
  test.each([
    ['a changed status', 'update vigil.audit_log set status = 204 where tenant_id = $1 and sequence = 3', 3, 'the row was changed'],
    [
      'a changed member',
      `update vigil.audit_log set members = array['${anotherMember}'::uuid] where tenant_id = $1 and sequence = 3`,
      3,
      'the row was changed',
    ],
    [
      'a changed time',
      "update vigil.audit_log set at = at + interval '1 microsecond' where tenant_id = $1 and sequence = 3",
      3,
      'the row was changed',
    ],
    [
      'another actor',
      `update vigil.audit_log set actor_id = '${anotherMember}' where tenant_id = $1 and sequence = 3`,
      3,
      'the row was changed',
    ],
    ['another address', "update vigil.audit_log set ip = '10.0.0.1' where tenant_id = $1 and sequence = 3", 3, 'the row was changed'],
    ['a removed row in the middle', 'delete from vigil.audit_log where tenant_id = $1 and sequence = 3', 3, 'the row was removed'],
    ['the removed first rows', 'delete from vigil.audit_log where tenant_id = $1 and sequence <= 2', 1, 'the rows up to 2 were removed'],
    ['the removed last rows', 'delete from vigil.audit_log where tenant_id = $1 and sequence >= 4', 4, 'the rows up to 5 were removed'],
    ['every row removed', 'delete from vigil.audit_log where tenant_id = $1', 1, 'the rows up to 5 were removed'],
    ['the head removed', 'delete from vigil.audit_heads where tenant_id = $1', 5, 'the head of the chain was removed'],
    [
      'two rows that changed places',
      'update vigil.audit_log set sequence = case sequence when 2 then 903 else 902 end where tenant_id = $1 and sequence in (2, 3); update vigil.audit_log set sequence = sequence - 900 where tenant_id = $1 and sequence > 900',
      2,
      'does not follow from the row before it',
    ],
    [
      'a row added at the end',
      'insert into vigil.audit_log select tenant_id, 6, at, request_id, actor_kind, actor_id, subject, members, endpoint, method, status, ip, hash, hash from vigil.audit_log where tenant_id = $1 and sequence = 5',
      6,
      'the row was changed',
    ],
    [
      'a head set back',
      'update vigil.audit_heads h set sequence = 4, hash = l.hash from vigil.audit_log l where l.tenant_id = h.tenant_id and l.sequence = 4 and h.tenant_id = $1',
      4,
      'the head was changed by somebody without the key',
    ],
  ])('%s', async (_, statement, sequence, what) => {
    const tenant = await chainOf(5);
    expect(await verdictOn(tenant)).toEqual([]);
    await tamper(statement, [tenant]);
    expect(await verdictOn(tenant)).toContainEqual({ tenant, sequence, what });
  });

  test('the last rows removed and the head set back to fit, also after the server went on writing', async () => {
    const tenant = await chainOf(5);
    await tamper('delete from vigil.audit_log where tenant_id = $1 and sequence > 3', [tenant]);
    await tamper(
      'update vigil.audit_heads h set sequence = 3, hash = l.hash from vigil.audit_log l where l.tenant_id = h.tenant_id and l.sequence = 3 and h.tenant_id = $1',
      [tenant],
    );
    await audit.record(entry(tenant));
    await audit.record(entry(tenant));
    expect(await verdictOn(tenant)).toContainEqual({
      tenant,
      sequence: 3,
      what: 'the head was found forged or removed when the server went on after this row',
    });
  });

  test('a whole chain removed with its head, also after the server went on writing', async () => {
    const tenant = await chainOf(5);
    await tamper('delete from vigil.audit_log where tenant_id = $1; delete from vigil.audit_heads where tenant_id = $1', [tenant]);
    expect(await verdictOn(tenant)).toContainEqual({ tenant, sequence: 0, what: 'the head of the chain was removed' });
    await audit.record(entry(tenant));
    expect(await verdictOn(tenant)).toContainEqual({
      tenant,
      sequence: 0,
      what: 'the head was found forged or removed when the server went on after this row',
    });
  });

  test('a chain written anew from the start with right hashes: the seal needs the key', async () => {
    const tenant = await chainOf(2);
    await tamper('delete from vigil.audit_log where tenant_id = $1; delete from vigil.audit_heads where tenant_id = $1', [tenant]);
    const forger = createAudit({ database, clock, key: 'a guess' });
    await forger.record(entry(tenant));
    const { broken } = await verifyAudit(database, key);
    expect(broken).toContainEqual({ tenant, sequence: 1, what: 'the head was changed by somebody without the key' });
  });
});

test('verifying while the server writes finds nothing wrong', async () => {
  const tenant = await harness.createTenant();
  const writing = Promise.all(Array.from({ length: 400 }, () => audit.record(entry(tenant.id))));
  const verdicts = [await verdictOn(tenant.id), await verdictOn(tenant.id)];
  await writing;
  expect([...verdicts, await verdictOn(tenant.id)]).toEqual([[], [], []]);
});

test('costs a few calls at once little more than one: they share a transaction', async () => {
  const tenant = await harness.createTenant();
  let transactions = 0;
  const counted = createAudit({
    clock,
    key,
    database: {
      tenant: (id, work) => {
        transactions += 1;
        return database.tenant(id, work);
      },
    },
  });
  await Promise.all(Array.from({ length: 100 }, () => counted.record(entry(tenant.id))));
  expect(transactions).toBeLessThanOrEqual(3);
});

test('a lost connection while writing loses no acknowledged row', async () => {
  const tenant = await harness.createTenant();
  const url = `${withCredentials(harness.ownerUrl, applicationRole, harness.secrets.databaseApp)}?application_name=cut-${tenant.code}`;
  const own = createDatabase({ url, size: 2, onError: () => {} });
  const cut = createAudit({ database: own, clock, key });
  const outcomes: PromiseSettledResult<string>[] = [];
  for (let round = 0; round < 6; round += 1) {
    const calls = Promise.allSettled(
      Array.from({ length: 20 }, async (_, index) => {
        const requestId = `call-${round}-${index}`;
        await cut.record(entry(tenant.id, { requestId }));
        return requestId;
      }),
    );
    await asOwner('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [`cut-${tenant.code}`]);
    outcomes.push(...(await calls));
  }
  // A connection that was cut while idle may still be in the pool: the first call after it can be refused.
  await expect
    .poll(() =>
      cut.record(entry(tenant.id)).then(
        () => 'recorded',
        () => 'refused',
      ),
    )
    .toBe('recorded');
  await own.close();
  const acknowledged = outcomes.filter((outcome) => outcome.status === 'fulfilled').map((outcome) => outcome.value);
  const rows = await asOwner<{ request_id: string }>('select request_id from vigil.audit_log where tenant_id = $1', [tenant.id]);
  expect(rows.map((row) => row.request_id)).toEqual(expect.arrayContaining(acknowledged));
  expect(await verdictOn(tenant.id)).toEqual([]);
});
