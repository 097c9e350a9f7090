import { readArguments, required, UsageError } from './arguments.ts';
import type { Command } from './command.ts';
import { detailOptions, detailsUsage, memberDetails } from './member-details.ts';
import { changeMember, createUser, resetTwoFactor, tenantByCode, tenantOption } from './people.ts';
import { withMember } from './with-member.ts';
import { atWork, say, sayRow } from './workplace.ts';

export const userCommands: readonly Command[] = [
  {
    name: 'user list',
    usage: 'user list --tenant <code>',
    summary: 'staff and members of a tenant',
    async run(argv) {
      const { values } = readArguments(argv, tenantOption);
      const code = required(values.tenant, 'tenant');
      const users = await atWork(async (place) => place.modules.people.listUsers((await tenantByCode(place, code)).id));
      for (const user of users) sayRow([user.id, user.roles.join(','), `${user.givenName} ${user.familyName}`, user.email ?? '']);
      return 0;
    },
  },
  {
    name: 'user create',
    usage: `user create --tenant <code> --email <e-mail> --given <name> --family <name> --role <role> … ${detailsUsage}`,
    summary: 'a person who can sign in; prints the password once',
    async run(argv) {
      const { values } = readArguments(argv, {
        ...tenantOption,
        email: { type: 'string' },
        given: { type: 'string' },
        family: { type: 'string' },
        role: { type: 'string', multiple: true },
        ...detailOptions,
      });
      const user = {
        email: required(values.email, 'email'),
        givenName: required(values.given, 'given'),
        familyName: required(values.family, 'family'),
        roles: values.role ?? [],
        ...memberDetails(values, Date.now()),
      };
      if (user.roles.length === 0) throw new UsageError('--role is missing.');
      const code = required(values.tenant, 'tenant');
      const { id, password } = await atWork(async (place) => createUser(place, await tenantByCode(place, code), user));
      say(`id\t${id}\npassword\t${password}`);
      return 0;
    },
  },
  {
    name: 'user set',
    usage: `user set --tenant <code> --member <id or e-mail> ${detailsUsage}`,
    summary: 'a member’s time zone, sex, birth date or medical record number',
    async run(argv) {
      const changed = await withMember('user set', argv, detailOptions, async ({ place, tenantId, userId, values }) => {
        const details = memberDetails(values, place.modules.clock.now());
        if (Object.keys(details).length === 0) throw new UsageError('Say what to set: --zone, --sex, --born or --mrn.');
        await changeMember(place, tenantId, userId, details);
        return userId;
      });
      say(`Set for ${changed}.`);
      return 0;
    },
  },
  {
    name: 'user reset-two-factor',
    usage: 'user reset-two-factor --account <e-mail>',
    summary: 'take away the authenticator of somebody who has lost it; ends their sessions and tells them by e-mail',
    async run(argv) {
      const { values } = readArguments(argv, { account: { type: 'string' } });
      const email = required(values.account, 'account');
      const done = await atWork((place) => resetTwoFactor(place, email));
      say(
        done
          ? `The second factor of ${email} is gone; they sign in with the password, and set a new one up where it is required.`
          : `${email} has no second factor.`,
      );
      return 0;
    },
  },
];
