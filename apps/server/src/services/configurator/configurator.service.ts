import { type Configuration, configuration } from '@vigil/contract/configurator.contract';
import { VigilError } from '@vigil/contract/errors';
import type { TenantRef } from '#http/route.ts';
import { apiAudience, demoAccounts, demoPassword, type TenantHosts } from '#identity/index.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/postgres/database.ts';
import { defaultConfiguration, fileOfTenant, globalFile, tenantOfFile, withSettings } from './configurator.rules.ts';
import { type ConfiguredTenant, createConfiguratorStore } from './configurator.store.ts';

export interface ConfiguratorDependencies {
  readonly config: Pick<Config, 'demo' | 'oidcIssuer' | 'oidcClientId'>;
  readonly database: Database;
  readonly hosts: Pick<TenantHosts, 'tenantOfHost' | 'originOf' | 'originsOf'>;
}

export interface ConfiguratorService {
  /** File names, the first one to be read; empty for an unknown tenant and for a question that names nothing. */
  list(question: { global: boolean; tenantIdOrCode: string | undefined }): Promise<string[]>;
  /** The configuration in a file, for a browser at `host`. Throws not_found. */
  read(fileName: string, host: string | undefined): Promise<Configuration>;
  /** Tenant of a Host header; null for the default hosts and unknown ones. */
  tenantOfHost(host: string): Promise<TenantRef | null>;
}

/** What the portal has to know before anybody has signed in: flags, texts, tenant, identity provider. */
export function createConfiguratorService({ config, database, hosts }: ConfiguratorDependencies): ConfiguratorService {
  const store = createConfiguratorStore(database);

  async function identityAt(host: string | undefined): Promise<Configuration['identity']> {
    const scope = 'openid profile email api';
    if (config.oidcIssuer) return { authority: config.oidcIssuer, clientId: config.oidcClientId, scope, resource: apiAudience };
    // Signing in at the host the portal is at keeps the session's cookie first-party, which silent renewal in a frame needs.
    return { authority: `${await hosts.originOf(host)}/idp`, clientId: config.oidcClientId, scope, resource: apiAudience };
  }

  async function defaults(host: string | undefined): Promise<Configuration> {
    const demo = config.demo ? { demo: { password: demoPassword, accounts: demoAccounts.map((account) => ({ ...account })) } } : {};
    return { ...defaultConfiguration(await identityAt(host)), ...demo };
  }

  function ofTenant(base: Configuration, tenant: ConfiguredTenant): Configuration {
    const parsed = configuration.safeParse(withSettings(base, tenant.settings));
    if (!parsed.success) {
      const path = parsed.error.issues[0]?.path.join('.');
      throw new VigilError(
        'internal',
        `The configuration of the tenant ${tenant.code} cannot be used: ${path} is wrong. An administrator has to correct it.`,
      );
    }
    return {
      ...parsed.data,
      app: { ...parsed.data.app, tenant: fileOfTenant(tenant.code) },
      tenant: {
        id: tenant.id,
        name: tenant.code,
        displayName: tenant.displayName,
        chat: parsed.data.tenant.chat,
        hosts: hosts.originsOf(tenant).map((origin) => new URL(origin).host),
      },
    };
  }

  return {
    async list({ global, tenantIdOrCode }) {
      if (global) return [globalFile];
      const tenant = tenantIdOrCode ? await store.tenant(tenantIdOrCode) : null;
      return tenant ? [fileOfTenant(tenant.code)] : [];
    },

    async read(fileName, host) {
      const base = await defaults(host);
      if (fileName === globalFile) {
        const tenant = await hosts.tenantOfHost(host ?? '');
        return { ...base, app: { ...base.app, tenant: tenant && fileOfTenant(tenant.code) } };
      }
      const code = tenantOfFile(fileName);
      const tenant = code === null ? null : await store.tenant(code);
      if (!tenant) throw new VigilError('not_found', 'There is no configuration file with this name.');
      return ofTenant(base, tenant);
    },

    async tenantOfHost(host) {
      const tenant = await hosts.tenantOfHost(host);
      return tenant && { id: tenant.id, code: tenant.code };
    },
  };
}
