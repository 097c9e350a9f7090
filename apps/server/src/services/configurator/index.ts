import { settingAt } from '@vigil/contract/configurator.forms';
import type { MailLanguage } from '@vigil/contract/configurator.values';
import { defaultTimeZone } from '@vigil/domain/timeframe/zone';
import type { Route } from '#http/route.ts';
import type { TenantHosts } from '#identity/index.ts';
import type { People } from '#people/index.ts';
import { createAnswerCache } from '#platform/answer-cache.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';
import { configuratorRoutes } from './configurator.routes.ts';
import { type ConfiguratorService, createConfiguratorService } from './configurator.service.ts';
import { type ConfiguratorStore, createConfiguratorStore } from './configurator.store.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { effectiveAt, type Layer } from './settings/settings.rules.ts';
import { createSettingsService, type SettingsService } from './settings/settings.service.ts';
import { createSettingsStore } from './settings/settings.store.ts';

interface Communication {
  readonly chatIsOn: boolean;
  readonly callsByRelayOnly: boolean;
  readonly mostBookings: number;
}

export interface ConfiguratorDependencies {
  readonly config: Pick<Config, 'demo' | 'oidcIssuer' | 'oidcClientId' | 'publicUrl' | 'defaultHost' | 'settingsRefreshMs'>;
  readonly database: Database;
  readonly hosts: Pick<TenantHosts, 'tenantOfHost' | 'tenantShownAt' | 'originOf' | 'originsOf'>;
  readonly people: Pick<People, 'accounts'>;
  readonly bus: Bus;
  readonly clock: Clock;
}

export interface Configurator extends Pick<ConfiguratorService, 'tenantOfHost'>, Pick<ConfiguratorStore, 'tenants' | 'createTenant'> {
  readonly routes: readonly Route[];
  /** How long an erased member's record is kept, and how long an erasure waits, as the tenant has set. */
  readonly erasureRules: (tenantId: string) => Promise<{ keepRecordYears: number; waitDays: number }>;
  /** The zone that a tenant is in: the one it has set, or the default. */
  readonly timeZoneOf: (tenantId: string) => Promise<string>;
  /** The language of mails to people who have chosen none. */
  readonly mailLanguageOf: (tenantId: string) => Promise<MailLanguage>;
  /** Whether the tenant lets its people write to each other; a few seconds old at most. */
  readonly chatIsOn: (tenantId: string) => Promise<boolean>;
  /** Whether the tenant lets calls go through the relay only; a few seconds old at most. */
  readonly callsByRelayOnly: (tenantId: string) => Promise<boolean>;
  /** Upcoming appointments that a member may have booked at once; a few seconds old at most. */
  readonly mostBookings: (tenantId: string) => Promise<number>;
  /** Settings of a tenant, and those of all tenants, as the operator's tool asks for and changes them. */
  readonly settings: SettingsService;
}

/** A tenant as access rules need it. */
export interface TenantState {
  readonly id: string;
  readonly code: string;
  /** Whether staff see every member or only those assigned to them. */
  readonly patients: 'tenant' | 'assigned';
}

/** The setting `access.patients` of a tenant; null when there is no such tenant. */
export async function tenantState(database: Database, id: string): Promise<TenantState | null> {
  const tenant = await createConfiguratorStore(database).tenant(id);
  if (!tenant) return null;
  return { id: tenant.id, code: tenant.code, patients: patientsOf(tenant.settings) };
}

/** The same setting within a transaction. */
export async function patientsSeen(sql: Sql, tenantId: string): Promise<TenantState['patients']> {
  const [tenant] = await sql.query<{ settings: Readonly<Record<string, unknown>> }>('select settings from vigil.tenants where id = $1', [
    tenantId,
  ]);
  return patientsOf(tenant?.settings ?? {});
}

const layersOfTenant = prepared(
  'select t.settings as own, g.settings as everywhere from vigil.tenants t left join vigil.global_settings g on true where t.id = $1',
);

/** Whether the tenant lets its people write to each other, within a transaction. */
export async function chatIsOnWithin(sql: Sql, tenantId: string): Promise<boolean> {
  const [layers] = await sql.query<{ own: Layer; everywhere: Layer | null }>(layersOfTenant, [tenantId]);
  const setting = settingAt('tenant.chat');
  return setting !== null && effectiveAt(setting, layers?.everywhere ?? {}, layers?.own ?? null).value !== 'OFF';
}

/** A setting that nobody has given means the whole tenant; one that is misspelt must not open anything. */
function patientsOf(settings: Readonly<Record<string, unknown>>): TenantState['patients'] {
  const { patients } = (settings.access ?? {}) as { readonly patients?: unknown };
  return patients === undefined || patients === null || patients === 'tenant' ? 'tenant' : 'assigned';
}

/** What the portal has to know before anybody has signed in (flags, texts, tenant, identity provider), and how it is changed. */
export function createConfigurator({ config, database, hosts, people, bus, clock }: ConfiguratorDependencies): Configurator {
  const store = createConfiguratorStore(database);
  const settingsStore = createSettingsStore(database);
  const service = createConfiguratorService({ config, store, settings: settingsStore, hosts });
  const settings = createSettingsService({ store: settingsStore, config, bus, clock });
  bus.subscribe('settings.changed', service.forgetRevisions);
  const talking = createAnswerCache<Communication>({ keepMs: config.settingsRefreshMs, entries: 1_000 });
  bus.subscribe('settings.changed', talking.clear);
  const talkingOf = (tenantId: string) =>
    talking.get(tenantId, async () => {
      const held = new Map((await settings.read({ tenantId })).settings.map(({ path, value }) => [path, value]));
      return {
        chatIsOn: held.get('tenant.chat') !== 'OFF',
        callsByRelayOnly: held.get('calls.relayOnly') === true,
        mostBookings: Number(held.get('calendar.mostBookings')),
      };
    });
  return {
    routes: [...configuratorRoutes(service, config.settingsRefreshMs), ...settingsRoutes(settings, people)],
    tenantOfHost: service.tenantOfHost,
    tenants: store.tenants,
    createTenant: store.createTenant,
    async erasureRules(tenantId) {
      const held = new Map((await settings.read({ tenantId })).settings.map(({ path, value }) => [path, value]));
      return { keepRecordYears: Number(held.get('privacy.keepRecordYears')), waitDays: Number(held.get('privacy.erasureWaitDays')) };
    },
    async timeZoneOf(tenantId) {
      const zone = (await settings.read({ tenantId })).settings.find(({ path }) => path === 'tenant.timeZone')?.value;
      return typeof zone === 'string' ? zone : defaultTimeZone;
    },
    async mailLanguageOf(tenantId) {
      const language = (await settings.read({ tenantId })).settings.find(({ path }) => path === 'tenant.language')?.value;
      return language === 'es' ? 'es' : 'en';
    },
    chatIsOn: async (tenantId) => (await talkingOf(tenantId)).chatIsOn,
    callsByRelayOnly: async (tenantId) => (await talkingOf(tenantId)).callsByRelayOnly,
    mostBookings: async (tenantId) => (await talkingOf(tenantId)).mostBookings,
    settings,
  };
}
