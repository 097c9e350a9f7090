import { VigilError } from '@vigil/contract/errors';
import type { People } from '#people/index.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Accounts, StoredAccount } from './accounts.ts';
import type { SignInEvents } from './events.ts';

export interface OperatorTokensOptions {
  readonly database: Database;
  readonly people: Pick<People, 'membershipsOf'>;
  readonly accounts: Accounts;
  readonly events: SignInEvents;
  readonly sign: (account: StoredAccount, tenantId: string | null) => Promise<string>;
}

/** Access tokens that the operator makes on the machine that holds the data: no sign-in stands behind them, so each is put on record. */
export function createOperatorTokens({ database, people, accounts, events, sign }: OperatorTokensOptions) {
  async function tenantOfMember(userId: string | null, code: string): Promise<string> {
    const tenants = await database.global((sql) =>
      sql.query<{ id: string }>('select id from vigil.tenants where code = $1', [code.toLowerCase()]),
    );
    const tenantId = tenants[0]?.id;
    if (tenantId === undefined) throw new VigilError('not_found', 'There is no tenant with this name.');
    const memberships = userId === null ? [] : await people.membershipsOf(userId);
    if (!memberships.some((membership) => membership.tenantId === tenantId))
      throw new VigilError('forbidden', 'This account has no user in this tenant.');
    return tenantId;
  }

  async function absent(email: string): Promise<VigilError> {
    const known = await accounts.knownByName(email);
    if (known?.isDemonstration)
      return new VigilError(
        'forbidden',
        'This account is the demonstration’s, whose password everybody knows: it is off while the server runs without DEMO=1.',
      );
    return new VigilError('not_found', 'There is no account with this e-mail address.');
  }

  return {
    async issue({ email, tenantCode }: { email: string; tenantCode?: string | undefined }): Promise<string> {
      const account = await accounts.findByName(email);
      if (!account) throw await absent(email);
      const tenantId = tenantCode === undefined ? null : await tenantOfMember(account.userId, tenantCode);
      const token = await sign(account, tenantId);
      await events.record({ event: 'operator-token', outcome: 'succeeded', accountId: account.id, ip: null });
      return token;
    },
  };
}
