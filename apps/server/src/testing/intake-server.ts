import { VigilError } from '@vigil/contract/errors';
import { afterAll } from 'vitest';
import type { Principal } from '#http/principal.ts';
import { createIntake } from '#intake/index.ts';
import type { Config } from '#platform/config.ts';
import { createDevices } from '#services/registry/devices/index.ts';
import { createTickWriter, type TickWriter } from '#services/ticks-store/index.ts';
import type { Harness, TestTenant, TestUser } from './harness.ts';
import { startHttp } from './start-http.ts';

export interface IntakeServerOptions {
  /** In place of the real writer on the real engine. */
  readonly ticksStore?: Pick<TickWriter, 'append' | 'backlog'>;
  readonly freeBytes?: () => Promise<number>;
  /** In place of the configured limits. */
  readonly largeBodies?: Partial<Config['largeBodies']>;
}

/**
 * Intake and devices behind the real HTTP server, access rules, stores and ticks writer. Only tokens are stood in for:
 * `person.{user id}` and `device.{device id}` are taken at their word; what they may do is judged as ever.
 */
export async function startIntake(harness: Harness, options: IntakeServerOptions = {}) {
  const { database, people, bus, clock, log, engine } = harness;
  const writer = createTickWriter({ engine, database, people, bus, clock, log });
  const devices = createDevices({ database, people, bus, clock, log, tokenEndpoint: 'http://test.example/idp/token' });
  const intake = createIntake({
    ticksStore: options.ticksStore ?? writer,
    people,
    clock,
    dataDir: harness.config.dataDir,
    deviceSeen: devices.noteSeen,
    publicUrl: 'http://test.example',
    freeBytes: options.freeBytes,
    largeBodies: { ...harness.config.largeBodies, ...options.largeBodies },
  });
  const server = await startHttp(harness, { routes: [...intake.routes, ...devices.routes], verifyToken });
  const url = await server.listen();
  afterAll(async () => {
    await server.stop();
    await intake.stop();
    await writer.stop();
  });

  async function verifyToken(token: string): Promise<Principal> {
    const [kind, id = ''] = token.split('.');
    if (kind === 'person') return { kind: 'person', subject: id, userId: id, verifiedEmail: null, tokenUse: 'access' };
    const [device] = await harness.asOwner<{ user_id: string; tenant_id: string }>(
      'select user_id, tenant_id from vigil.devices where id = $1',
      [id],
    );
    if (!device) throw new VigilError('unauthenticated', 'No such device');
    return { kind: 'device', deviceId: id, userId: device.user_id, tenantId: device.tenant_id };
  }

  /** A POST as a person or a device; a body that is no text or bytes goes as JSON. */
  async function post(path: string, token: string, body: unknown, headers: Record<string, string> = {}) {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: raw ? (body as string) : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  }

  async function call(method: string, path: string, token: string, body?: unknown) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  }

  return {
    url,
    endpointIds: server.endpointIds,
    writer,
    devices,
    counted: intake.counted,
    post,
    call,
    postTicks: (userId: string, token: string, body: unknown, headers?: Record<string, string>) =>
      post(`/ticks-store/api/v1/users/${userId}/ticks`, token, body, headers),
    postCsv: (userId: string, token: string, body: string, query = '') =>
      post(`/ticks-store/api/v1/users/${userId}/ticks/csv${query}`, token, body, { 'content-type': 'text/csv' }),
    /** A tenant with a member, the member's device, and a nurse and an administrator who may send for the member. */
    async createHome(timeZone = 'UTC') {
      const tenant: TestTenant = await harness.createTenant();
      const member: TestUser = await harness.createUser(tenant, { timeZone });
      const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
      const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
      const device = await devices.create(tenant.id, member.id, 'Band');
      return {
        tenant,
        member,
        nurse: `person.${nurse.id}`,
        admin: `person.${admin.id}`,
        self: `person.${member.id}`,
        device: `device.${device.id}`,
        deviceId: device.id,
      };
    },
    /** What is stored for a member, as `metric@seconds=value source`. */
    async stored(userId: string): Promise<string[]> {
      const rows = await engine.query<{ tick: string }>(
        `select concat(metric, '@', toString(toUnixTimestamp64Milli(ts) / 1000), '=', toString(round(value, 6)), ' ', toString(source)) as tick
         from vigil.ticks final where user_id = {userId:UUID} order by metric, ts, source`,
        { userId },
      );
      return rows.map(({ tick }) => tick);
    },
  };
}

/** An answer's JSON, of whatever call. */
export interface Answer {
  readonly [key: string]: unknown;
  readonly accepted?: number;
  readonly rejected?: readonly { readonly index: number; readonly metric: string | null; readonly reason: string }[];
  readonly rejectedTotal?: number;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly fields?: readonly { readonly field: string; readonly message: string }[];
  };
  readonly issue?: readonly { readonly code: string; readonly diagnostics: string; readonly expression: readonly string[] }[];
  readonly entry?: readonly { readonly response: { readonly status: string; readonly location?: string; readonly outcome?: Answer } }[];
}

export type IntakeServer = Awaited<ReturnType<typeof startIntake>>;
