import { resolve } from 'node:path';
import { readArguments, required, UsageError } from './arguments.ts';
import type { Command } from './command.ts';
import { putOnRecord } from './on-record.ts';
import { createTenant, createUser, listTenants, memberOf, tenantByCode } from './people.ts';
import { settingsCommands } from './settings.ts';
import { upkeepCommands } from './upkeep.ts';
import { atWork, endProgress, say, showProgress, type Workplace } from './workplace.ts';

const tenantOption = { tenant: { type: 'string' } } as const;

export const commands: readonly Command[] = [
  ...upkeepCommands,
  {
    name: 'token',
    usage: 'token --account <e-mail> [--tenant <code>]',
    summary: 'an access token for 15 minutes',
    async run(argv) {
      const { values } = readArguments(argv, { account: { type: 'string' }, ...tenantOption });
      const email = required(values.account, 'account');
      say(await atWork(({ modules }) => modules.identity.issueToken({ email, tenantCode: values.tenant })));
      return 0;
    },
  },
  {
    name: 'tenant list',
    usage: 'tenant list',
    summary: 'tenants, with their ids',
    async run(argv) {
      readArguments(argv, {});
      const tenants = await atWork(listTenants);
      if (tenants.length === 0) say('No tenants yet.');
      for (const tenant of tenants) say([tenant.code, tenant.id, tenant.displayName ?? ''].join('\t'));
      return 0;
    },
  },
  {
    name: 'tenant create',
    usage: 'tenant create <code> [--name <display name>]',
    summary: 'a new organisation; its code is the first label of its host',
    async run(argv) {
      const { values, words } = readArguments(argv, { name: { type: 'string' } }, { min: 1, max: 1 });
      const [code = ''] = words;
      await atWork((place) => createTenant(place, code, values.name ?? null), { orMakeNew: true });
      say(`Created the tenant ${code}. Next: vigil user create --tenant ${code} --role tenant_admin --email … --given … --family …`);
      return 0;
    },
  },
  ...settingsCommands,
  {
    name: 'user list',
    usage: 'user list --tenant <code>',
    summary: 'staff and members of a tenant',
    async run(argv) {
      const { values } = readArguments(argv, tenantOption);
      const code = required(values.tenant, 'tenant');
      const users = await atWork(async (place) => place.modules.people.listUsers((await tenantByCode(place, code)).id));
      for (const user of users) say([user.id, user.roles.join(','), `${user.givenName} ${user.familyName}`, user.email ?? ''].join('\t'));
      return 0;
    },
  },
  {
    name: 'user create',
    usage: 'user create --tenant <code> --email <e-mail> --given <name> --family <name> --role <role> …',
    summary: 'a person who can sign in; prints the password once',
    async run(argv) {
      const { values } = readArguments(argv, {
        ...tenantOption,
        email: { type: 'string' },
        given: { type: 'string' },
        family: { type: 'string' },
        role: { type: 'string', multiple: true },
      });
      const user = {
        email: required(values.email, 'email'),
        givenName: required(values.given, 'given'),
        familyName: required(values.family, 'family'),
        roles: values.role ?? [],
      };
      if (user.roles.length === 0) throw new UsageError('--role is missing.');
      const code = required(values.tenant, 'tenant');
      const { id, password } = await atWork(async (place) => createUser(place, await tenantByCode(place, code), user));
      say(`id\t${id}\npassword\t${password}`);
      return 0;
    },
  },
  {
    name: 'device list',
    usage: 'device list --tenant <code> --member <id or e-mail>',
    summary: 'a member’s device credentials',
    async run(argv) {
      const devices = await withMember('device list', argv, {}, ({ place, tenantId, userId }) =>
        place.modules.devices.list(tenantId, userId),
      );
      for (const device of devices) say([device.id, device.revokedAt ? 'revoked' : 'valid', device.label].join('\t'));
      return 0;
    },
  },
  {
    name: 'device create',
    usage: 'device create --tenant <code> --member <id or e-mail> --label <words>',
    summary: 'client credentials for a member’s device; prints the secret once',
    async run(argv) {
      const device = await withMember('device create', argv, { label: { type: 'string' } }, ({ place, tenantId, userId, values }) =>
        place.modules.devices.create(tenantId, userId, required(values.label as string | undefined, 'label')),
      );
      say(
        `client_id\t${device.clientId}\nclient_secret\t${device.clientSecret}\ntoken_endpoint\t${device.tokenEndpoint}\nuser_id\t${device.userId}`,
      );
      return 0;
    },
  },
  {
    name: 'device revoke',
    usage: 'device revoke --tenant <code> --member <id or e-mail> --device <id>',
    summary: 'refuse a device from now on; what it sent stays',
    async run(argv) {
      const device = await withMember('device revoke', argv, { device: { type: 'string' } }, ({ place, tenantId, userId, values }) =>
        place.modules.devices.revoke(tenantId, userId, required(values.device as string | undefined, 'device')),
      );
      say(`Revoked ${device.id}.`);
      return 0;
    },
  },
  {
    name: 'import',
    usage:
      'import <file> --tenant <code> --member <id or e-mail> [--format csv|ticks|fhir] [--tz <zone>] [--person <id in the file>] [--dry-run]',
    summary: 'readings from disk; .gz and .zst too',
    async run(argv) {
      const options = {
        format: { type: 'string' },
        tz: { type: 'string' },
        person: { type: 'string' },
        'dry-run': { type: 'boolean' },
      } as const;
      const cancel = new AbortController();
      process.once('SIGINT', () => cancel.abort());
      const result = await withMember(
        'import',
        argv,
        options,
        ({ place, tenantId, userId, values, words }) => {
          const path = resolve(words[0] ?? '');
          return place.modules.importFile({
            path,
            tenantId,
            userId,
            format: formatOf(values.format as string | undefined, path),
            timeZone: values.tz as string | undefined,
            person: values.person as string | undefined,
            dryRun: values['dry-run'] === true,
            signal: cancel.signal,
            onProgress: ({ accepted, rejectedTotal }) => showProgress(`${accepted} accepted, ${rejectedTotal} refused`),
          });
        },
        { min: 1, max: 1 },
      );
      endProgress();
      for (const { index, metric, reason } of result.rejected.slice(0, 20)) say(`${index}\t${metric ?? ''}\t${reason}`);
      if (result.rejectedTotal > 20) say(`… and ${result.rejectedTotal - 20} more`);
      const replaced = result.replacedTotal > 0 ? `, ${result.replacedTotal} replaced by a later value of the same moment` : '';
      say(`${result.accepted} accepted, ${result.rejectedTotal} refused${replaced}`);
      return result.rejectedTotal === 0 ? 0 : 1;
    },
  },
];

function formatOf(given: string | undefined, path: string): 'csv' | 'ticks' | 'fhir' {
  if (given === undefined) return /\.csv(\.gz|\.zst)?$/i.test(path) ? 'csv' : 'ticks';
  if (given === 'csv' || given === 'ticks' || given === 'fhir') return given;
  throw new UsageError(`"${given}" is not a format: csv, ticks or fhir.`);
}

type ArgumentOptions = Parameters<typeof readArguments>[1];

interface MemberWork {
  readonly place: Workplace;
  readonly tenantId: string;
  readonly userId: string;
  readonly values: Record<string, unknown>;
  readonly words: readonly string[];
}

/** The part that all commands about one member share: `--tenant`, `--member`, open stores, and the audit log. */
async function withMember<T>(
  command: string,
  argv: readonly string[],
  options: ArgumentOptions,
  work: (it: MemberWork) => Promise<T>,
  words: { min: number; max: number } = { min: 0, max: 0 },
): Promise<T> {
  const read = readArguments(argv, { ...options, ...tenantOption, member: { type: 'string' } }, words);
  const values: Record<string, unknown> = read.values;
  const code = required(values.tenant as string | undefined, 'tenant');
  const member = required(values.member as string | undefined, 'member');
  return atWork(async (place) => {
    const tenant = await tenantByCode(place, code);
    const userId = await memberOf(place, tenant, member);
    await putOnRecord(place, command, tenant.id, [userId]);
    return work({ place, tenantId: tenant.id, userId, values, words: read.words });
  });
}
