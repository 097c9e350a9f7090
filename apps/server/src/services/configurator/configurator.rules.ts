import type { Configuration } from '@vigil/contract/configurator.contract';
import { settingAt } from '@vigil/contract/configurator.forms';
import { countryOfZone } from '@vigil/domain/timeframe/zone-country';
import { effectiveAt, type Layer, settingsIn, withHeld } from './settings/settings.rules.ts';

export function fileOfTenant(code: string): string {
  return `tenant-${code}.json`;
}

/** Code of the tenant whose file this is; null for any other name. */
export function tenantOfFile(fileName: string): string | null {
  return /^tenant-([a-z0-9][a-z0-9-]{0,62})\.json$/.exec(fileName)?.[1] ?? null;
}

/** The parts of a configuration that are no settings. */
export type FixedParts = Pick<Configuration, 'identity' | 'demo' | 'revision'>;

/**
 * Kept on the server: which members staff see, the zone of new members, the language of mails, whether staff need a second factor, and hosts,
 * which the portal is given as it is reached at them.
 */
const notTold = ['access.patients', 'tenant.timeZone', 'tenant.language', 'tenant.hosts', 'security.requireTwoFactor'];

/**
 * The configuration that holds: each setting by its own, the tenant's value before the global one before the default. What
 * is no setting is passed over, whatever stands in the stored ones.
 */
export function configurationOf(fixed: FixedParts, global: Layer, tenant: Layer | null): unknown {
  const told = settingsIn(global, tenant ?? {}).filter(({ path }) => !notTold.includes(path));
  const held = told.reduce<Layer>(
    (config, setting) => withHeld(config, setting.path, { value: effectiveAt(setting, global, tenant).value }),
    {},
  );
  return {
    ...held,
    ...fixed,
    app: { ...(held.app as object), tenant: null },
    tenant: { ...(held.tenant as object), country: countryOfClinic(global, tenant), id: null, name: null, displayName: null, hosts: [] },
  };
}

/** The country that the clinic has named, else the one that its time zone lies in. */
function countryOfClinic(global: Layer, tenant: Layer | null): string | null {
  const held = (path: string) => {
    const setting = settingAt(path);
    return setting ? String(effectiveAt(setting, global, tenant).value) : '';
  };
  return held('tenant.country') || countryOfZone(held('tenant.timeZone'));
}
