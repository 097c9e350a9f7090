import type { Database } from '#platform/postgres/database.ts';
import { type AccountsStore, createAccountsStore } from './accounts.store.ts';
import { createNewcomersStore, type NewcomersStore } from './newcomers.store.ts';
import { createPeopleStore, type PeopleStore } from './people.store.ts';

export {
  type AccountChange,
  type AccountSurroundings,
  type ChangeableField,
  editorsNameOf,
} from './account-changes.store.ts';
export type { UsersQuestion } from './accounts.store.ts';
export type { Addressee, Newcomer } from './newcomers.store.ts';
export {
  isActive,
  type MemberDetails,
  type MemberIdentifiers,
  type Membership,
  type NamedUser,
  type NewPerson,
  type PersonName,
} from './people.store.ts';
export type { UserRow } from './user-row.ts';

/** Who somebody is: users, their memberships and roles, their time zones. The one place that asks for them or changes them. */
export interface People extends PeopleStore {
  readonly accounts: AccountsStore;
  /** People who were invited. */
  readonly newcomers: NewcomersStore;
}

export function createPeople({ database }: { readonly database: Database }): People {
  return { ...createPeopleStore(database), accounts: createAccountsStore(database), newcomers: createNewcomersStore(database) };
}
