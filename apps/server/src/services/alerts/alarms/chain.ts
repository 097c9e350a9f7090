import { type ActionRole, actionRolesOf } from '@vigil/domain/actions/moves';
import type { ChainStep } from '@vigil/domain/alerts/chain';
import type { RuleRole } from '@vigil/domain/alerts/rule';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import type { Sql } from '#platform/postgres/database.ts';
import type { Ring } from './ring.ts';

/** Somebody of the staff who has not left and is not on hold. */
export interface StaffMember {
  readonly id: string;
  readonly roles: readonly Role[];
}

/** Somebody who looks after a member: as one of the primary clinicians or in a care team (`isPrimary`), or in support. */
export interface Caretaker {
  readonly patientId: string;
  readonly clinicianId: string;
  readonly isPrimary: boolean;
}

/** What the chain asks others, each within the transaction that rings. */
export interface ChainDeps {
  readonly staff: (sql: Sql, tenantId: string) => Promise<readonly StaffMember[]>;
  readonly caretakers: (sql: Sql, tenantId: string, memberIds: readonly string[]) => Promise<readonly Caretaker[]>;
  /** Who has these actions; those that nobody has are left out. */
  readonly assigneesOf: (sql: Sql, tenantId: string, actionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Whether staff see every member, or only those whom they look after. */
  readonly patientsSeen: (sql: Sql, tenantId: string) => Promise<'tenant' | 'assigned'>;
  /** Who is on call now, by role. */
  readonly onCall: (sql: Sql, tenantId: string) => Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Everybody who can be asked about some alarms. */
export interface Chain {
  readonly present: ReadonlySet<string>;
  readonly providers: readonly string[];
  readonly careTeam: readonly string[];
  readonly administrators: readonly string[];
  readonly assignees: ReadonlyMap<string, string>;
  readonly caretakers: ReadonlyMap<string, readonly Caretaker[]>;
  /** By role, of those who hold it: a rota may name somebody who does no longer. */
  readonly onCall: ReadonlyMap<string, readonly string[]>;
  readonly seesAll: boolean;
}

export type ReadChain = (sql: Sql, tenantId: string, about: readonly Pick<Ring, 'userId' | 'actionIds'>[]) => Promise<Chain>;

const isProvider = ({ roles }: StaffMember) => roles.includes('md') || roles.includes('clinician');

export function createReadChain(deps: ChainDeps): ReadChain {
  return async (sql, tenantId, about) => {
    const staff = await deps.staff(sql, tenantId);
    const caretakers = await deps.caretakers(sql, tenantId, [...new Set(about.map(({ userId }) => userId))]);
    const actionIds = about.flatMap((one) => one.actionIds);
    return {
      present: new Set(staff.map(({ id }) => id)),
      providers: staff.filter(isProvider).map(({ id }) => id),
      careTeam: staff.filter(({ roles }) => roles.some((role) => (careTeamRoles as readonly Role[]).includes(role))).map(({ id }) => id),
      administrators: staff.filter(({ roles }) => roles.includes('tenant_admin')).map(({ id }) => id),
      assignees: await deps.assigneesOf(sql, tenantId, actionIds),
      caretakers: Map.groupBy(caretakers, ({ patientId }) => patientId),
      onCall: ofHolders(await deps.onCall(sql, tenantId), staff),
      seesAll: (await deps.patientsSeen(sql, tenantId)) === 'tenant',
    };
  };
}

function ofHolders(onCall: ReadonlyMap<string, readonly string[]>, staff: readonly StaffMember[]): Chain['onCall'] {
  const held = new Map(staff.map(({ id, roles }) => [id, actionRolesOf(roles)]));
  return new Map([...onCall].map(([role, ids]) => [role, ids.filter((id) => held.get(id)?.includes(role as ActionRole))]));
}

/**
 * Who is asked at a step: those of it who are there and may see the member, whose alarm it is; nobody else would be shown what it is
 * about. Nobody: the step is skipped.
 */
export function peopleAt(chain: Chain, step: ChainStep, ring: Pick<Ring, 'userId' | 'actionIds' | 'role'>): readonly string[] {
  const around = chain.caretakers.get(ring.userId) ?? [];
  const lookAfter = new Set(around.map(({ clinicianId }) => clinicianId));
  const asked = [...new Set(everybodyAt(chain, step, around, ring))];
  return asked.filter((id) => chain.present.has(id) && (chain.seesAll || lookAfter.has(id)));
}

function everybodyAt(
  chain: Chain,
  step: ChainStep,
  around: readonly Caretaker[],
  { actionIds, role }: { readonly actionIds: readonly string[]; readonly role: RuleRole },
): readonly string[] {
  switch (step) {
    case 'assignee':
      return actionIds.flatMap((id) => chain.assignees.get(id) ?? []);
    case 'primary_team':
      return around.filter(({ isPrimary }) => isPrimary).map(({ clinicianId }) => clinicianId);
    case 'on_call_for_role':
      return chain.onCall.get(role) ?? [];
    case 'on_call_md':
      return chain.onCall.get('md') ?? [];
    case 'all_providers':
      return everybodyWhoDecides(chain, around);
  }
}

/** Providers; where none may see the member, everybody of the care team who may is better than nobody. */
function everybodyWhoDecides({ seesAll, providers, careTeam }: Chain, around: readonly Caretaker[]): readonly string[] {
  const visible = (ids: readonly string[]) => (seesAll ? ids : ids.filter((id) => around.some(({ clinicianId }) => clinicianId === id)));
  const found = visible(providers);
  return found.length > 0 ? found : visible(careTeam);
}
