import { VigilError } from '@vigil/contract/errors';
import type { Role } from '@vigil/domain/roles';
import type { Identity } from '#identity/index.ts';
import type { People } from '#people/index.ts';

export interface LoginDependencies {
  readonly people: Pick<People, 'rolesOf'>;
  readonly identity: Pick<Identity, 'own' | 'refresh'>;
}

export interface LoginService {
  /**
   * Follows at once what the identity provider says in `token` about the caller: what was believed from before is forgotten.
   * Throws invalid_input for a token that is none of the provider's, forbidden for somebody else's.
   */
  syncSignIn(subject: string, token: string): Promise<{ userId: string | null; roles: Role[] }>;
}

export function createLoginService({ people, identity }: LoginDependencies): LoginService {
  return {
    async syncSignIn(subject, token) {
      const person = await identity.refresh(subject, token);
      if (!person)
        throw new VigilError('invalid_input', 'The token is not one of the identity provider’s, or has expired. Nothing was changed.', {
          fields: [{ field: 'token', message: 'Send a token of the identity provider that has not expired.' }],
        });
      if (person.subject !== subject) throw new VigilError('forbidden', 'The token speaks of somebody else. Nothing was changed.');
      return { userId: person.userId, roles: person.userId === null ? [] : await people.rolesOf(person.userId) };
    },
  };
}
