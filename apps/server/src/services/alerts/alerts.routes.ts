import {
  changeRule,
  createRule,
  getRule,
  listDefaults,
  listMemberRules,
  listRules,
  publishRule,
  retireRule,
  setCohortLayer,
  setMemberLayer,
} from '@vigil/contract/alerts.contract';
import { cancelBacktest, getBacktest, startBacktest } from '@vigil/contract/alerts-backtests.contract';
import { getEvaluation } from '@vigil/contract/alerts-evaluation.contract';
import { VigilError } from '@vigil/contract/errors';
import { defaultRules } from '@vigil/domain/alerts/defaults';
import { type MemberScope, type RequestContext, type Route, rolesOf, route, tenantOf, userIdOf } from '#http/route.ts';
import type { AskedBacktest, Backtests } from './backtest/backtests.service.ts';
import type { Live } from './live/live.ts';
import type { MemberRules } from './rules/member-rules.ts';
import type { Rules } from './rules/rules.service.ts';

export interface AlertsUseCases {
  readonly rules: Rules;
  readonly memberRules: MemberRules;
  readonly backtests: Backtests;
  readonly live: Pick<Live, 'evaluation'>;
}

export function alertsRoutes({ rules, memberRules, backtests, live }: AlertsUseCases): readonly Route[] {
  return [
    route(listDefaults, async () => defaultRules.map(({ id, title, source, rule }) => ({ id, title, source, definition: rule }))),
    route(listRules, (_, context) => rules.list(tenantOf(context).id)),
    route(getRule, ({ params }, context) => rules.get(tenantOf(context).id, params.ruleId)),
    route(createRule, ({ body }, context) => rules.create(tenantOf(context).id, userIdOf(context), body)),
    route(changeRule, ({ params, body }, context) => rules.change(tenantOf(context).id, userIdOf(context), params.ruleId, body)),
    route(publishRule, ({ params, body }, context) =>
      rules.publish(tenantOf(context).id, params.ruleId, body.revision, body.state, body.limitsConfirmed),
    ),
    route(retireRule, ({ params, body }, context) => rules.retire(tenantOf(context).id, params.ruleId, body.revision)),
    route(setCohortLayer, ({ params, body }, context) =>
      rules.setCohortLayer(tenantOf(context).id, userIdOf(context), params.ruleId, params.cohortId, body),
    ),
    route(listMemberRules, ({ params }, context) => memberRules.list(tenantOf(context).id, params.userId)),
    route(setMemberLayer, ({ params, body }, context) => memberRules.set(tenantOf(context).id, userIdOf(context), params, body)),
    route(getEvaluation, (_, context) => live.evaluation(tenantOf(context).id)),
    ...backtestRoutes(backtests),
  ];
}

function backtestRoutes(backtests: Backtests): readonly Route[] {
  return [
    route(startBacktest, async ({ body }, context) => {
      const scope = await context.membersInScope();
      return told(await backtests.start(tenantOf(context).id, askerOf(context), scope, body), scope, context);
    }),
    route(getBacktest, async ({ params }, context) => {
      const scope = await context.membersInScope();
      return told(await backtests.get(tenantOf(context).id, userIdOf(context), params.backtestId), scope, context);
    }),
    route(cancelBacktest, async ({ params }, context) => {
      const scope = await context.membersInScope();
      return told(await backtests.cancel(tenantOf(context).id, userIdOf(context), params.backtestId), scope, context);
    }),
  ];
}

const askerOf = (context: RequestContext) => ({
  userId: userIdOf(context),
  roles: rolesOf(context),
});

/** Its figures are over all whom it looked at: once the caller may no longer see one of them, none of it is told. */
function told({ backtest, userIds }: AskedBacktest, scope: MemberScope, context: RequestContext) {
  const isSeen = scope === 'tenant' || userIds.every((id) => scope.includes(id));
  context.auditMembers(isSeen ? userIds : []);
  if (!isSeen) throw new VigilError('not_found', 'This backtest looked at members whom you no longer look after. Run it again.');
  return backtest;
}
