import { type Configuration, configuration } from '@vigil/contract/configurator.contract';
import { globalFile } from '@vigil/contract/configurator.values';
import { VigilError } from '@vigil/contract/errors';
import type { TenantRef } from '#http/route.ts';
import { apiAudience, demoAccounts, demoPassword, type TenantHosts } from '#identity/index.ts';
import type { Config } from '#platform/config.ts';
import { configurationOf, type FixedParts, fileOfTenant, tenantOfFile } from './configurator.rules.ts';
import type { ConfiguratorStore, ConfiguredTenant } from './configurator.store.ts';
import { createRevisions } from './revisions.ts';
import type { SettingsStore, Stored } from './settings/settings.store.ts';

export interface ConfiguratorServiceDependencies {
  readonly config: Pick<Config, 'demo' | 'oidcIssuer' | 'oidcClientId'>;
  readonly store: ConfiguratorStore;
  readonly settings: Pick<SettingsStore, 'read'>;
  readonly hosts: Pick<TenantHosts, 'tenantOfHost' | 'tenantShownAt' | 'originOf' | 'originsOf'>;
}

export interface ConfiguratorService {
  /** File names, the first one to be read; empty for an unknown tenant and for a question that names nothing. */
  list(question: { global: boolean; tenantIdOrCode: string | undefined }): Promise<string[]>;
  /** The configuration in a file, for a browser at `host`. Throws not_found. */
  read(fileName: string, host: string | undefined): Promise<Configuration>;
  /** The revision of a file, at most a second old: the same as its `revision`. Throws not_found. */
  revisionOf(fileName: string): Promise<string>;
  /** Settings have been changed by this process. */
  forgetRevisions(): void;
  /** Tenant of a Host header; null for the default hosts and unknown ones. */
  tenantOfHost(host: string): Promise<TenantRef | null>;
}

/** What the portal has to know before anybody has signed in: flags, texts, tenant, identity provider. */
export function createConfiguratorService({ config, store, settings, hosts }: ConfiguratorServiceDependencies): ConfiguratorService {
  async function identityAt(host: string | undefined): Promise<Configuration['identity']> {
    const scope = 'openid profile email api';
    if (config.oidcIssuer) return { authority: config.oidcIssuer, clientId: config.oidcClientId, scope, resource: apiAudience };
    // Signing in at the host the portal is at keeps the session's cookie first-party, which silent renewal in a frame needs.
    return { authority: `${await hosts.originOf(host)}/idp`, clientId: config.oidcClientId, scope, resource: apiAudience };
  }

  async function fixedParts(host: string | undefined, revision: string): Promise<FixedParts> {
    const demo = config.demo ? { demo: { password: demoPassword, accounts: demoAccounts.map((account) => ({ ...account })) } } : {};
    return { identity: await identityAt(host), revision, ...demo };
  }

  async function globalLayer(): Promise<Stored> {
    return (await settings.read('global')) ?? { layer: {}, revision: 0 };
  }

  async function tenantOf(fileName: string): Promise<ConfiguredTenant> {
    const code = tenantOfFile(fileName);
    const tenant = code === null ? null : await store.tenant(code);
    if (!tenant) throw new VigilError('not_found', 'There is no configuration file with this name.');
    return tenant;
  }

  const revisions = createRevisions(async (fileName) => {
    if (fileName === globalFile) return String((await globalLayer()).revision);
    const [global, tenant] = await Promise.all([globalLayer(), tenantOf(fileName)]);
    return revisionOfBoth(global, tenant);
  });

  return {
    async list({ global, tenantIdOrCode }) {
      if (global) return [globalFile];
      const tenant = tenantIdOrCode ? await store.tenant(tenantIdOrCode) : null;
      return tenant ? [fileOfTenant(tenant.code)] : [];
    },

    async read(fileName, host) {
      const global = await globalLayer();
      if (fileName === globalFile) {
        const tenant = await hosts.tenantShownAt(host ?? '');
        const read = checked(configurationOf(await fixedParts(host, String(global.revision)), global.layer, null), 'all tenants');
        return { ...read, app: { ...read.app, tenant: tenant && fileOfTenant(tenant.code) } };
      }
      const tenant = await tenantOf(fileName);
      const fixed = await fixedParts(host, revisionOfBoth(global, tenant));
      const read = checked(configurationOf(fixed, global.layer, tenant.settings), `the tenant ${tenant.code}`);
      const reachedAt = hosts.originsOf(tenant).map((origin) => new URL(origin).host);
      return {
        ...read,
        app: { ...read.app, tenant: fileOfTenant(tenant.code) },
        tenant: { ...read.tenant, id: tenant.id, name: tenant.code, displayName: tenant.displayName, hosts: reachedAt },
      };
    },

    revisionOf: (fileName) => revisions.of(fileName),
    forgetRevisions: () => revisions.forget(),

    async tenantOfHost(host) {
      const tenant = await hosts.tenantOfHost(host);
      return tenant && { id: tenant.id, code: tenant.code };
    },
  };
}

function revisionOfBoth(global: Stored, tenant: ConfiguredTenant): string {
  return `${global.revision}.${tenant.settingsRevision}`;
}

/** What was stored by other means than the settings' own may be wrong; a page must not break on it without a word. */
function checked(held: unknown, whose: string): Configuration {
  const parsed = configuration.safeParse(held);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.');
  throw new VigilError('internal', `The configuration of ${whose} cannot be used: ${path} is wrong. An administrator has to correct it.`);
}
