import type { Configuration } from '@vigil/contract/configurator.contract';

export const globalFile = 'global.json';
/** Milliseconds without activity until sign-out, as specified: 15 minutes. */
const defaultIdleMs = 900_000;

export function fileOfTenant(code: string): string {
  return `tenant-${code}.json`;
}

/** Code of the tenant whose file this is; null for any other name. */
export function tenantOfFile(fileName: string): string | null {
  return /^tenant-([a-z0-9][a-z0-9-]{0,62})\.json$/.exec(fileName)?.[1] ?? null;
}

/** What holds where nobody has set anything else. */
export function defaultConfiguration(identity: Configuration['identity']): Configuration {
  return {
    featureFlags: { auth: { magicLink: false }, careTeam: false, generatedData: false },
    app: { alert_banner_message: '', idleTimerTimeout: defaultIdleMs, sendbird_app_id: 'vigil', tenant: null },
    identity,
    support: { chat_app_id: 'vigil' },
    tenant: { id: null, name: null, displayName: null, chat: 'ON', hosts: [] },
    welcome: null,
    reportExternalIds: [],
  };
}

/** Parts of a tenant's settings that anybody may read. Everything else (access.patients, say) stays on the server. */
const publicParts = ['featureFlags', 'app', 'support', 'reportExternalIds', 'welcome'] as const;

/** The defaults with a tenant's settings laid over them, part by part; lists are replaced as a whole. */
export function withSettings(defaults: Configuration, settings: Readonly<Record<string, unknown>>): unknown {
  const given = Object.fromEntries(publicParts.filter((part) => settings[part] !== undefined).map((part) => [part, settings[part]]));
  const tenant = isObject(settings.tenant) ? settings.tenant : {};
  const chat = tenant.chat === undefined ? {} : { chat: tenant.chat };
  return merged(defaults, { ...given, tenant: chat });
}

function merged(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const keys = [...new Set([...Object.keys(base), ...Object.keys(over)])].filter((key) => key !== '__proto__');
  return Object.fromEntries(keys.map((key) => [key, key in over ? merged(base[key], over[key]) : base[key]]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
