import { readArguments, required } from './arguments.ts';
import type { Command } from './command.ts';
import { operatorName, putOnRecord } from './on-record.ts';
import { listTenants } from './people.ts';
import { atWork, say, sayRow, type Workplace } from './workplace.ts';

/** Applications of others that people sign in to with their account here. */
export const clientCommands: readonly Command[] = [
  {
    name: 'client list',
    usage: 'client list',
    summary: 'applications that people sign in to with their account here',
    async run(argv) {
      readArguments(argv, {});
      const clients = await atWork(({ modules }) => modules.identity.clients.list());
      if (clients.length === 0) say('No clients yet.');
      for (const { id, isConfidential, name, redirectUris, revokedAt, usesApi } of clients) {
        const kind = [
          revokedAt === null ? 'valid' : 'revoked',
          isConfidential ? 'confidential' : 'public',
          usesApi ? 'api' : 'sign-in only',
        ];
        sayRow([id, ...kind, name, redirectUris.join(' ')]);
      }
      return 0;
    },
  },
  {
    name: 'client create',
    usage: 'client create --name <words> --redirect <address> [--redirect <another>] [--confidential] [--api]',
    summary: 'an application that people may sign in to; sign-in only without --api; prints the secret of a --confidential one once',
    async run(argv) {
      const { values } = readArguments(argv, {
        name: { type: 'string' },
        redirect: { type: 'string', multiple: true },
        confidential: { type: 'boolean' },
        api: { type: 'boolean' },
      });
      const name = required(values.name, 'name');
      required(values.redirect?.[0], 'redirect');
      const { id, issuer, secret } = await recorded('client create', async ({ modules: { identity } }) => ({
        issuer: identity.issuer,
        ...(await identity.clients.create({
          name,
          redirectUris: values.redirect ?? [],
          isConfidential: values.confidential === true,
          usesApi: values.api === true,
          by: operatorName(),
        })),
      }));
      say(`client_id\t${id}`);
      if (secret !== null) say(`client_secret\t${secret}`);
      say(`issuer\t${issuer}`);
      return 0;
    },
  },
  {
    name: 'client revoke',
    usage: 'client revoke <id>',
    summary: 'refuse an application from now on, and end what people granted it',
    async run(argv) {
      const { words } = readArguments(argv, {}, { min: 1, max: 1 });
      const [id = ''] = words;
      await recorded('client revoke', ({ modules }) => modules.identity.clients.revoke(id, operatorName()));
      say(`Revoked ${id}.`);
      return 0;
    },
  },
];

/** People of every tenant can sign in to such an application, so it stands in the audit log of each. */
async function recorded<T>(command: string, work: (place: Workplace) => Promise<T>): Promise<T> {
  return atWork(async (place) => {
    const tenants = await listTenants(place);
    await Promise.all(tenants.map(({ id }) => putOnRecord(place, command, id, [])));
    return work(place);
  });
}
