import * as contract from '@vigil/contract/chat.contract';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { type Caller, type RequestContext, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Clock } from '#platform/clock.ts';
import type { ChatService, Judgement, Opened } from './chat.service.ts';
import type { Reader } from './conversations.store.ts';
import type { createMembersMessages } from './members-messages.ts';
import type { MessageFiles } from './message-files.ts';
import { fileAddress } from './shown-files.ts';
import type { StaffConversations } from './staff-conversations.ts';

export interface ChatRoutesDependencies {
  readonly chat: ChatService;
  readonly staff: StaffConversations;
  readonly files: MessageFiles;
  readonly clock: Clock;
  readonly messageMembers: ReturnType<typeof createMembersMessages>;
}

export function chatRoutes({ chat, staff, files, clock, messageMembers }: ChatRoutesDependencies): readonly Route[] {
  const open = (context: RequestContext, { conversationId }: { conversationId: string }): Promise<Opened> =>
    chat.open(readerOf(context.caller, tenantOf(context).id, []), conversationId, judgementOf(context));
  /** The reader of a list, whose members stand in the audit log. */
  const listed = async <T>(
    context: RequestContext,
    ask: (reader: Reader) => Promise<T>,
    memberIds: (answer: T) => readonly (string | null)[],
  ): Promise<T> => {
    const answer = await ask(readerOf(context.caller, tenantOf(context).id, await context.membersInScope()));
    context.auditMembers([...new Set(memberIds(answer).flatMap((id) => id ?? []))]);
    return answer;
  };

  return [
    route(contract.listConversations, ({ query }, context) =>
      listed(
        context,
        (reader) => chat.list(reader, query.before),
        ({ conversations }) => conversations.map(({ memberId }) => memberId),
      ),
    ),
    route(contract.listUnread, (_, context) =>
      listed(context, chat.unread, ({ conversations }) => conversations.map(({ memberId }) => memberId)),
    ),
    route(contract.searchMessages, ({ body: { conversationId, ...asked } }, context) =>
      listed(
        context,
        async (reader) => {
          const within = conversationId === undefined ? null : await open(context, { conversationId });
          return chat.search(reader, { text: asked.text, before: asked.before, within });
        },
        ({ hits }) => hits.map(({ memberId }) => memberId),
      ),
    ),
    route(contract.createConversation, ({ body }, context) =>
      listed(
        context,
        (reader) => staff.create(reader, body),
        ({ memberId }) => [memberId],
      ),
    ),
    route(contract.changeGroup, ({ params, body: { title, userIds } }, context) =>
      listed(
        context,
        async () => staff.changeGroup(await open(context, params), title, userIds),
        ({ memberId }) => [memberId],
      ),
    ),
    route(contract.getConversation, async ({ params }, context) => chat.read(await open(context, params))),
    route(contract.listMessages, async ({ params, query }, context) => chat.page(await open(context, params), query)),
    route(contract.postMessage, async ({ params, body }, context) => chat.post(await open(context, params), body)),
    route(contract.editMessage, async ({ params, body: { text } }, context) =>
      chat.edit(await open(context, params), params.messageId, text),
    ),
    route(contract.withdrawMessage, async ({ params }, context) => chat.withdraw(await open(context, params), params.messageId)),
    route(contract.openFile, async ({ params }, context) => files.open(await open(context, params), params)),
    route(contract.openThumbnail, async ({ params }, context) => files.thumbnail(await open(context, params), params)),
    route(contract.openInPage, async ({ params }, context) => {
      const opened = await open(context, params);
      await files.open(opened, params);
      const url = fileAddress(opened.conversation.id, { messageId: params.messageId.toLowerCase(), fileId: params.fileId.toLowerCase() });
      return { url, expiresAt: clock.now() + context.openToPage(url) * 1000 };
    }),
    route(contract.addReaction, async ({ params }, context) =>
      chat.react(await open(context, params), params.messageId.toLowerCase(), params.key, true),
    ),
    route(contract.removeReaction, async ({ params }, context) =>
      chat.react(await open(context, params), params.messageId.toLowerCase(), params.key, false),
    ),
    route(contract.markRead, async ({ params, body: { sequence } }, context) => chat.markRead(await open(context, params), sequence)),
    route(contract.putDraft, async ({ params, body: { text } }, context) => chat.draft(await open(context, params), text)),
    route(contract.messageMembers, async ({ body }, context) => {
      await context.membersInScope();
      const reached = await messageMembers(tenantOf(context).id, userIdOf(context), body, context.requireMember);
      context.auditMembers(reached.sent);
      return reached;
    }),
  ];
}

/** Who reads, by the roles held in the tenant. */
export function readerOf(caller: Caller, tenantId: string, scope: Reader['scope']): Reader {
  if (caller.kind !== 'person' || caller.userId === null) throw new Error('Only people take part in conversations');
  const holds = (roles: readonly Role[]) => caller.roles.some((role) => roles.includes(role));
  const { userId, onHold } = caller;
  return { tenantId, userId, isStaff: holds(careTeamRoles), isMember: holds(['patient']), onHold, scope };
}

const judgementOf = (context: RequestContext): Judgement => ({
  requireMember: context.requireMember,
  aboutNobody: () => context.auditMembers([]),
});
