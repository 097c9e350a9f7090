import { changeTeam, createTeam, deleteTeam, getTeam, listTeams } from '@vigil/contract/registry-teams.contract';
import { type RequestContext, type Route, route, tenantOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import { colleagues, executorOf } from './relations.routes.ts';
import type { Teams } from './teams.service.ts';

export function teamsRoutes(teams: Teams, clock: Clock): readonly Route[] {
  return [
    route(listTeams, async (_input, context) => {
      const shown = await colleagues(context);
      const list = (await teams.list(tenantOf(context).id)).map((team) => ({ ...team, clinicians: team.clinicians.filter(shown.may) }));
      shown.audit(list.flatMap(({ clinicians }) => clinicians));
      return list;
    }),
    route(getTeam, async ({ params }, context) => {
      const scope = await context.membersInScope();
      const team = await teams.read(tenantOf(context).id, params.id.toLowerCase(), scope);
      context.auditMembers(team.patientIds);
      return team;
    }),
    route(createTeam, async ({ body }, context) => {
      await requireMembers(context, body.patientIds);
      return teams.create(tenantOf(context).id, executorOf(context, clock), body);
    }),
    route(changeTeam, async ({ params, body }, context) => {
      await requireMembers(context, body.patientIds);
      return teams.change(tenantOf(context).id, executorOf(context, clock), params.id.toLowerCase(), body);
    }),
    route(deleteTeam, async ({ params, query }, context) => {
      const team = await teams.remove(tenantOf(context).id, executorOf(context, clock), {
        id: params.id.toLowerCase(),
        version: query.version,
      });
      context.auditMembers(team.patientIds);
      return { id: team.id, name: team.name };
    }),
  ];
}

async function requireMembers(context: RequestContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return context.auditMembers([]);
  await Promise.all(ids.map((id) => context.requireMember(id)));
}
