import { readArguments, required } from './arguments.ts';
import { clientCommands } from './client-commands.ts';
import type { Command } from './command.ts';
import { erasureCommands } from './erasure-commands.ts';
import { fhirCommands } from './fhir-commands.ts';
import { importCommand } from './import-command.ts';
import { linkAdvice } from './link-advice.ts';
import { createTenant, listTenants } from './people.ts';
import { settingsCommands } from './settings.ts';
import { upkeepCommands } from './upkeep.ts';
import { userCommands } from './user-commands.ts';
import { withMember } from './with-member.ts';
import { atWork, say, sayRow } from './workplace.ts';

export const commands: readonly Command[] = [
  ...upkeepCommands,
  {
    name: 'token',
    usage: 'token --account <e-mail> [--tenant <code>]',
    summary: 'an access token for 15 minutes',
    async run(argv) {
      const { values } = readArguments(argv, { account: { type: 'string' }, tenant: { type: 'string' } });
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
      for (const tenant of tenants) sayRow([tenant.code, tenant.id, tenant.displayName ?? '']);
      return 0;
    },
  },
  {
    name: 'tenant create',
    usage: 'tenant create <code> [--name <display name>] [--zone <time zone>]',
    summary: 'a new organisation; its code names it, its time zone is that of members who are given none; says what DNS and TLS it needs',
    async run(argv) {
      const { values, words } = readArguments(argv, { name: { type: 'string' }, zone: { type: 'string' } }, { min: 1, max: 1 });
      const [code = ''] = words;
      const advice = await atWork(
        async (place) => {
          const before = await place.modules.identity.hosts.homes();
          await createTenant(place, code, values.name ?? null, values.zone);
          return linkAdvice(place, before);
        },
        { orMakeNew: true },
      );
      say(`Created the tenant ${code}. Next: vigil user create --tenant ${code} --role tenant_admin --email … --given … --family …`);
      for (const line of advice) say(line);
      return 0;
    },
  },
  ...settingsCommands,
  ...userCommands,
  ...clientCommands,
  ...erasureCommands,
  ...fhirCommands,
  {
    name: 'device list',
    usage: 'device list --tenant <code> --member <id or e-mail>',
    summary: 'a member’s device credentials',
    async run(argv) {
      const devices = await withMember('device list', argv, {}, ({ place, tenantId, userId }) =>
        place.modules.devices.list(tenantId, userId),
      );
      for (const device of devices) sayRow([device.id, device.revokedAt ? 'revoked' : 'valid', device.label]);
      return 0;
    },
  },
  {
    name: 'device create',
    usage: 'device create --tenant <code> --member <id or e-mail> --label <words> [--type <maker and model>]',
    summary: 'client credentials for a member’s device; prints the secret once',
    async run(argv) {
      const options = { label: { type: 'string' }, type: { type: 'string' } } as const;
      const device = await withMember('device create', argv, options, ({ place, tenantId, userId, values }) =>
        place.modules.devices.create(
          ...([tenantId, userId] as const),
          required(values.label as string | undefined, 'label'),
          values.type as string | undefined,
        ),
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
  importCommand,
];
