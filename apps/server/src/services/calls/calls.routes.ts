import * as contract from '@vigil/contract/calls.contract';
import { type RequestContext, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { CallsService, Device } from './calls.service.ts';

export function callsRoutes(calls: CallsService): readonly Route[] {
  const caller = (context: RequestContext) => ({ tenantId: tenantOf(context).id, userId: userIdOf(context) });
  const on = (context: RequestContext, { deviceId }: { readonly deviceId: string }): Device => ({
    ...caller(context),
    deviceId: deviceId.toLowerCase(),
  });
  /** A call of the caller's, whose member stands in the audit log. With `inScope` the member has to be one whom the caller may see now. */
  async function own(context: RequestContext, callId: string, inScope: boolean): Promise<void> {
    await context.membersInScope();
    const memberId = await calls.memberOf(caller(context), callId);
    context.auditMembers([memberId ?? []].flat());
    if (inScope && memberId !== null) await context.requireMember(memberId);
  }

  return [
    route(contract.dial, ({ body }, context) => calls.dial(on(context, body), body)),
    route(contract.getCurrentCall, async ({ query }, context) => {
      await context.membersInScope();
      const { call = null } = (await calls.current(on(context, query))) ?? {};
      context.auditMembers([call?.memberId ?? []].flat());
      if (call?.memberId != null) await context.requireMember(call.memberId);
      return { call };
    }),
    route(contract.listCalls, async ({ query }, context) => {
      const page = await calls.list(caller(context), await context.membersInScope(), query.before);
      context.auditMembers([...new Set(page.calls.flatMap(({ memberId }) => memberId ?? []))]);
      return page;
    }),
    route(contract.listCallsOfMember, ({ params, query }, context) =>
      calls.listOfMember(caller(context), params.userId.toLowerCase(), query.before),
    ),
    route(contract.ringCall, async ({ params, body }, context) => {
      await own(context, params.callId, true);
      return { call: await calls.ring(on(context, body), params.callId) };
    }),
    route(contract.acceptCall, async ({ params, body }, context) => {
      await own(context, params.callId, true);
      return calls.accept(on(context, body), params.callId);
    }),
    route(contract.endCall, async ({ params, body }, context) => {
      await own(context, params.callId, false);
      return { call: await calls.end(on(context, body), params.callId, body) };
    }),
    route(contract.reportCallFailure, async ({ params, body }, context) => {
      await own(context, params.callId, false);
      return { call: await calls.fail(on(context, body), params.callId) };
    }),
    route(contract.reportMedia, ({ params, body }, context) => calls.reportMedia(on(context, body), params.callId, body)),
    route(contract.sendSignals, ({ params, body }, context) => calls.sendSignals(on(context, body), params.callId, body)),
    route(contract.listSignals, async ({ params, query }, context) => {
      await own(context, params.callId, true);
      return { signals: await calls.signals(on(context, query), params.callId, query.after) };
    }),
    route(contract.renewIce, async ({ params, body }, context) => ({ ice: await calls.renewIce(on(context, body), params.callId) })),
  ];
}
