import { faultsOf, settingAt } from '@vigil/contract/configurator.forms';
import { VigilError } from '@vigil/contract/errors';
import { readArguments, UsageError } from './arguments.ts';
import type { Command } from './command.ts';
import { linkAdvice } from './link-advice.ts';
import { operatorName, putOnRecord } from './on-record.ts';
import { listTenants, tenantByCode } from './people.ts';
import { atWork, say, sayRow, type Workplace } from './workplace.ts';

const globalOption = { global: { type: 'boolean' } } as const;
/** Changes that are listed. */
const historySize = 50;

type Scope = Parameters<Workplace['modules']['configurator']['settings']['read']>[0];

/** What is set for a tenant, and with --global for all tenants. */
export const settingsCommands: readonly Command[] = [
  {
    name: 'tenant get',
    usage: 'tenant get <code>|--global [setting or the beginning of some]',
    summary: 'settings: what holds, and where it comes from',
    async run(argv) {
      const { values, words } = readArguments(argv, globalOption, { min: 0, max: 2 });
      const { code, rest } = whose(values.global, words, { max: 1 });
      const wanted = rest[0] === undefined ? undefined : settingName(rest[0]);
      const { settings } = await atWork(async (place) =>
        place.modules.configurator.settings.read((await scopeOf(place, code)).scope, true),
      );
      const shown = settings.filter(({ path }) => wanted === undefined || path === wanted || path.startsWith(`${wanted}.`));
      if (shown.length === 0) throw new VigilError('not_found', `There is no setting "${wanted}". Without a name all are listed.`);
      for (const { path, value, source } of shown) sayRow([path, JSON.stringify(value), source]);
      return 0;
    },
  },
  {
    name: 'tenant set',
    usage: 'tenant set <code>|--global <setting> <value>|--reset',
    summary: 'change a setting; --reset takes it back to what else holds',
    async run(argv) {
      const { values, words } = readArguments(argv, { ...globalOption, reset: { type: 'boolean' } }, { min: 1, max: 3 });
      const { code, rest } = whose(values.global, words, { max: values.reset ? 1 : 2 });
      const [path = '', value] = [settingName(rest[0] ?? ''), rest[1]];
      if (path === '' || (value === undefined && !values.reset)) throw new UsageError('Something is missing.');
      const wish = value === undefined ? { path, reset: true as const } : { path, value: meantBy(path, value) };
      const advice = await changing('tenant set', code, (place, scope) =>
        place.modules.configurator.settings.change(scope, operator(), [wish]),
      );
      say(
        `${path} is ${values.reset ? 'taken back' : 'set'}. Open pages follow within seconds.${settingAt(path)?.meaning.startsWith('A flag that nothing') ? ' Nothing in this version reads this flag.' : ''}`,
      );
      for (const line of advice) say(line);
      return 0;
    },
  },
  {
    name: 'tenant history',
    usage: 'tenant history <code>|--global',
    summary: 'who changed which setting and when, the newest first, with ids for tenant undo',
    async run(argv) {
      const { values, words } = readArguments(argv, globalOption, { min: 0, max: 1 });
      const { code } = whose(values.global, words, { max: 0 });
      const { rows, total } = await atWork(async (place) =>
        place.modules.configurator.settings.changes((await scopeOf(place, code)).scope, { page: 0, size: historySize }, true),
      );
      if (total === 0) say('No changes yet.');
      for (const { id, at, actorName, path, before, after } of rows)
        sayRow([id, new Date(at).toISOString(), actorName, path, wordsFor(before), wordsFor(after)]);
      if (total > rows.length) say(`… and ${total - rows.length} older ones`);
      return 0;
    },
  },
  {
    name: 'tenant undo',
    usage: 'tenant undo <code>|--global <id of the change>',
    summary: 'set again what held before a change',
    async run(argv) {
      const { values, words } = readArguments(argv, globalOption, { min: 1, max: 2 });
      const { code, rest } = whose(values.global, words, { max: 1 });
      const [id = ''] = rest;
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
        throw new UsageError('Give the id of the change: tenant history lists them.');
      const advice = await changing('tenant undo', code, (place, scope) => place.modules.configurator.settings.undo(scope, operator(), id));
      say('Undone. Open pages follow within seconds.');
      for (const line of advice) say(line);
      return 0;
    },
  },
];

const operator = () => ({ kind: 'operator', id: null, name: operatorName() }) as const;
const wordsFor = (held: { readonly value: unknown } | null) => (held ? JSON.stringify(held.value) : 'not set');
/** Flags may be named as short as people say them: `flags.careTeam`. */
const settingName = (given: string) => given.replace(/^flags(?=\.|$)/, 'featureFlags');

function whose(global: boolean | undefined, words: readonly string[], { max }: { max: number }) {
  const [code, ...others] = words;
  const rest = global ? words : others;
  if (!global && code === undefined) throw new UsageError('Name a tenant by its code, or give --global for all of them.');
  if (rest.length > max) throw new UsageError(`"${rest.at(-1)}" is one word too many.`);
  return { code: global ? null : (code ?? ''), rest };
}

async function scopeOf(place: Workplace, code: string | null): Promise<{ scope: Scope; touched: readonly string[] }> {
  if (code === null) return { scope: 'global', touched: (await listTenants(place)).map(({ id }) => id) };
  const { id } = await tenantByCode(place, code);
  return { scope: { tenantId: id }, touched: [id] };
}

/** What is changed for all tenants stands in the audit log of each. Answers what to know of links that lead elsewhere now. */
async function changing(command: string, code: string | null, work: (place: Workplace, scope: Scope) => Promise<void>): Promise<string[]> {
  return atWork(async (place) => {
    const { scope, touched } = await scopeOf(place, code);
    const before = await place.modules.identity.hosts.homes();
    await Promise.all(touched.map((tenantId) => putOnRecord(place, command, tenantId, [])));
    await work(place, scope);
    return linkAdvice(place, before);
  });
}

/** What was meant by the words at a terminal: JSON where the setting takes that, else the text itself, else a list of words with commas. */
function meantBy(path: string, given: string): unknown {
  const setting = settingAt(path);
  const readings = [jsonOf(given), given, given.split(',')];
  return (
    (setting && readings.find((value) => value !== undefined && faultsOf(setting, value) === null)) ??
    readings.find((one) => one !== undefined)
  );
}

function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}
