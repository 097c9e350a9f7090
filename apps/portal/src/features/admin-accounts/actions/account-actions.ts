import type { AccountRow } from '@vigil/contract/registry.contract';

/** What an administrator does with accounts from a list. */
export const actionIds = ['hold', 'restart', 'discharge', 'restore', 'deactivate', 'activate', 'remove', 'unremove'] as const;
export type ActionId = (typeof actionIds)[number];

/** Asked about first: afterwards the person can no longer sign in, and bands are refused. */
const askedFirst = ['discharge', 'deactivate', 'remove'] as const satisfies readonly ActionId[];
export type AskedAction = (typeof askedFirst)[number];

export function isAskedFirst(id: ActionId): id is AskedAction {
  return (askedFirst as readonly ActionId[]).includes(id);
}

type Flags = Partial<Record<'isInTheTenant' | 'isOnHold' | 'isDeactivated' | 'isRemoved', boolean>>;
type Shown = Pick<AccountRow, 'accountStatus' | 'roles' | 'isInTheTenant' | 'isOnHold'>;

interface AccountAction {
  /** What is patched; absent: the account is removed. */
  readonly flags?: Flags;
  /** What takes it back. */
  readonly undo: ActionId;
  /** Whether it makes sense for an account as it is. */
  readonly appliesTo: (row: Shown) => boolean;
  /** How the account looks once it is done, shown while that is on its way. */
  readonly after: Partial<Shown>;
  /** The specification shows half of the way while it is pending, whatever the number. */
  readonly halfWhilePending?: boolean;
}

const present = ({ accountStatus }: Shown) => accountStatus === 'ACTIVE' || accountStatus === 'CREATED' || accountStatus === 'HOLDING';
/** A member who reads messages in the portal; one on hold reads as well. */
export const canBeWrittenTo = (row: Shown): boolean => present(row) && isMember(row);
const isMember = ({ roles }: Shown) => roles.includes('patient');

export const accountActions: Readonly<Record<ActionId, AccountAction>> = {
  hold: {
    flags: { isOnHold: true },
    undo: 'restart',
    appliesTo: (row) => present(row) && !row.isOnHold && isMember(row),
    after: { isOnHold: true, accountStatus: 'HOLDING' },
  },
  restart: {
    flags: { isOnHold: false },
    undo: 'hold',
    appliesTo: (row) => row.accountStatus === 'HOLDING',
    after: { isOnHold: false, accountStatus: 'ACTIVE' },
  },
  discharge: {
    flags: { isInTheTenant: false },
    undo: 'restore',
    appliesTo: (row) => present(row) && isMember(row),
    after: { isInTheTenant: false, accountStatus: 'DISCHARGED' },
    halfWhilePending: true,
  },
  restore: {
    flags: { isInTheTenant: true },
    undo: 'discharge',
    appliesTo: (row) => row.accountStatus === 'DISCHARGED',
    after: { isInTheTenant: true, accountStatus: 'ACTIVE' },
  },
  deactivate: {
    flags: { isDeactivated: true },
    undo: 'activate',
    appliesTo: (row) => present(row) && !isMember(row),
    after: { accountStatus: 'INACTIVE' },
  },
  activate: {
    flags: { isDeactivated: false },
    undo: 'deactivate',
    appliesTo: (row) => row.accountStatus === 'INACTIVE',
    after: { accountStatus: 'ACTIVE' },
  },
  remove: {
    undo: 'unremove',
    appliesTo: (row) => row.accountStatus !== 'REMOVED',
    after: { accountStatus: 'REMOVED' },
  },
  unremove: {
    flags: { isRemoved: false },
    undo: 'remove',
    appliesTo: (row) => row.accountStatus === 'REMOVED',
    after: { accountStatus: 'ACTIVE' },
  },
};
