import { randomBytes, randomUUID } from 'node:crypto';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '#platform/migrate.ts';
import { useHarness } from '#testing/harness.ts';
import { postgresMigrations } from '#testing/postgres-migrations.ts';

const harness = await useHarness();
const renaming = 'postgres/0084_alerts_titles-without-units.sql';
const was = 'Glucose below 54 mg/dL';

test('titles of default rules lose their mg/dL, wherever they stand, and those that a clinic has written stay', async () => {
  const name = `titles_before_${randomBytes(6).toString('hex')}`;
  await harness.asOwner(`create database ${name}`);
  const ownerUrl = Object.assign(new URL(harness.ownerUrl), { pathname: `/${name}` }).toString();
  const stores = { ownerUrl, appPassword: harness.secrets.databaseApp, engine: harness.engine };
  const client = new pg.Client({ connectionString: ownerUrl });
  const [tenant, md, shipped, own] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const definition = JSON.stringify(defaultRules.find(({ id }) => id === 'glucose-very-low')?.rule);

  async function rule(id: string, defaultId: string | null, titles: readonly string[]) {
    await client.query(`insert into vigil.alert_rules (tenant_id, id, default_id, revision, created_at) values ($1, $2, $3, 1, now())`, [
      ...[tenant, id, defaultId],
    ]);
    for (const [index, title] of titles.entries())
      await client.query(
        `insert into vigil.alert_rule_versions (tenant_id, rule_id, version, state, title, definition, written_by, written_at, state_since)
         values ($1, $2, $3, 'retired', $4, $5, $6, now(), now())`,
        [tenant, id, index + 1, title, definition, md],
      );
  }
  async function action(ruleId: string) {
    const id = randomUUID();
    const alert = JSON.stringify({ severity: 'CRITICAL', rule: { id: ruleId, version: 1, name: was } });
    await client.query(
      `insert into vigil.actions (tenant_id, id, user_id, category, alert, created_at) values ($1, $2, $3, 'BIOMETRICS', $4, now())`,
      [tenant, id, md, alert],
    );
    await client.query(
      `insert into vigil.action_events (tenant_id, action_id, sequence, kind, user_id, status, title, priority, assignee_role, expires_at)
       values ($1, $2, 1, 'OPENED', $3, 'OPEN', $4, 'CRITICAL', 'md', now())`,
      [tenant, id, md, was],
    );
  }
  const all = async (sql: string) => (await client.query<{ title: string }>(sql)).rows.map(({ title }) => title);

  try {
    const migrations = await postgresMigrations();
    await migrate({ ...stores, only: new Set(migrations.filter((key) => key < renaming)) });
    await client.connect();
    await client.query(`insert into vigil.tenants (id, code) values ($1, 'before')`, [tenant]);
    await client.query(`insert into vigil.users (tenant_id, id, roles, given_name, family_name) values ($1, $2, '{md}', 'A', 'B')`, [
      ...[tenant, md],
    ]);
    await rule(shipped, 'glucose-very-low', [was, 'Low glucose: call at once']);
    await rule(own, null, [was]);
    for (const id of [shipped, own]) await action(id);
    await migrate({ ...stores, only: new Set(migrations) });
    expect(await all('select title from vigil.alert_rule_versions order by title')).toEqual([
      ...[was, 'Glucose very low', 'Low glucose: call at once'],
    ]);
    for (const sql of [
      'select title from vigil.actions order by title',
      `select alert -> 'rule' ->> 'name' as title from vigil.actions order by title`,
      'select title from vigil.action_events order by title',
    ])
      expect(await all(sql), sql).toEqual([was, 'Glucose very low']);
    // What has run is held to never being written again, as before.
    await expect(client.query(`update vigil.alert_rule_versions set title = 'x'`)).rejects.toThrow('never written again');
    await expect(client.query(`update vigil.action_events set title = 'x'`)).rejects.toThrow('only be added to');
  } finally {
    await client.end();
    await harness.asOwner(`drop database ${name} with (force)`);
  }
});
