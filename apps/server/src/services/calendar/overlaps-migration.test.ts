import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '#platform/migrate.ts';
import { useHarness } from '#testing/harness.ts';
import { postgresMigrations } from '#testing/postgres-migrations.ts';

const harness = await useHarness();
const refusing = 'postgres/0075_calendar_double-bookings.sql';

test('appointments that overlap when the rule comes are all kept, and marked; those that do not are held to it from then on', async () => {
  const name = `overlaps_before_${randomBytes(6).toString('hex')}`;
  await harness.asOwner(`create database ${name}`);
  const ownerUrl = Object.assign(new URL(harness.ownerUrl), { pathname: `/${name}` }).toString();
  const stores = { ownerUrl, appPassword: harness.secrets.databaseApp, engine: harness.engine };
  const client = new pg.Client({ connectionString: ownerUrl });
  const [tenant, owner, other, member] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const store = (ownerId: string, time: string, over: { type?: string; bookedFor?: string; deleted?: boolean } = {}) =>
    client.query(
      `insert into vigil.calendar_events (tenant_id, id, owner_id, type, title, starts_at, duration_minutes, ends_at, time_zone, booked_for, deleted_at, deletion_id)
       values ($1, gen_random_uuid(), $2, $3, $4, $5::timestamptz, 30, $5::timestamptz + interval '30 minutes', 'UTC', $6,
         case when $7 then now() end, case when $7 then gen_random_uuid() end)`,
      [tenant, ownerId, over.type ?? 'APPOINTMENT_SLOT', time, `2030-01-01 ${time}Z`, over.bookedFor ?? null, over.deleted ?? false],
    );
  try {
    const all = await postgresMigrations();
    await migrate({ ...stores, only: new Set(all.filter((key) => key < refusing)) });
    await client.connect();
    await client.query(`insert into vigil.tenants (id, code) values ($1, 'before')`, [tenant]);
    for (const id of [owner, other, member])
      await client.query(`insert into vigil.users (tenant_id, id, roles, given_name, family_name) values ($1, $2, '{md}', 'A', 'B')`, [
        tenant,
        id,
      ]);
    await store(owner, '08:00');
    await store(owner, '08:30');
    await store(owner, '09:00');
    await store(owner, '09:15');
    await store(other, '09:15');
    await store(owner, '10:00', { type: 'REGULAR', bookedFor: member });
    await store(other, '10:10', { type: 'REGULAR', bookedFor: member });
    await store(owner, '11:00', { type: 'REGULAR' });
    await store(owner, '11:00');
    await migrate({ ...stores, only: new Set(all) });
    const { rows } = await client.query<{ title: string; marked: boolean }>(
      'select title, overlapped_before as marked from vigil.calendar_events order by starts_at, title, owner_id = $1 desc',
      [owner],
    );
    expect(rows.map(({ title, marked }) => `${title} ${marked ? 'marked' : '-'}`)).toEqual([
      ...['08:00 -', '08:30 -', '09:00 marked', '09:15 marked', '09:15 -', '10:00 marked', '10:10 marked', '11:00 -', '11:00 -'],
    ]);
    await expect(store(owner, '08:15')).rejects.toThrow('calendar_one_appointment_of_owner');
    await store(owner, '08:15', { deleted: true });
  } finally {
    await client.end();
    await harness.asOwner(`drop database ${name} with (force)`);
  }
});
