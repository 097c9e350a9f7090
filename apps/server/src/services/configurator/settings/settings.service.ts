import { isDeepStrictEqual } from 'node:util';
import type { TenantSettings } from '@vigil/contract/configurator.contract';
import { settingAt } from '@vigil/contract/configurator.forms';
import { VigilError } from '@vigil/contract/errors';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { faultOfHost } from './hosts.rules.ts';
import { type ChangedBy, effectiveAt, heldAt, invalid, type Layer, planned, settingsIn, type Wish } from './settings.rules.ts';
import type { Actor, ChangeRow, Decided, Locked, Scope, SettingsStore, Stored } from './settings.store.ts';

export interface SettingsDependencies {
  readonly store: SettingsStore;
  readonly config: Pick<Config, 'publicUrl' | 'defaultHost'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
}

export interface PastChange extends ChangeRow {
  /** Nothing has changed the setting since, and whoever asks may set it. */
  readonly undoable: boolean;
}

export interface SettingsService {
  /** Every setting with what holds, where it comes from, and what would hold otherwise. Throws not_found. */
  read(scope: Scope, operator?: boolean): Promise<TenantSettings>;
  /**
   * Makes the changes, all or none. With `revision`, what somebody else has changed after it is not overwritten. Throws
   * invalid_input and conflict, both with the settings as fields.
   */
  change(scope: Scope, by: Actor, wishes: readonly Wish[], revision?: number): Promise<void>;
  /** The newest first. */
  changes(scope: Scope, page: { size: number; page: number }, operator?: boolean): Promise<{ rows: readonly PastChange[]; total: number }>;
  /** Sets again what held before the change; a change of its own. Throws not_found, and conflict where the setting was changed since. */
  undo(scope: Scope, by: Actor, changeId: string): Promise<void>;
}

/** Settings as they are asked for and changed, for one tenant or for all. */
export function createSettingsService({ store, config, bus, clock }: SettingsDependencies): SettingsService {
  async function layersOf(scope: Scope): Promise<{ global: Stored; tenant: Stored | null }> {
    const [global, tenant] = await Promise.all([known(store.read('global')), scope === 'global' ? null : known(store.read(scope))]);
    return { global, tenant };
  }

  async function make(scope: Scope, by: Actor, decide: (locked: Locked, as: ChangedBy) => Promise<Decided>): Promise<void> {
    const as = { operator: by.kind === 'operator', globally: scope === 'global' };
    await known(
      store.change(scope, by, clock.now(), async (locked) => {
        const decided = await decide(locked, as);
        if (decided.changes.some(({ path }) => path === 'tenant.hosts')) await requireFreeHosts(decided.layer, locked);
        return decided;
      }),
    );
    bus.publish('settings.changed', { tenantId: scope === 'global' ? null : scope.tenantId });
  }

  async function requireFreeHosts(layer: Layer, locked: Locked): Promise<void> {
    const hosts = (heldAt(layer, 'tenant.hosts')?.value ?? []) as readonly string[];
    const taken = { home: new URL(config.publicUrl), defaultHost: config.defaultHost, others: await locked.hostsOfOthers() };
    const faults = hosts.flatMap((host, index) => {
      const message = faultOfHost(host, taken);
      return message ? [{ field: `tenant.hosts.${index}`, message }] : [];
    });
    if (faults.length > 0) throw invalid(faults);
  }

  return {
    async read(scope, operator = false) {
      const { global, tenant } = await layersOf(scope);
      const layers = [global.layer, ...(tenant ? [tenant.layer] : [])];
      const shown = settingsIn(...layers).filter((setting) => tenant !== null || setting.global);
      return {
        revision: (tenant ?? global).revision,
        settings: shown.map((setting) => {
          const inherited = effectiveAt(setting, tenant ? global.layer : {}, null);
          return {
            path: setting.path,
            group: setting.group,
            ...effectiveAt(setting, global.layer, tenant?.layer ?? null),
            inherited: inherited.value,
            inheritedSource: inherited.source,
            changeable: operator || setting.setBy === 'administrator',
          };
        }),
      };
    },

    change: (scope, by, wishes, revision) =>
      make(scope, by, async (locked, as) => {
        // A revision that there never was says nothing of what was read; after a restore, open pages hold such ones.
        if (revision !== undefined && revision > locked.revision) throw neverThere(wishes);
        const decided = planned(locked.layer, wishes, as);
        const paths = decided.changes.map(({ path }) => path);
        const meanwhile = revision === undefined ? [] : await locked.changedSince(revision, paths);
        if (meanwhile.length > 0) throw changedMeanwhile(meanwhile);
        return decided;
      }),

    async changes(scope, { size, page }, operator = false) {
      const [{ rows, total }, stored] = await Promise.all([store.changes(scope, size, page * size), known(store.read(scope))]);
      const maySet = (path: string) => operator || settingAt(path)?.setBy === 'administrator';
      const holds = ({ path, after }: ChangeRow) => isDeepStrictEqual(heldAt(stored.layer, path), after);
      return { rows: rows.map((row) => ({ ...row, undoable: maySet(row.path) && holds(row) })), total };
    },

    undo: (scope, by, changeId) =>
      make(scope, by, async (locked, as) => {
        const change = await locked.change(changeId);
        if (!change) throw new VigilError('not_found', 'There is no such change.');
        const { path, before, after } = change;
        if (!isDeepStrictEqual(heldAt(locked.layer, path), after))
          throw new VigilError(
            'conflict',
            'Nothing was changed: the setting has been changed again since. Undo that change first, or set the value that is wanted.',
            {
              fields: [{ field: path, message: 'It has been changed again since.' }],
            },
          );
        return planned(locked.layer, [before ? { path, value: before.value } : { path, reset: true }], as);
      }),
  };
}

async function known<T>(asked: Promise<T | null>): Promise<T> {
  const found = await asked;
  if (found === null) throw new VigilError('not_found', 'There is no such tenant.');
  return found;
}

function neverThere(wishes: readonly Wish[]): VigilError {
  return new VigilError(
    'conflict',
    'Nothing was saved: the settings here are older than those that were read, as after a restore. Look at what holds now, then save again.',
    { fields: wishes.map(({ path }) => ({ field: path.slice(0, 120), message: 'It may have changed.' })) },
  );
}

/** The newest change of each setting stands for all of them. */
function changedMeanwhile(changes: readonly ChangeRow[]): VigilError {
  const newest = new Map([...changes].reverse().map((change) => [change.path, change]));
  const fields = [...newest.values()].map(({ path, actorName }) => ({ field: path, message: `${actorName} has changed it meanwhile.` }));
  return new VigilError(
    'conflict',
    'Nothing was saved: somebody else has changed the same settings meanwhile. Look at what holds now, then save again.',
    { fields },
  );
}
