import { getBurden } from '@vigil/contract/alerts-burden.contract';
import { VigilError } from '@vigil/contract/errors';
import type { Role } from '@vigil/domain/roles';
import { type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Cohorts } from '#services/factuary/cohorts/index.ts';
import type { BurdenOf } from './burden.service.ts';

/** Whoever holds one of these reads everybody's figures, as in reports; others read their own (specification, roles and permissions). */
const seeEverybody: readonly Role[] = ['observer', 'tenant_admin'];

export function burdenRoutes(burden: BurdenOf, cohorts: Pick<Cohorts, 'membersFor'>): readonly Route[] {
  return [
    route(getBurden, async ({ query }, context) => {
      const { cohort, ...asked } = query;
      const tenantId = tenantOf(context).id;
      const { scope, isExact } = await context.figureScope();
      if (!isExact && (cohort ?? query.rule ?? query.clinician) !== undefined) throw choosesWhom();
      const roles = rolesOf(context);
      const reader = { userId: userIdOf(context), roles };
      const ofCohort = cohort === undefined ? scope : await cohorts.membersFor(tenantId, cohort, reader, scope);
      const { figures, about } = await burden({
        ...{ ...asked, tenantId, userIds: ofCohort === 'tenant' ? null : ofCohort },
        onlyClinician: roles.some((role) => seeEverybody.includes(role)) ? null : reader.userId,
        isExact,
      });
      context.auditMembers(about);
      return figures;
    }),
  ];
}

/** Two sets of members that differ in one of them would tell that one’s alerts by subtraction, however large they are. */
const choosesWhom = () =>
  new VigilError(
    'forbidden',
    'Only clinical staff can narrow these figures to a cohort, a rule or a clinician. Leave the filter out to see the whole clinic.',
  );
