import { changeTeam, createTeam, deleteTeam, getTeam, listTeams } from '@vigil/contract/registry-teams.contract';
import { type Route, route, tenantOf } from '#http/route.ts';
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
    route(createTeam, ({ body }, context) => teams.create(tenantOf(context).id, executorOf(context, clock), body)),
    route(changeTeam, ({ params, body }, context) =>
      teams.change(tenantOf(context).id, executorOf(context, clock), params.id.toLowerCase(), body),
    ),
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
