import { careTeamRoles, type Role } from '@vigil/domain/roles';
import type { People } from '#people/index.ts';
import type { Sql } from '#platform/postgres/database.ts';
import { beginWithin } from './bulk-assignment.store.ts';
import { addHistory, type Executor } from './history.store.ts';
import { begun, type RelationRow } from './relations.store.ts';
import { joinManyWithin, teamsNamedWithin } from './teams.store.ts';

/** Whom new members can be assigned to, as a file names them. */
export interface CareTargets {
  /** By e-mail address in lower case; whoever is not there is absent. */
  readonly clinicians: ReadonlyMap<string, { readonly id: string; readonly isOfCareTeam: boolean; readonly hasLeft: boolean }>;
  /** By `plainTeamName`. */
  readonly teams: ReadonlyMap<string, readonly { readonly id: string; readonly patientCount: number }[]>;
}

/** To whom a member is assigned who was made in the same transaction. */
export interface NewcomerCare {
  readonly memberId: string;
  readonly primaryId: string | null;
  readonly supportIds: readonly string[];
  readonly teamIds: readonly string[];
}

export interface NewcomersCare {
  targets(
    sql: Sql,
    tenantId: string,
    named: { readonly emails: readonly string[]; readonly teamNames: readonly string[] },
  ): Promise<CareTargets>;
  /** Within the transaction that makes the members. Answers who looks after somebody from now on, to be told once it is stored. */
  assign(sql: Sql, tenantId: string, by: Executor, newcomers: readonly NewcomerCare[]): Promise<readonly string[]>;
  readonly changed: (tenantId: string, userIds: Iterable<string>) => void;
}

/** How names of care teams are compared: `Blue  team` and `blue team` are one. */
export const plainTeamName = (name: string): string => name.trim().split(/\s+/).join(' ').toLowerCase();

const isOfCareTeam = (held: readonly Role[]) => held.some((role) => (careTeamRoles as readonly Role[]).includes(role));

/** Nothing is said in conversations: whoever is new has none yet. */
export function createNewcomersCare(people: Pick<People, 'care'>, changed: NewcomersCare['changed']): NewcomersCare {
  return {
    changed,
    async targets(sql, tenantId, { emails, teamNames }) {
      const staff = emails.length === 0 ? [] : await people.care.withEmailsWithin(sql, tenantId, emails);
      const teams = teamNames.length === 0 ? [] : await teamsNamedWithin(sql, tenantId);
      return {
        clinicians: new Map(
          staff.map(({ email, id, roles, isInTheTenant }) => [
            email,
            { id, isOfCareTeam: isOfCareTeam(roles), hasLeft: isInTheTenant === false },
          ]),
        ),
        teams: Map.groupBy(teams, ({ name }) => plainTeamName(name)),
      };
    },
    async assign(sql, tenantId, by, newcomers) {
      const relation = (memberId: string, clinicianId: string, teamType: RelationRow['teamType']): RelationRow => ({
        ...{ patientId: memberId, clinicianId, teamType, assignmentType: 'DIRECT_ASSIGNMENT' },
        ...{ withClinicianId: null, careTeamId: null, assignedAt: by.atMs },
      });
      const made = await beginWithin(
        sql,
        tenantId,
        newcomers.flatMap(({ memberId, primaryId, supportIds }) => [
          ...(primaryId === null ? [] : [relation(memberId, primaryId, 'PRIMARY')]),
          ...supportIds.map((id) => relation(memberId, id, 'SUPPORT')),
        ]),
      );
      await addHistory(sql, tenantId, by, made.map(begun));
      const byTeam = Map.groupBy(
        newcomers.flatMap(({ memberId, teamIds }) => teamIds.map((teamId) => ({ teamId, memberId }))),
        ({ teamId }) => teamId,
      );
      const told = made.map(({ clinicianId }) => clinicianId);
      for (const [teamId, members] of byTeam) {
        const patientIds = members.map(({ memberId }) => memberId);
        told.push(...((await joinManyWithin(sql, tenantId, by, { teamId, patientIds }))?.clinicianIds ?? []));
      }
      return told;
    },
  };
}
