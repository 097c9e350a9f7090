import { login } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { type Person, type RequestContext, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { OwnAccount, OwnCaller } from '#identity/index.ts';
import type { LoginService } from './login.service.ts';

export function loginRoutes(
  own: Pick<OwnAccount, 'password' | 'quickUnlock' | 'secondFactor' | 'secondFactorReset' | 'sessions'>,
  service: LoginService,
): readonly Route[] {
  const { password, quickUnlock, secondFactor, secondFactorReset, sessions } = own;
  return [
    route(login.resetPassword, async ({ body }, context) => {
      await password.requestReset(body.email, { ...originOf(context), raw: context.request.raw });
      return { accepted: true } as const;
    }),
    route(login.updatePassword, async ({ body }, context) => {
      await password.change(changing(context), body);
      return { updated: true } as const;
    }),
    route(login.syncSignIn, async ({ body }, context) => service.syncSignIn(personOf(context).subject, body.token)),

    route(login.listSessions, async (_input, context) => sessions.list(callerOf(context))),
    route(login.endSession, async ({ params }, context) => {
      if (!(await sessions.end(changing(context), params.sessionId)))
        throw new VigilError('not_found', 'This session has ended already, or is none of yours.');
      return { ended: 1 };
    }),
    route(login.endOtherSessions, async (_input, context) => ({ ended: await sessions.endOthers(changing(context)) })),

    route(login.lockSession, async (_input, context) => {
      await quickUnlock.lock(changing(context));
      return { locked: true } as const;
    }),
    route(login.getQuickUnlock, async (_input, context) => quickUnlock.state(callerOf(context))),
    route(login.setQuickUnlock, async ({ body }, context) => quickUnlock.set(changing(context), body)),
    route(login.removeQuickUnlock, async (_input, context) => quickUnlock.remove(changing(context))),

    route(login.getSecondFactor, async (_input, context) => secondFactor.state(callerOf(context))),
    route(login.beginSecondFactor, async ({ body }, context) => secondFactor.begin(callerOf(context), body.password)),
    route(login.confirmSecondFactor, async ({ body }, context) => secondFactor.confirm(changing(context), body)),
    route(login.renewRecoveryCodes, async ({ body }, context) => secondFactor.renewRecoveryCodes(changing(context), body)),
    route(login.removeSecondFactor, async ({ body }, context) => {
      await secondFactor.remove(changing(context), body);
      return { removed: true } as const;
    }),
    route(login.resetSecondFactor, async ({ params }, context) => {
      const userId = params.userId.toLowerCase();
      const whose = { tenantId: tenantOf(context).id, userId, byUserId: userIdOf(context) };
      return secondFactorReset.byAdministrator(whose, originOf(context));
    }),
  ];
}

/** The caller of a change: it stands in the audit log, about the caller, whatever becomes of it. */
function changing(context: RequestContext): OwnCaller {
  const { userId } = personOf(context);
  if (userId !== null) context.auditMembers([userId]);
  return callerOf(context);
}

function callerOf(context: RequestContext): OwnCaller {
  const { grantId, subject } = personOf(context);
  return { ...originOf(context), subject, grantId };
}

function originOf({ ip, request }: RequestContext) {
  return { ip, language: request.headers['accept-language'], host: request.host };
}

function personOf({ caller }: RequestContext): Person {
  if (caller.kind !== 'person') throw new Error('The access rules of the login service let in others than people');
  return caller;
}
