import { getBurden } from '@vigil/contract/alerts-burden.contract';
import { clinicalStaffRoles, type Role } from '@vigil/domain/roles';
import { type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Cohorts } from '#services/factuary/cohorts/index.ts';
import type { BurdenOf } from './burden.service.ts';

/** Whoever holds one of these reads everybody's figures, as in reports; others read their own (specification, roles and permissions). */
const seeEverybody: readonly Role[] = ['observer', 'tenant_admin'];

export function burdenRoutes(burden: BurdenOf, cohorts: Pick<Cohorts, 'membersFor'>): readonly Route[] {
  return [
    route(getBurden, async ({ query: { cohort, ...asked } }, context) => {
      const tenantId = tenantOf(context).id;
      const scope = await context.membersInScope();
      const roles = context.caller.kind === 'person' ? context.caller.roles : [];
      const reader = { userId: userIdOf(context), roles };
      const ofCohort = cohort === undefined ? scope : await cohorts.membersFor(tenantId, cohort, reader, scope);
      const answer = await burden({
        ...{ ...asked, tenantId, userIds: ofCohort === 'tenant' ? null : ofCohort },
        onlyClinician: roles.some((role) => seeEverybody.includes(role)) ? null : reader.userId,
        namesMembers: roles.some((role) => (clinicalStaffRoles as readonly Role[]).includes(role)),
      });
      context.auditMembers((answer.noisiestMembers ?? []).map(({ userId }) => userId));
      return answer;
    }),
  ];
}
