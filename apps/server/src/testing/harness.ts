import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@vigil/domain/roles';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createPeople } from '#people/index.ts';
import { createProcessBus } from '#platform/bus.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { openStores } from '#platform/stores.ts';
import { createFakeClock } from './fake-clock.ts';

export interface TestTenant {
  readonly id: string;
  readonly code: string;
}

export interface TestUser {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
}

export interface UserOverrides {
  readonly id?: string;
  readonly roles?: readonly Role[];
  readonly givenName?: string;
  readonly familyName?: string;
  readonly email?: string;
  readonly timeZone?: string | null;
  readonly isInTheTenant?: boolean | null;
  readonly isOnHold?: boolean;
  readonly onboardedAt?: Date | null;
}

/**
 * The real stores of the test run, a clock that can be set, and builders. Every test file makes tenants of its own,
 * so files cannot see each other's rows and may run side by side.
 */
export async function useHarness(env: Record<string, string> = {}) {
  return harnessOn(inject('dataDir'), 'attach', env);
}

/**
 * The same on stores that no other test file uses: where what their servers leave behind would be seen. Takes some seconds to start.
 * `ticksUrl`: a ClickHouse server takes the place of the embedded ticks engine.
 */
export async function useOwnHarness({
  ticksUrl,
  env = {},
}: {
  readonly ticksUrl?: string | undefined;
  readonly env?: Record<string, string>;
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vigil-own-'));
  // What is registered first ends last: the stores are closed by then.
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  return harnessOn(dataDir, 'own', env, ticksUrl);
}

async function harnessOn(dataDir: string, mode: 'own' | 'attach', env: Record<string, string>, ticksUrl?: string) {
  const config: Config = readConfig({
    ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent' },
    // Cohorts are followed in every tenant: a test file that has none leaves those of others, whose clocks differ, alone.
    COHORTS_FOLLOW_SECONDS: '3600',
    // The same of members whose rules are due.
    ALERTS_DUE_SECONDS: '3600',
    // Gaps are looked for in every tenant as well.
    GAP_CHECK_SECONDS: '3600',
    // The same of alarms that are due.
    ALARM_TIMER_SECONDS: '3600',
    // The same of calls that nobody answers.
    CALL_TIMER_SECONDS: '3600',
    // The same of reminders.
    CALENDAR_SECONDS: '3600',
    // The same of files.
    FILE_JOBS_SECONDS: '3600',
    ...env,
  });
  const log = createLog(config.logLevel);
  const stores = await openStores({
    config: { ...config, databaseUrl: undefined, ticksUrl },
    log,
    mode,
    onFatal: () => {},
    refusesSecondConnections: true,
  });
  const bus = createProcessBus((error) => {
    throw error;
  });
  const clock = createFakeClock();
  const people = createPeople({ database: stores.database });
  // A test that arranges fifty members at once waits for its turn, and leaves connections to the other files.
  const owners = new pg.Pool({ connectionString: stores.ownerUrl, max: 4 });
  owners.on('error', () => {});
  afterAll(async () => {
    await owners.end();
    await stores.close();
  });

  /**
   * Runs statements as the owner of the database, past row-level security: for arranging and for tampering. What is set for the
   * session would stay for others: `set local`.
   */
  async function asOwner<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await owners.query(text, [...values])).rows as Row[];
  }

  async function createTenant(overrides: { code?: string; displayName?: string; settings?: object } = {}): Promise<TestTenant> {
    const code = overrides.code ?? `t${randomBytes(6).toString('hex')}`;
    const rows = await asOwner<TestTenant>(
      'insert into vigil.tenants (code, display_name, settings) values ($1, $2, $3) returning id, code',
      [code, overrides.displayName ?? null, overrides.settings ?? {}],
    );
    return first(rows);
  }

  async function createUser(tenant: TestTenant, overrides: UserOverrides = {}): Promise<TestUser> {
    const id = overrides.id ?? randomUUID();
    const email = overrides.email ?? `${id}@test.example`;
    await asOwner(
      `insert into vigil.users (tenant_id, id, roles, given_name, family_name, email, time_zone, is_in_the_tenant, is_on_hold, onboarded_at, data_origin)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'synthetic')`,
      [
        tenant.id,
        id,
        overrides.roles ?? ['patient'],
        overrides.givenName ?? 'Test',
        overrides.familyName ?? 'Member',
        email,
        overrides.timeZone === undefined ? 'UTC' : overrides.timeZone,
        overrides.isInTheTenant === undefined ? true : overrides.isInTheTenant,
        overrides.isOnHold ?? false,
        overrides.onboardedAt ?? null,
      ],
    );
    return { id, tenantId: tenant.id, email };
  }

  /** A band that last synced in the past, in Unix seconds: what a writer stores was received now, and no test can make it older. */
  async function bandSynced({ id, tenantId }: TestUser, { first: firstTick, last }: { first: number; last: number }): Promise<void> {
    await asOwner(
      `insert into vigil.band_syncs (tenant_id, user_id, first_tick_at, last_received_at)
       values ($1, $2, to_timestamp($3), to_timestamp($4))`,
      [tenantId, id, firstTick, last],
    );
  }

  return { ...stores, config, log, bus, clock, people, asOwner, createTenant, createUser, bandSynced };
}

export type Harness = Awaited<ReturnType<typeof useHarness>>;

function first<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}
