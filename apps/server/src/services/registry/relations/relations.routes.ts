import type { CarePerson } from '@vigil/contract/registry-care-person';
import {
  cliniciansByTeamType,
  clinicianUnassignmentDetails,
  getCareTeamOfPatient,
  getCaseloads,
  listCliniciansOfPatient,
  listTeamsOfPatient,
} from '@vigil/contract/registry-care-team.contract';
import {
  assignClinician,
  assignFully,
  assignTeamFully,
  getPatientOfClinician,
  listPatientsOfClinician,
  unassignClinician,
  unassignFully,
} from '@vigil/contract/registry-relations.contract';
import { deleteSubordinate, getSubordinate, listSubordinates, putSubordinate } from '@vigil/contract/registry-subordinates.contract';
import { type RequestContext, type Route, route, tenantOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { CareTeam } from './care-team.service.ts';
import type { Executor } from './history.store.ts';
import type { Relations } from './relations.service.ts';
import type { Subordinates } from './subordinates.service.ts';

export interface RelationsRoutesDeps {
  readonly relations: Relations;
  readonly careTeam: CareTeam;
  readonly subordinates: Subordinates;
  readonly clock: Clock;
}

/** The caller, as whoever changes something. */
export function executorOf({ caller }: RequestContext, clock: Clock): Executor {
  if (caller.kind !== 'person') throw new Error('This endpoint’s access rule lets in others than people');
  return { userId: caller.userId, roles: caller.roles, atMs: clock.now() };
}

/** Somebody of the care team who is a member as well is shown to those who may see that member, and that is on record. */
export async function colleagues(context: RequestContext) {
  const scope = await context.membersInScope();
  const isMember = ({ roles }: Pick<CarePerson, 'roles'>) => roles.includes('patient');
  return {
    may: (person: CarePerson) => !isMember(person) || scope === 'tenant' || scope.includes(person.id),
    audit: (people: readonly CarePerson[]) => context.auditMembers(people.filter(isMember).map(({ id }) => id)),
  };
}

/** Ids are written in lower case, however they were sent. */
const lower = <T extends Readonly<Record<string, string>>>(params: T): T =>
  Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id.toLowerCase()])) as T;

export function relationsRoutes(deps: RelationsRoutesDeps): readonly Route[] {
  return [...readingRoutes(deps), ...changingRoutes(deps), ...subordinateRoutes(deps)];
}

function readingRoutes({ careTeam }: RelationsRoutesDeps): readonly Route[] {
  return [
    route(listPatientsOfClinician, async ({ params }, context) => {
      const scope = await context.membersInScope();
      const patients = await careTeam.patientsOf(tenantOf(context).id, lower(params).clinicianId);
      const inScope = scope === 'tenant' ? patients : patients.filter(({ id }) => scope.includes(id));
      context.auditMembers(inScope.map(({ id }) => id));
      return inScope;
    }),
    route(getPatientOfClinician, ({ params }, context) => {
      const { clinicianId, patientId } = lower(params);
      return careTeam.patientOf(tenantOf(context).id, clinicianId, patientId);
    }),
    route(getCaseloads, async (_input, context) => {
      const shown = await colleagues(context);
      const team = (await careTeam.caseloads(tenantOf(context).id)).filter(shown.may);
      shown.audit(team);
      return team;
    }),
    route(listCliniciansOfPatient, async ({ params, query }, context) => {
      const clinicians = await careTeam.cliniciansOf(tenantOf(context).id, lower(params).id);
      return clinicians.filter(({ teamType }) => query.teamTypes?.includes(teamType) ?? true);
    }),
    route(cliniciansByTeamType, async ({ params }, context) => {
      const clinicians = await careTeam.cliniciansOf(tenantOf(context).id, lower(params).patientId);
      return { PRIMARY: clinicians.filter(({ isPrimary }) => isPrimary), SUPPORT: clinicians.filter(({ isPrimary }) => !isPrimary) };
    }),
    route(listTeamsOfPatient, async ({ params, query }, context) => {
      const { clinicianId, patientId } = lower(params);
      const teams = await careTeam.teamsOf(tenantOf(context).id, clinicianId, patientId);
      return teams.filter(({ teamType }) => query.teamTypes?.includes(teamType) ?? true);
    }),
    route(getCareTeamOfPatient, ({ params }, context) => careTeam.ofPatient(tenantOf(context).id, lower(params).patientId)),
    route(clinicianUnassignmentDetails, ({ params }, context) => careTeam.endedOf(tenantOf(context).id, lower(params).patientId)),
  ];
}

function changingRoutes({ relations, clock }: RelationsRoutesDeps): readonly Route[] {
  return [
    route(assignFully, ({ params, query }, context) =>
      relations.assignFully(tenantOf(context).id, executorOf(context, clock), {
        ...lower(params),
        ...query,
        assignmentType: 'DIRECT_ASSIGNMENT',
      }),
    ),
    route(unassignFully, ({ params, query }, context) =>
      relations.end(tenantOf(context).id, executorOf(context, clock), { ...lower(params), ...query, full: true }),
    ),
    route(assignClinician, ({ params, query }, context) =>
      relations.assign(tenantOf(context).id, executorOf(context, clock), { ...lower(params), ...query }),
    ),
    route(unassignClinician, ({ params, query }, context) =>
      relations.end(tenantOf(context).id, executorOf(context, clock), { ...lower(params), ...query, full: false }),
    ),
    route(assignTeamFully, ({ body }, context) => relations.assignFully(tenantOf(context).id, executorOf(context, clock), body)),
  ];
}

function subordinateRoutes({ subordinates }: RelationsRoutesDeps): readonly Route[] {
  return [
    route(listSubordinates, ({ params }, context) => subordinates.list(tenantOf(context).id, lower(params).clinicianId)),
    ...(
      [
        [getSubordinate, subordinates.read],
        [putSubordinate, subordinates.add],
        [deleteSubordinate, subordinates.remove],
      ] as const
    ).map(([endpoint, does]) =>
      route(endpoint, ({ params }, context) => {
        const { clinicianId, subordinateId } = lower(params);
        return does(tenantOf(context).id, clinicianId, subordinateId);
      }),
    ),
  ];
}
