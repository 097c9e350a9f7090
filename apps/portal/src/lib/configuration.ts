import { configurator } from '@vigil/contract';
import { addressOf, failureOf } from '@vigil/contract/client';
import type { Configuration, FeatureFlags } from '@vigil/contract/configurator.contract';
import { createStore, useStore } from './store.ts';

/** Why the portal cannot start; shown whole on the configuration-error screen. */
export class ConfigurationError extends Error {
  /** Of the answer; 0 where none came. */
  readonly status: number;
  /** Seconds until a retry makes sense, where the server said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, status: number, details: { retryAfterSeconds?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** The server or a proxy before it is away for a moment; every other answer is somebody's to mend. */
  get mayPass(): boolean {
    return [0, 429, 502, 503, 504].includes(this.status);
  }
}

/** What holds now: the global file, and over it the tenant's once a tenant is known. */
export const configuration = createStore<Configuration | null>(null);

export function useConfiguration(): Configuration {
  const current = useStore(configuration);
  if (!current) throw new Error('useConfiguration was used before the configuration was loaded');
  return current;
}

/** The flag at a path such as `auth.magicLink`; false where it is not set. */
export function flagAt(flags: FeatureFlags, path: string): boolean {
  let at: boolean | FeatureFlags | undefined = flags;
  for (const name of path.split('.')) at = typeof at === 'object' ? at[name] : undefined;
  return at === true;
}

/**
 * The configuration before anybody has signed in: the first file of the global list, and over it the file of the tenant that
 * the host belongs to (`app.tenant`; the server knows a tenant by the first label of its host and by hosts of its own).
 * Throws ConfigurationError with the specified texts.
 */
export async function loadConfiguration(): Promise<Configuration> {
  const global = await readFile(await firstFile({ global: 'true' }));
  return global.app.tenant ? over(global, await readFile(global.app.tenant)) : global;
}

/** A chosen tenant's configuration laid over what holds; `tenantId` is its id. Throws ConfigurationError. */
export async function loadTenantConfiguration(held: Configuration, tenantId: string): Promise<Configuration> {
  return over(held, await readFile(await firstFile({ tenant_id: tenantId })));
}

/**
 * The configuration as it holds now, read anew: at the host, and over it the chosen tenant's where that is another one's.
 * Throws ConfigurationError.
 */
export async function reloadConfiguration(tenantId: string | null): Promise<Configuration> {
  const atHost = await loadConfiguration();
  return tenantId === null || atHost.tenant.id === tenantId ? atHost : loadTenantConfiguration(atHost, tenantId);
}

function over(under: Configuration, own: Configuration): Configuration {
  return { ...under, ...own, app: { ...under.app, ...own.app }, featureFlags: mergeFlags(under.featureFlags, own.featureFlags) };
}

function mergeFlags(under: FeatureFlags = {}, over: FeatureFlags = {}): FeatureFlags {
  const merged: FeatureFlags = { ...under };
  for (const [name, value] of Object.entries(over)) {
    const below = merged[name];
    merged[name] = typeof value === 'object' && typeof below === 'object' ? mergeFlags(below, value) : value;
  }
  return merged;
}

async function firstFile(query: { global: 'true' } | { tenant_id: string }): Promise<string> {
  const list = await readJson(addressOf(configurator.listConfigs, { query }), 'Failed to fetch configs');
  const fileName: unknown = Array.isArray(list.value) ? list.value[0] : undefined;
  if (typeof fileName !== 'string' || !fileName) throw new ConfigurationError(`No config URL found in configs (${list.status})`, 200);
  return fileName;
}

async function readFile(fileName: string): Promise<Configuration> {
  const file = await readJson(addressOf(configurator.getConfig, { query: { file_name: fileName } }), 'Failed to fetch config data');
  return file.value as Configuration;
}

/** Each call must answer 200; anything else names the status and its text. */
async function readJson(address: string, failure: string): Promise<{ value: unknown; status: string }> {
  const answer = await fetch(address, { headers: { accept: 'application/json' } }).catch((reason: unknown) => {
    throw new ConfigurationError(`${failure}: the server could not be reached`, 0, { cause: reason });
  });
  const status = `${answer.status} ${answer.statusText}`.trim();
  if (answer.status !== 200) {
    const { retryAfterSeconds } = await failureOf(answer);
    throw new ConfigurationError(`${failure}: ${status}`, answer.status, { retryAfterSeconds });
  }
  try {
    return { value: await answer.json(), status };
  } catch (reason) {
    throw new ConfigurationError(`${failure}: ${status}, but the answer cannot be read`, answer.status, { cause: reason });
  }
}
