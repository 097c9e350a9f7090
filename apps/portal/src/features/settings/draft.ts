import type { SettingValue, TenantSettings } from '@vigil/contract/configurator.contract';
import { faultsOf, settingAt } from '@vigil/contract/configurator.forms';
import type { FieldError } from '@vigil/contract/errors';

/** What was typed for one setting and not saved yet; `reset`: that the tenant set nothing any more. */
export type Edit = { readonly value: unknown } | { readonly reset: true };

/** What was typed in one group. */
export interface Draft {
  /**
   * The revision that was on screen when the first of it was typed. It is kept while the settings are read anew, so that the
   * server notices what somebody else has changed since; after it has said so, it is the one that is on screen then.
   */
  readonly revision: number;
  readonly edits: Readonly<Record<string, Edit>>;
  /** What was on screen when each was typed. */
  readonly seen: Readonly<Record<string, unknown>>;
}

export const noDraft: Draft = { revision: 0, edits: {}, seen: {} };

export const isDirty = (draft: Draft): boolean => Object.keys(draft.edits).length > 0;

/** The draft with this typed for a setting; typing what holds is no change. */
export function edited(draft: Draft, { revision }: TenantSettings, setting: SettingValue, edit: Edit): Draft {
  const { path, value, source } = setting;
  const { [path]: _edit, ...edits } = draft.edits;
  const { [path]: before = value, ...seen } = draft.seen;
  const nothing = 'reset' in edit ? source !== 'tenant' : same(edit.value, value);
  const base = isDirty(draft) ? draft.revision : revision;
  return nothing
    ? { revision: base, edits, seen }
    : { revision: base, edits: { ...edits, [path]: edit }, seen: { ...seen, [path]: before } };
}

/** What the control shows. */
export function shownValue({ edits }: Draft, setting: SettingValue): unknown {
  const edit = edits[setting.path];
  if (!edit) return setting.value;
  return 'reset' in edit ? setting.inherited : edit.value;
}

/** Whether somebody else has changed the setting since it was typed into. */
export function changedMeanwhile({ edits, seen }: Draft, setting: SettingValue): boolean {
  return setting.path in edits && !same(seen[setting.path], setting.value);
}

/** The body of the change. */
export function changesOf({ edits }: Draft): { path: string; value?: unknown; reset?: true }[] {
  return Object.entries(edits).map(([path, edit]) => ({ path, ...edit }));
}

/** What the server would refuse, by the same rows. */
export function faultsIn({ edits }: Draft): FieldError[] {
  return Object.entries(edits).flatMap(([path, edit]) => {
    const setting = settingAt(path);
    if (!setting || 'reset' in edit) return [];
    return (faultsOf(setting, edit.value) ?? []).map((fault) => ({ field: fault.path, message: fault.message }));
  });
}

/** The sentence for a setting, or a part of it; undefined where nothing is wrong. */
export function faultAt(faults: readonly FieldError[], path: string): string | undefined {
  return faults.find(({ field }) => field === path)?.message;
}

/** Whether anything is wrong with a setting or a part of it. */
export function isFaulty(faults: readonly FieldError[], path: string): boolean {
  return faults.some(({ field }) => field === path || field.startsWith(`${path}.`));
}

/** Values come from JSON, where the order of keys has no meaning. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [Object.entries(a), b as Record<string, unknown>];
  return left.length === Object.keys(right).length && left.every(([key, value]) => key in right && same(value, right[key]));
}
