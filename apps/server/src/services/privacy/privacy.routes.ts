import { privacy } from '@vigil/contract';
import type { QueryOf } from '@vigil/contract/endpoint';
import { FileAnswer, fileRoute, type RequestContext, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { ChainWatch } from '#platform/audit/watch-chain.ts';
import { type AccessByDayDeps, accessByDay } from './access-by-day.ts';
import { type AuditLog, type AuditLogQuestion, readPlace, writePlace } from './audit-log/audit-log.service.ts';
import type { Erasures } from './erasure/erasure.service.ts';
import type { MemberExport } from './export/member-export.ts';

export interface PrivacyRoutesDeps extends AccessByDayDeps {
  readonly auditLog: AuditLog;
  readonly chain: ChainWatch;
  readonly memberExport: MemberExport;
  readonly erasures: Erasures;
}

export function privacyRoutes(deps: PrivacyRoutesDeps): readonly Route[] {
  const { erasures, clock } = deps;
  return [
    ...auditRoutes(deps),
    route(privacy.listAccess, ({ params, query }, context) =>
      accessByDay(deps, {
        tenantId: tenantOf(context).id,
        member: params.userId.toLowerCase(),
        caller: userIdOf(context),
        beforeMs: query.before,
      }),
    ),
    fileRoute(privacy.exportMember, async ({ params }, context) => {
      const person = { tenantId: tenantOf(context).id, userId: params.userId.toLowerCase() };
      return new FileAnswer(`vigil-export-${dayOf(clock.now())}.zip`, await deps.memberExport.start(person));
    }),
    route(privacy.getErasure, ({ params }, context) => erasures.get(tenantOf(context).id, params.userId.toLowerCase())),
    route(privacy.requestErasure, ({ params, body }, context) =>
      erasures.request(tenantOf(context).id, params.userId.toLowerCase(), userIdOf(context), body),
    ),
    route(privacy.withdrawErasure, ({ params }, context) =>
      erasures.withdraw(tenantOf(context).id, params.userId.toLowerCase(), userIdOf(context)),
    ),
    route(privacy.carryOutErasure, ({ params, body }, context) =>
      erasures.carryOut(tenantOf(context).id, params.userId.toLowerCase(), userIdOf(context), body),
    ),
    route(privacy.listErasures, async (_, context) => {
      await requireWholeTenant(context);
      const content = await erasures.list(tenantOf(context).id);
      context.auditMembers(content.flatMap(({ member, userId }) => (member ? [userId] : [])));
      return { content };
    }),
  ];
}

function auditRoutes({ auditLog, chain, clock }: PrivacyRoutesDeps): Route[] {
  return [
    route(privacy.searchAudit, async ({ query }, context) => {
      await requireWholeTenant(context);
      const { after, size, ...filter } = query;
      const question = { ...questionOf(filter), ...(after !== undefined && { before: readPlace(after) }) };
      const { content, next } = await auditLog.page(tenantOf(context).id, question, size);
      context.auditMembers([...(filter.member ? [filter.member] : []), ...content.flatMap(({ members }) => members.map(({ id }) => id))]);
      return { content, next: next && writePlace(next) };
    }),
    fileRoute(privacy.exportAudit, async ({ query }, context) => {
      context.auditMembers(query.member ? [query.member] : []);
      return new FileAnswer(`vigil-audit-${dayOf(clock.now())}.csv`, auditLog.file(tenantOf(context).id, questionOf(query)));
    }),
    route(privacy.getAuditState, async (_, context) => {
      const { entries, checked, checkedUpToMs, brokenAt } = await chain.look(tenantOf(context).id);
      return { entries, checked, checkedUpTo: checkedUpToMs, brokenAt };
    }),
  ];
}

/** Only administrators come here, and nothing narrows whom they see: if something ever does, no list may leave. */
async function requireWholeTenant(context: RequestContext): Promise<void> {
  if ((await context.membersInScope()) !== 'tenant') throw new Error('An administrator does not see the whole tenant');
}

type Filter = QueryOf<typeof privacy.exportAudit>;

function questionOf({ member, actor, by, from, to, kind, outcome, about }: Filter): AuditLogQuestion {
  return { member: member?.toLowerCase(), actor: actor?.toLowerCase(), fromMs: from, toMs: to, by, kind, outcome, about };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
