import { isDeepStrictEqual } from 'node:util';
import { faultsOf, type Setting, settingAt, settings } from '@vigil/contract/configurator.forms';
import { most, type SettingSource } from '@vigil/contract/configurator.values';
import { type FieldError, VigilError } from '@vigil/contract/errors';

/** What was set in one place, for all tenants or for one, nested as in the configuration. */
export type Layer = Readonly<Record<string, unknown>>;

/** What stands at a path of a layer; null where nothing was set, so that a value may be null itself. */
export type Held = { readonly value: unknown } | null;

/** One wish of a change: a value, or that nothing be set here any more. */
export interface Wish {
  readonly path: string;
  readonly value?: unknown;
  readonly reset?: true | undefined;
}

/** One setting that really changes. */
export interface Change {
  readonly path: string;
  readonly before: Held;
  readonly after: Held;
}

export function heldAt(layer: Layer, path: string): Held {
  let at: unknown = layer;
  for (const name of path.split('.')) {
    if (!isObject(at) || !Object.hasOwn(at, name)) return null;
    at = at[name];
  }
  return at === undefined ? null : { value: at };
}

/** The layer with this at the path; what was set above or below it has to be gone before. Empty parts are left out. */
export function withHeld(layer: Layer, path: string, held: Held): Layer {
  const [name = '', ...rest] = path.split('.');
  const below = Object.hasOwn(layer, name) ? layer[name] : undefined;
  const others = Object.entries(layer).filter(([key]) => key !== name);
  if (rest.length === 0) return Object.fromEntries(held ? [...others, [name, held.value]] : others);
  const next = withHeld(isObject(below) ? below : {}, rest.join('.'), held);
  return Object.fromEntries(Object.keys(next).length > 0 ? [...others, [name, next]] : others);
}

/** What holds at a setting, and where it comes from: the tenant's value, else the global one, else the default. */
export function effectiveAt(setting: Setting, global: Layer, tenant: Layer | null): { value: unknown; source: SettingSource } {
  const own = tenant && heldAt(tenant, setting.path);
  if (own) return { value: own.value, source: 'tenant' };
  const everywhere = setting.global ? heldAt(global, setting.path) : null;
  return everywhere ? { value: everywhere.value, source: 'global' } : { value: setting.usual, source: 'default' };
}

/** Every setting with a name of its own, and every other flag that is set in one of the layers. */
export function settingsIn(...layers: readonly Layer[]): Setting[] {
  const known = new Set(settings.map(({ path }) => path));
  const flags = layers.flatMap((layer) => flagsBelow(layer.featureFlags, 'featureFlags'));
  const others = [...new Set(flags)].filter((path) => !known.has(path)).sort();
  return [...settings, ...others.flatMap((path) => settingAt(path) ?? [])];
}

function flagsBelow(value: unknown, path: string): string[] {
  if (typeof value === 'boolean') return [path];
  return isObject(value) ? Object.entries(value).flatMap(([name, below]) => flagsBelow(below, `${path}.${name}`)) : [];
}

/** Who makes a change, and for whom. */
export interface ChangedBy {
  readonly operator: boolean;
  readonly globally: boolean;
}

/**
 * What the wishes come to on a layer: only what really changes. Throws invalid_input that names every setting that cannot be
 * set like that, and says what would do; then nothing is changed.
 */
export function planned(
  layer: Layer,
  wishes: readonly Wish[],
  by: ChangedBy,
): { readonly layer: Layer; readonly changes: readonly Change[] } {
  const faults: FieldError[] = [];
  const changes: Change[] = [];
  const seen = new Set<string>();
  let next = layer;
  for (const wish of wishes) {
    const found = judged(next, wish, by, seen);
    seen.add(wish.path);
    if ('faults' in found) {
      faults.push(...found.faults);
      continue;
    }
    const before = heldAt(next, wish.path);
    if (isDeepStrictEqual(before, found.after)) continue;
    next = withHeld(next, wish.path, found.after);
    changes.push({ path: wish.path, before, after: found.after });
  }
  if (faults.length === 0) faults.push(...tooManyFlags(layer, next));
  if (faults.length > 0) throw invalid(faults);
  return { layer: next, changes };
}

/** The configuration is handed to whoever asks, before anybody has signed in: it must not grow without end. */
function tooManyFlags(before: Layer, after: Layer): FieldError[] {
  const count = otherFlagsIn(after).length;
  if (count <= most.otherFlags || count <= otherFlagsIn(before).length) return [];
  return [
    {
      field: 'featureFlags',
      message: `No more than ${most.otherFlags} flags can be set that this version does not know. Reset some first.`,
    },
  ];
}

function otherFlagsIn(layer: Layer): string[] {
  return flagsBelow(layer.featureFlags, 'featureFlags').filter((path) => !settings.some((one) => one.path === path));
}

export function invalid(fields: readonly FieldError[]): VigilError {
  const [first] = fields;
  return new VigilError('invalid_input', `Nothing was changed. ${first?.field}: ${first?.message}`, { fields });
}

function judged(layer: Layer, wish: Wish, by: ChangedBy, seen: ReadonlySet<string>): { faults: FieldError[] } | { after: Held } {
  const fault = (message: string) => ({ faults: [{ field: wish.path.slice(0, 120), message }] });
  if (seen.has(wish.path)) return fault('It stands here twice.');
  const setting = settingAt(wish.path);
  if (!setting) return fault(`There is no such setting. ${nearest(wish.path)}`);
  if (by.globally && !setting.global) return fault('It can be set for one tenant only.');
  if (!by.operator && setting.setBy === 'operator') return fault('Only the operator of this server sets it.');
  if (wish.reset) return wish.value === undefined ? { after: null } : fault('Give a value or reset it, not both.');
  const wrong = faultsOf(setting, wish.value);
  if (wrong) return { faults: wrong.map(({ path, message }) => ({ field: path, message })) };
  const clash = flagInTheWay(layer, wish.path);
  if (clash) return fault(`${clash} is set already, and a flag has either a value or flags below it. Reset it first.`);
  return { after: { value: checkedValue(setting, wish.value) } };
}

/** A flag cannot be a value and a group of flags at once. */
function flagInTheWay(layer: Layer, path: string): string | null {
  const flags = flagsBelow(layer.featureFlags, 'featureFlags');
  return flags.find((one) => one !== path && (one.startsWith(`${path}.`) || path.startsWith(`${one}.`))) ?? null;
}

/** As the schema leaves it: trimmed, with what was left out filled in. */
function checkedValue(setting: Setting, value: unknown): unknown {
  return setting.schema.parse(value);
}

/** The settings that a mistyped path may have meant: those that begin or end like it, else the groups. */
function nearest(path: string): string {
  const last = path.split('.').at(-1)?.toLowerCase() ?? '';
  const first = path.split('.')[0] ?? '';
  const paths = settings.map((one) => one.path);
  const close = paths.filter((one) => one.startsWith(`${first}.`) || one === first || (last !== '' && one.toLowerCase().endsWith(last)));
  return `Settings are ${(close.length > 0 ? close : paths).join(', ')}, and any flag as featureFlags.name.`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
