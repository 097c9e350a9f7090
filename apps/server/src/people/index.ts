import type { Database } from '#platform/postgres/database.ts';
import { type AccountsStore, createAccountsStore } from './accounts.store.ts';
import { type Activation, createActivation } from './activation.ts';
import { type CareStore, createCareStore } from './care.store.ts';
import { createHolds, type Holds } from './holds.ts';
import { createMemberPagesStore, type MemberPagesStore } from './member-pages.store.ts';
import { createNewcomersStore, type NewcomersStore } from './newcomers.store.ts';
import { createPeopleStore, type PeopleStore } from './people.store.ts';
import { createPeoplePrivacy, type PeoplePrivacy } from './personal-data.ts';
import { changePicture } from './pictures.store.ts';

export {
  type AccountChange,
  type AccountSurroundings,
  type ChangeableField,
  editorsNameOf,
} from './account-changes.store.ts';
export type { UsersQuestion } from './accounts.store.ts';
export type { CareUserRow, StaffRow } from './care.store.ts';
export { countryOf } from './country-of.ts';
export type { MemberPlace } from './member-pages.store.ts';
export type { Addressee, Holder, Newcomer, Taken } from './newcomers.store.ts';
export {
  isActive,
  type MemberDetails,
  type MemberIdentifiers,
  type Membership,
  type NamedUser,
  type NewPerson,
  type PersonName,
  takesPart,
} from './people.store.ts';
export type { KeptIdentity } from './personal-data.ts';
export type { UserRow } from './user-row.ts';

/** Who somebody is: users, their memberships and roles, their time zones. The one place that asks for them or changes them. */
export interface People extends PeopleStore, MemberPagesStore {
  readonly accounts: AccountsStore;
  readonly care: CareStore;
  /** People who were invited. */
  readonly newcomers: NewcomersStore;
  /** What is done, in the transaction of the cause, when a member shows the first sign of life. */
  readonly whenActive: Activation['whenActive'];
  /** What is done, in the transaction of the cause, when somebody is put on hold or leaves, or is back. */
  readonly whenHeld: Holds['whenHeld'];
  /** Within a transaction of the tenant: the address of an account's photo or signature; null for none. */
  readonly changePicture: typeof changePicture;
  /** What privacy asks of people: names where known, and their part of an export and an erasure. */
  readonly privacy: PeoplePrivacy;
}

export function createPeople({ database }: { readonly database: Database }): People {
  const activation = createActivation();
  const holds = createHolds();
  return {
    ...createPeopleStore(database, activation.becameActive),
    ...createMemberPagesStore(database),
    accounts: createAccountsStore(database, holds.followChange),
    care: createCareStore(database),
    newcomers: createNewcomersStore(database, activation.becameActive),
    whenActive: activation.whenActive,
    whenHeld: holds.whenHeld,
    changePicture,
    privacy: createPeoplePrivacy(database),
  };
}
