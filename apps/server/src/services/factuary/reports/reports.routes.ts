import { getProgramReport, getReport, getReportByClinician } from '@vigil/contract/factuary-reports.contract';
import { clinicalStaffRoles, type Role } from '@vigil/domain/roles';
import { type RequestContext, type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { ProgramReport } from './program-report.ts';
import type { Reports } from './reports.service.ts';

/** Whoever holds one of these reads everybody's figures; others read their own (specification, roles and permissions). */
const seeEverybody: readonly Role[] = ['observer', 'tenant_admin'];

const readsClinical = ({ caller }: RequestContext): boolean =>
  caller.kind === 'person' && caller.roles.some((role) => (clinicalStaffRoles as readonly Role[]).includes(role));

export function reportsRoutes(reports: Reports, programs: ProgramReport): readonly Route[] {
  return [
    route(getReport, async ({ query }, context) => {
      const answer = await reports.byMember({ ...query, tenantId: tenantOf(context).id, scope: await context.membersInScope() });
      context.auditMembers(answer.rows.map(({ uid }) => uid));
      return answer;
    }),
    route(getReportByClinician, async ({ query }, context) => {
      const roles = rolesOf(context);
      const only = roles.some((role) => seeEverybody.includes(role)) ? null : userIdOf(context);
      const question = { ...query, tenantId: tenantOf(context).id, scope: (await context.figureScope()).scope };
      const answer = await reports.byClinician(question, only);
      const entries = answer.rows.flatMap(({ actions }) => Object.values(actions).flatMap(({ data }) => data));
      context.auditMembers([...new Set(entries.map(({ patientId }) => patientId))]);
      return answer;
    }),
    route(getProgramReport, async (_input, context) => {
      const answer = await programs(tenantOf(context).id, await context.membersInScope(), readsClinical(context));
      context.auditMembers([...new Set(answer.rows.map(({ patient_id }) => patient_id))]);
      return answer;
    }),
  ];
}
