import type { Configuration } from '@vigil/contract/configurator.contract';
import { settingAt } from '@vigil/contract/configurator.forms';
import { clinicCountryOf } from '@vigil/domain/emergency/clinic';
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

/** Of what a clinic has chosen: defaults say nothing of where it is. */
function countryOfClinic(global: Layer, tenant: Layer | null): string | null {
  const chosen = (path: string) => {
    const setting = settingAt(path);
    const { value, source } = setting ? effectiveAt(setting, global, tenant) : { value: '', source: 'default' };
    return source === 'default' ? '' : String(value);
  };
  return clinicCountryOf({
    country: chosen('tenant.country'),
    timeZone: chosen('tenant.timeZone'),
    number: chosen('emergency.number'),
    crisisNumber: chosen('emergency.crisisNumber'),
  });
}
