import { VigilError } from '@vigil/contract/errors';
import type { ChangedAccount, UserAccount } from '@vigil/contract/registry.contract';
import type { AccountEdit } from '@vigil/contract/registry.forms';
import type { BasicInfo } from '@vigil/contract/registry-people.contract';
import type { Role } from '@vigil/domain/roles';
import type { AccountStatus } from '@vigil/domain/status/account-status';
import { memberTimeZone } from '@vigil/domain/timeframe/zone';
import type { People, UserRow, UsersQuestion } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { type ChangeCircumstances, judged, type Patch, patchedAccount, removedAccount, sortPatch } from './account-change.rules.ts';
import { allowedEdit, editedAccount, requirePossibleBirth } from './account-edit.rules.ts';
import { type AccountRow, createAccountView, seesWhole, settingsOf } from './account-view.ts';
import { patchedSettings } from './registry.rules.ts';
import { isMember, statusOf } from './standing.rules.ts';

/** Who asks or changes something, in which tenant. */
export interface Actor {
  readonly tenantId: string;
  readonly userId: string;
  readonly roles: readonly Role[];
  readonly onHold: boolean;
}

/** People of the tenant by their ids; `scope` as in the list of users. */
export type NamedPeople = Pick<UsersQuestion, 'tenantId' | 'scope' | 'teamType'> & { readonly userIds: readonly string[] };

export interface RegistryOptions {
  readonly people: Pick<People, 'accounts'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly removalUndoMs: number;
  /** Ids of those who are in one of these teams, staff and members. */
  readonly inCareTeams: (tenantId: string, teamIds: readonly string[]) => Promise<readonly string[]>;
  /** The primary clinicians of these members, by member; whoever has none is absent. */
  readonly primaryCliniciansOf: (
    tenantId: string,
    memberIds: readonly string[],
  ) => Promise<ReadonlyMap<string, NonNullable<AccountRow['primaryClinician']>>>;
}

export type Registry = ReturnType<typeof createRegistryService>;

export function createRegistryService({ people, bus, clock, removalUndoMs, inCareTeams, primaryCliniciansOf }: RegistryOptions) {
  const view = createAccountView({ removalUndoMs });

  async function change(
    actor: Actor,
    userId: string,
    sinceVersion: number | null,
    decide: (user: UserRow, circumstances: ChangeCircumstances) => ReturnType<typeof judged>,
  ): Promise<ChangedAccount> {
    const id = userId.toLowerCase();
    let versionBefore = 0;
    const circumstances = { actorId: actor.userId, nowMs: clock.now(), removalUndoMs };
    const changed = await people.accounts.change({
      tenantId: actor.tenantId,
      userId: id,
      actorId: actor.userId,
      sinceVersion,
      decide: (before, surroundings) => {
        if (sinceVersion !== null && sinceVersion > before.version)
          throw new VigilError('invalid_input', 'The account has not had this version yet. Read it again.');
        versionBefore = before.version;
        return decide(before, { ...circumstances, ...surroundings });
      },
    });
    bus.publish('user.changed', { tenantId: actor.tenantId, userId: id });
    const account = view.account(found(changed));
    return { ...account, changed: account.version !== versionBefore };
  }

  async function named({ userIds, ...question }: NamedPeople): Promise<UserRow[]> {
    const wanted = [...new Set(userIds.map((id) => id.toLowerCase()))];
    const order = { page: 0, size: wanted.length, sortingField: 'lastName', sortOrder: 'ASC' } as const;
    return (await people.accounts.users({ ...question, ...order, userIds: wanted })).rows;
  }

  return {
    async listUsers({ careTeams, ...question }: UsersQuestion & { careTeams?: readonly string[] | undefined }) {
      const onlyIds = careTeams && (await inCareTeams(question.tenantId, careTeams));
      const { rows, total } = await people.accounts.users({ ...question, onlyIds });
      const primary = await primaryCliniciansOf(
        question.tenantId,
        rows.filter(isMember).map(({ id }) => id),
      );
      return { content: rows.map((row) => view.row(row, primary.get(row.id) ?? null)), totalElements: total };
    },

    /** Throws not_found when the tenant has no such account. */
    async getUser(actor: Actor, userId: string): Promise<UserAccount> {
      const user = found(await people.accounts.user(actor.tenantId, userId));
      return seesWhole(user, actor) ? view.account(user) : view.colleague(user);
    },

    async getBasicInfo(tenantId: string, userId: string): Promise<BasicInfo> {
      return view.basicInfo(found(await people.accounts.user(tenantId, userId)));
    },

    listBasicInfo: async (question: NamedPeople): Promise<BasicInfo[]> => (await named(question)).map(view.basicInfo),

    async listStatuses(question: NamedPeople): Promise<{ id: string; roles: readonly Role[]; accountStatus: AccountStatus | null }[]> {
      return (await named(question)).map((user) => ({ id: user.id, roles: user.roles, accountStatus: statusOf(user) }));
    },

    /** All operations or none. Throws forbidden for what is not the caller's to change, conflict for what somebody else changed. */
    async patchUser(actor: Actor, userId: string, patch: Patch, ifMatch: number | null): Promise<ChangedAccount> {
      const { administrative, settings, version } = sortPatch(patch);
      const own = userId.toLowerCase() === actor.userId;
      if (administrative && !actor.roles.includes('tenant_admin')) throw forbidden('Only an administrator may change this.');
      if (administrative && actor.onHold)
        throw new VigilError('account_on_hold', 'Your account is on hold: you can read, but nothing can be changed.');
      if (settings.length > 0 && !own) throw forbidden('These settings are the person’s own.');
      return change(actor, userId, ifMatch ?? version, (user, circumstances) => ({
        ...(administrative && patchedAccount(user, administrative, circumstances)),
        ...(settings.length > 0 && { portalSettings: patchedSettings(settingsOf(user), settings) }),
      }));
    },

    async putUser(actor: Actor, userId: string, edit: AccountEdit, ifMatch: number | null): Promise<ChangedAccount> {
      const version = ifMatch ?? edit.version ?? null;
      if (version === null) {
        const message = 'Say which version of the account you have edited, here or in If-Match.';
        throw new VigilError('invalid_input', message, { fields: [{ field: 'version', message }] });
      }
      const by = { isAdministrator: actor.roles.includes('tenant_admin'), defaultZone: memberTimeZone(null) };
      return change(actor, userId, version, (user, circumstances) => {
        const wanted = allowedEdit(user, editedAccount(edit), by);
        requirePossibleBirth(wanted, circumstances.nowMs);
        return judged(user, wanted, circumstances);
      });
    },

    removeUser: (actor: Actor, userId: string): Promise<ChangedAccount> => change(actor, userId, null, removedAccount),
  };
}

function found(user: UserRow | undefined): UserRow {
  if (!user) throw new VigilError('not_found', 'There is no such user.');
  return user;
}

const forbidden = (message: string) => new VigilError('forbidden', `${message} Nothing was changed.`);
