import { registry, registryPeople } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { type RequestContext, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import { type People, takesPart } from '#people/index.ts';
import type { TenantPost } from '#platform/outbox/outbox.ts';
import { sendEmails } from './emails.ts';
import type { Actor, Registry } from './registry.service.ts';

export interface RegistryRoutesDeps {
  readonly service: Registry;
  readonly people: Pick<People, 'accounts' | 'membershipsOf'>;
  readonly post: Pick<TenantPost, 'send'>;
  readonly endSessions: (userId: string) => Promise<unknown>;
}

export function registryRoutes({ service, people, post, endSessions }: RegistryRoutesDeps): Route[] {
  return [
    route(registry.listUsers, async ({ query }, context) => {
      const scope = await context.membersInScope();
      const page = await service.listUsers({ ...query, tenantId: tenantOf(context).id, scope });
      auditMembersIn(context, page.content);
      return { ...page, page: query.page, size: query.size };
    }),
    route(registry.getUser, async ({ params }, context) => withVersion(context, await service.getUser(actorOf(context), params.id))),
    route(registry.patchUser, async ({ params, body }, context) => {
      const operations = Array.isArray(body) ? body : body.operations;
      if (!Array.isArray(body) && body.userId.toLowerCase() !== params.id.toLowerCase())
        throw new VigilError('invalid_input', 'The body names another user than the path.', {
          fields: [{ field: 'userId', message: 'Another user than the one in the path' }],
        });
      return withVersion(context, await service.patchUser(actorOf(context), params.id, operations, ifMatch(context)));
    }),
    route(registry.putUser, async ({ params, body }, context) =>
      withVersion(context, await service.putUser(actorOf(context), params.id, body, ifMatch(context))),
    ),
    route(registry.removeUser, ({ params }, context) => service.removeUser(actorOf(context), params.id)),
    route(registry.invalidateAllRefreshTokens, async ({ params }, context) => {
      const userId = params.id.toLowerCase();
      if (context.tenant) refuseOthersSignIn(await people.membershipsOf(userId), context.tenant.id);
      await endSessions(userId);
      return { invalidated: true };
    }),
    route(registryPeople.getBasicInfo, ({ params }, context) => service.getBasicInfo(tenantOf(context).id, params.id)),
    route(registryPeople.listBasicInfo, async ({ query }, context) => {
      const { userIds, teamType, size = userIds.length } = query;
      const scope = await context.membersInScope();
      const found = await service.listBasicInfo({ tenantId: tenantOf(context).id, scope, userIds, teamType });
      const content = found.slice(0, size);
      auditMembersIn(context, content);
      return { content, totalElements: found.length };
    }),
    route(registryPeople.listStatuses, async ({ body }, context) => {
      const scope = await context.membersInScope();
      const found = await service.listStatuses({ tenantId: tenantOf(context).id, scope, userIds: body });
      auditMembersIn(context, found);
      return found.map(({ id, accountStatus }) => ({ id, accountStatus }));
    }),
    route(registryPeople.sendEmails, async ({ body }, context) => {
      const { id: tenantId, code } = tenantOf(context);
      const scope = await context.membersInScope();
      const userIds = [...new Set([...body.userIds, userIdOf(context)])];
      const question = { tenantId, scope, userIds, page: 0, size: userIds.length, sortingField: 'lastName', sortOrder: 'ASC' } as const;
      const known = new Map((await people.accounts.users(question)).rows.map((user) => [user.id, user]));
      context.auditMembers(body.userIds.filter((id) => known.has(id)));
      const sender = known.get(userIdOf(context));
      const tenant = (await people.membershipsOf(userIdOf(context))).find((one) => one.tenantId === tenantId);
      const signature = `${sender?.givenName ?? ''} ${sender?.familyName ?? ''}, ${tenant?.displayName ?? code.toUpperCase()}`.trim();
      return sendEmails((message) => post.send(tenantId, message), body, known, signature);
    }),
  ];
}

/**
 * An account signs in to all tenants of its owner. One that has only invited them, or has let them go, does not sign them out
 * there. Whether there is another tenant, the answer does not tell.
 */
function refuseOthersSignIn(memberships: Awaited<ReturnType<People['membershipsOf']>>, tenantId: string): void {
  if (memberships.some((one) => one.tenantId === tenantId && takesPart(one))) return;
  throw new VigilError(
    'forbidden',
    'This person has not accepted the invitation, or has left. Until they take part here, their sessions can’t be ended from here. Nothing was changed.',
  );
}

function actorOf(context: RequestContext): Actor {
  const { caller } = context;
  const userId = userIdOf(context);
  return caller.kind === 'person'
    ? { tenantId: tenantOf(context).id, userId, roles: caller.roles, onHold: caller.onHold }
    : { tenantId: tenantOf(context).id, userId, roles: [], onHold: false };
}

/** Staff are no members: of them the audit log is not told. */
function auditMembersIn(context: RequestContext, people: readonly { readonly id: string; readonly roles: readonly string[] }[]): void {
  context.auditMembers(people.filter(({ roles }) => roles.includes('patient')).map(({ id }) => id));
}

function withVersion<T extends { readonly version: number }>({ reply }: RequestContext, account: T): T {
  reply.header('etag', `"${account.version}"`);
  return account;
}

/** The version that an If-Match header names; null without one, and for `*`. Throws invalid_input for anything else. */
function ifMatch({ request }: RequestContext): number | null {
  const given = request.headers['if-match'];
  if (given === undefined || given.trim() === '*') return null;
  const version = /^\s*(?:W\/)?"?([1-9]\d{0,14})"?\s*$/.exec(given)?.[1];
  if (version === undefined)
    throw new VigilError('invalid_input', 'If-Match names a version of the account, as "3".', {
      fields: [{ field: 'If-Match', message: 'Not a version' }],
    });
  return Number(version);
}
