import { VigilError } from '@vigil/contract/errors';
import type { jsonPatch, PortalSettings } from '@vigil/contract/registry.contract';
import { chartAxis, colorMode, glucoseUnit, portalLanguage, unitSystem } from '@vigil/contract/registry.contract';
import type { Role } from '@vigil/domain/roles';
import { applyPatch } from 'rfc6902';
import type * as z from 'zod';

/** The only fields that people may change on their own account, and what they may hold. */
const changeable: ReadonlyMap<string, z.ZodType<string>> = new Map<string, z.ZodType<string>>([
  ['/portalSettings/colorMode', colorMode],
  ['/portalSettings/unitSystem', unitSystem],
  ['/portalSettings/glucoseUnit', glucoseUnit],
  ['/portalSettings/language', portalLanguage],
  ['/portalSettings/chartAxes', chartAxis],
]);

/**
 * Portal settings after RFC 6902 operations on the account: all of them or, when one is refused, none. Values are kept in
 * upper case, as the server stores them. Throws invalid_input naming the path that may not be changed, or the value that it cannot hold.
 */
export function patchedSettings(settings: PortalSettings, patch: z.output<typeof jsonPatch>): PortalSettings {
  const operations = patch.map(({ op, path: given, value }, index) => {
    if (op === 'test') throw refused(index, 'op', 'Only "/version" can be tested.');
    const path = given.startsWith('/portalSettings/') ? given : `/portalSettings${given}`;
    const allowed = changeable.get(path);
    if (!allowed) throw refused(index, 'path', `"${given}" may not be changed here; only ${[...changeable.keys()].join(' and ')} may.`);
    const checked = allowed.safeParse(typeof value === 'string' ? value.toUpperCase() : value);
    if (!checked.success) throw refused(index, 'value', `"${given}" cannot hold this: ${checked.error.issues[0]?.message}.`);
    return { op, path, value: checked.data };
  });
  const account = { portalSettings: { ...settings } };
  const failed = applyPatch(account, operations).find((failure) => failure !== null);
  if (failed) throw new VigilError('invalid_input', `The change could not be made: ${failed.message}.`);
  return account.portalSettings;
}

function refused(index: number, part: 'op' | 'path' | 'value', message: string): VigilError {
  return new VigilError('invalid_input', message, { fields: [{ field: `${index}.${part}`, message }] });
}

/**
 * The unit system of an account that has chosen none: imperial for a member (specification: "member account read defaults to
 * imperial"), unknown for everybody else, for whom the browser's region decides.
 */
export function defaultUnitSystem(roles: readonly Role[]): PortalSettings['unitSystem'] {
  return roles.includes('patient') ? 'IMPERIAL' : null;
}
