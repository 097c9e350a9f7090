import type { Database } from '#platform/postgres/database.ts';
import { type AccountsStore, createAccountsStore } from './accounts.store.ts';
import { createPeopleStore, type PeopleStore } from './people.store.ts';
import { createPeoplePrivacy, type PeoplePrivacy } from './personal-data.ts';

export type { UserRow, UsersQuestion } from './accounts.store.ts';
export {
  isActive,
  type MemberDetails,
  type MemberIdentifiers,
  type Membership,
  type NamedUser,
  type NewPerson,
  type PersonName,
} from './people.store.ts';
export type { KeptIdentity } from './personal-data.ts';

/** Who somebody is: users, their memberships and roles, their time zones. The one place that asks for them or changes them. */
export interface People extends PeopleStore {
  readonly accounts: AccountsStore;
  /** What privacy asks of people: names where known, and their part of an export and an erasure. */
  readonly privacy: PeoplePrivacy;
}

export function createPeople({ database }: { readonly database: Database }): People {
  return { ...createPeopleStore(database), accounts: createAccountsStore(database), privacy: createPeoplePrivacy(database) };
}
