import { inviteUser, listChannels, listOnboarding, listOutbox, resendToMember, resendToStaff } from '@vigil/contract/user-admin.contract';
import { channels } from '@vigil/contract/user-admin.values';
import {
  checkImport,
  confirmImportRow,
  exportImportErrors,
  getImport,
  listImportRows,
  listImports,
  removeImport,
  startImport,
  stopImport,
} from '@vigil/contract/user-admin-imports.contract';
import { FileAnswer, fileRoute, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { TenantPost } from '#platform/outbox/outbox.ts';
import type { Imports } from './imports/imports.service.ts';
import type { OnboardingStore } from './onboarding.store.ts';
import type { UserAdmin } from './user-admin.service.ts';

export interface UserAdminRoutesDeps {
  readonly service: UserAdmin;
  readonly onboarding: OnboardingStore;
  readonly imports: Imports;
  readonly post: TenantPost;
  readonly invitesByPhone: boolean;
  readonly clock: Clock;
}

export function userAdminRoutes({ clock, imports, invitesByPhone, onboarding, post, service }: UserAdminRoutesDeps): readonly Route[] {
  return [
    route(inviteUser, async ({ params, body }, context) => {
      await context.membersInScope();
      const invited = await service.invite(tenantOf(context), params.realm, body);
      context.auditMembers(params.realm === 'patient' ? [invited.userId] : []);
      return invited;
    }),
    route(resendToMember, async ({ params: { userId }, query: { channel } }, context) => {
      return { userId, channel, ...(await service.resend(tenantOf(context).id, 'patient', userId, channel)) };
    }),
    route(resendToStaff, async ({ params: { userId }, query: { channel } }, context) => {
      return { userId, channel, ...(await service.resend(tenantOf(context).id, 'care', userId, channel)) };
    }),
    route(listOnboarding, async ({ query: { page, size, ...asked } }, context) => {
      await context.membersInScope();
      const question = { stage: undefined, partOfName: undefined, ...asked, page, size, nowMs: clock.now() };
      const found = await onboarding.read(tenantOf(context).id, question);
      context.auditMembers(asked.realm === 'patient' ? found.content.map(({ userId }) => userId) : []);
      return { ...found, page, size };
    }),
    route(listChannels, async () => ({ sends: channels.filter(post.carries), invitesByPhone })),
    route(listOutbox, async ({ query: { page, size } }, context) => {
      const { content, totalElements } = await post.list(tenantOf(context).id, page, size);
      const messages = content.map(({ recipient: to, ...message }) => ({ ...message, to }));
      return { content: messages, totalElements, page, size, waits: channels.filter((channel) => !post.carries(channel)) };
    }),
    ...importRoutes(imports),
  ];
}

function importRoutes(imports: Imports): readonly Route[] {
  return [
    route(checkImport, ({ query, body }, context) =>
      imports.check(tenantOf(context).id, { columns: undefined, ...query, bytes: body, sentBy: userIdOf(context) }),
    ),
    route(listImports, ({ query }, context) => imports.list(tenantOf(context).id, query.realm)),
    route(getImport, ({ params }, context) => imports.get(tenantOf(context).id, params.importId)),
    route(startImport, ({ params }, context) =>
      imports.start(tenantOf(context).id, params.importId, { userId: userIdOf(context), ip: context.ip }),
    ),
    route(confirmImportRow, ({ params }, context) => imports.confirm(tenantOf(context).id, params.importId, params.line)),
    route(stopImport, ({ params }, context) => imports.stop(tenantOf(context).id, params.importId)),
    route(removeImport, async ({ params }, context) => {
      await imports.remove(tenantOf(context).id, params.importId);
      return {};
    }),
    route(listImportRows, async ({ params, query: { page, size, ...asked } }, context) => {
      await context.membersInScope();
      const { members, ...found } = await imports.rows(tenantOf(context).id, params.importId, { outcome: undefined, ...asked, page, size });
      context.auditMembers(members);
      return { ...found, page, size };
    }),
    fileRoute(exportImportErrors, async ({ params }, context) => {
      await context.membersInScope();
      const { content, members } = await imports.errors(tenantOf(context).id, params.importId);
      context.auditMembers(members);
      return new FileAnswer('vigil-import-errors.csv', content);
    }),
  ];
}
