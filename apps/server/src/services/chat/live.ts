import { setTimeout as pause } from 'node:timers/promises';
import { listMessages, listUnread } from '@vigil/contract/chat.contract';
import { type ChatServerEvent, chatClientEvents, type chatServerEvents, chatSocketPath } from '@vigil/contract/chat.events';
import { VigilError } from '@vigil/contract/errors';
import type * as z from 'zod';
import type { LiveConnection, LiveRoute } from '#http/route.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Bus } from '#platform/bus.ts';
import type { Log } from '#platform/log.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { ChangesStore, ChatChange } from './changes.store.ts';
import { readerOf } from './chat.routes.ts';
import { type ChatService, noSuchConversation, switchedOff } from './chat.service.ts';
import { type ConversationRow, readConversation, unreadAmong, unwritten } from './conversations.store.ts';
import { createHeardChanges } from './heard-changes.ts';
import type { Views } from './message-views.ts';
import { messageAt } from './messages.store.ts';
import { type Participants, reachable } from './participants.ts';
import type { PresenceStore } from './presence.store.ts';
import { createPresence } from './presence.ts';

export interface LiveDependencies {
  readonly database: Database;
  readonly chat: Pick<ChatService, 'open'>;
  readonly participants: Participants;
  readonly views: Views;
  readonly changes: ChangesStore;
  readonly presence: PresenceStore;
  readonly audit: Pick<Audit, 'record'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly log: Log;
  readonly chatIsOn: (tenantId: string) => Promise<boolean>;
}

/** Pauses before what could not be told is tried again. Milliseconds. */
const tellAgainMs = [200, 500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** Somebody’s open page. */
interface Client {
  readonly connection: LiveConnection;
  /** The conversations that it shows, and who took part when they were opened. */
  readonly watching: Map<string, ReadonlySet<string>>;
}

/**
 * Tells open pages what is committed, each only what its reader may see at that moment: who is no longer let in, or no longer
 * sees the member, is told nothing more. What is told of a member is on record first.
 */
export function createLive(dependencies: LiveDependencies) {
  const { database, chat, participants, views, audit, bus, log, chatIsOn } = dependencies;
  /** By tenant. */
  const clients = new Map<string, Set<Client>>();
  /** What is being told of each conversation, one change after the other. */
  const telling = new Map<string, Promise<void>>();
  const ending = new AbortController();
  const heard = createHeardChanges({ store: dependencies.changes, bus, log, onChange: inTurn });
  const presence = createPresence({ bus, store: dependencies.presence, log, onChange: tellPresence });

  const ofTenant = (tenantId: string): Client[] => [...(clients.get(tenantId) ?? [])];
  const watchers = (tenantId: string, id: string) => ofTenant(tenantId).filter(({ watching }) => watching.has(id));

  function say<E extends ChatServerEvent>(client: Client, event: E, content: z.output<(typeof chatServerEvents)[E]>): void {
    client.connection.tell(event, content);
  }

  function inTurn(change: ChatChange): void {
    if (!clients.has(change.tenantId)) return;
    const key = `${change.tenantId}/${change.conversationId}`;
    const told = (telling.get(key) ?? Promise.resolve()).then(() => tellInTime(change));
    telling.set(key, told);
    void told.then(() => {
      if (telling.get(key) === told) telling.delete(key);
    });
  }

  /**
   * What cannot be told at once, as while the database is away, is told a little later: nobody would know that there is something to
   * ask for. After the last try the pages of the tenant are closed, and ask when they are back.
   */
  async function tellInTime(change: ChatChange): Promise<void> {
    for (const afterMs of [...tellAgainMs, null]) {
      try {
        return await tellChange(change);
      } catch (error) {
        log.warn({ err: error }, 'a change of a conversation could not be told');
      }
      if (afterMs === null || ending.signal.aborted) break;
      await pause(afterMs, undefined, { signal: ending.signal }).catch(() => {});
    }
    if (!ending.signal.aborted) for (const { connection } of ofTenant(change.tenantId)) connection.close();
  }

  async function tellChange(change: ChatChange): Promise<void> {
    if (change.kind === 'message') return tellMessage(change);
    if (change.kind === 'read') return tellRead(change);
    const found = await database.tenant(change.tenantId, (sql) => concerned(sql, change));
    if (!found) return;
    for (const client of await permitted(found.some, found.conversation, found.people))
      say(client, 'chat:conversation', { conversationId: change.conversationId });
  }

  /** The open pages of those who take part, and those that show the conversation; whether each may see it now is another question. */
  async function concerned(sql: Sql, { tenantId, conversationId }: ChatChange) {
    const conversation = await readConversation(sql, tenantId, conversationId);
    if (!conversation) return undefined;
    const takingPart = await participants.of(sql, tenantId, conversation);
    const people: ReadonlySet<string> = new Set(reachable(takingPart));
    const some = ofTenant(tenantId).filter(({ connection, watching }) => people.has(connection.userId) || watching.has(conversationId));
    return some.length > 0 ? { conversation, takingPart, people, some } : undefined;
  }

  /** Those of the pages whose readers may see the conversation now. A page that shows it and may no longer is told so. */
  async function permitted(some: readonly Client[], conversation: ConversationRow, people: ReadonlySet<string>): Promise<Client[]> {
    const may = await Promise.all(some.map((client) => maySee(client, conversation, people)));
    return some.filter((_, index) => may[index]);
  }
  async function maySee(client: Client, { id, memberId }: ConversationRow, people: ReadonlySet<string>): Promise<boolean> {
    const { connection, watching } = client;
    try {
      const judged = await connection.judgeAnew();
      if (memberId !== null) await judged.requireMember(memberId);
      else if (!people.has(connection.userId)) throw noSuchConversation();
      return !connection.signal.aborted;
    } catch (error) {
      if (!(error instanceof VigilError) || error.status >= 500) throw error;
      const { code, message } = error;
      if (watching.delete(id)) say(client, 'chat:refused', { conversationId: id, error: { code, message } });
      return false;
    }
  }

  async function tellMessage(change: ChatChange): Promise<void> {
    const { tenantId, conversationId, sequence } = change;
    const found = await database.tenant(tenantId, async (sql) => {
      const asked = await concerned(sql, change);
      if (!asked) return undefined;
      const userIds = [...new Set(asked.some.map(({ connection }) => connection.userId))];
      const [row, reads] = await Promise.all([
        messageAt(sql, tenantId, conversationId, sequence),
        unreadAmong(sql, tenantId, conversationId, userIds),
      ]);
      if (!row) return undefined;
      const [message] = await views.messages(sql, tenantId, { userId: '', readOf: () => sequence }, [row], asked.takingPart);
      return message && { ...asked, row, message, reads };
    });
    if (!found) return;
    const { row, message, conversation, reads } = found;
    const some = await permitted(found.some, conversation, found.people);
    if (some.length === 0) return;
    if (conversation.memberId !== null) await putOnRecord(some, conversation.memberId);
    for (const client of some) {
      const { userId } = client.connection;
      const { unread = 0, readSequence = 0 } = reads.get(userId) ?? {};
      const isUnread = !row.isQuiet && row.senderId !== userId && sequence > readSequence;
      say(client, 'chat:message', { message: { ...message, isUnread }, unread });
    }
  }

  /** To be told of a member is to be shown something about the member: once for each reader, before anything leaves. */
  async function putOnRecord(some: readonly Client[], memberId: string): Promise<void> {
    const readers = new Map(some.map(({ connection }) => [connection.userId, connection]));
    await Promise.all(
      [...readers.values()].map(({ tenant, userId, subject, ip, requestId }) =>
        audit.record({
          ...{ tenantId: tenant.id, actorKind: 'person', actorId: userId, subject, ip, requestId },
          ...{ members: [memberId], endpoint: listMessages.id, method: 'GET', status: 200 },
        }),
      ),
    );
  }

  /** Those who have the conversation open see who has read it; the reader’s other pages count anew. */
  async function tellRead({ tenantId, conversationId, sequence, userId }: ChatChange): Promise<void> {
    if (userId === null) return;
    const some = ofTenant(tenantId).filter(({ connection, watching }) => connection.userId === userId || watching.has(conversationId));
    if (some.length === 0) return;
    const told = { conversationId, userId, readSequence: sequence };
    for (const client of await permittedIn(tenantId, conversationId, some)) say(client, 'chat:read', told);
  }

  async function permittedIn(tenantId: string, conversationId: string, some: readonly Client[]): Promise<Client[]> {
    if (some.length === 0) return [];
    const asked = await database.tenant(tenantId, async (sql) => {
      // A page can show a member’s conversation that nobody has written in.
      const conversation = (await readConversation(sql, tenantId, conversationId)) ?? unwritten(conversationId);
      const isOfStaff = conversation.memberId === null;
      return { conversation, people: isOfStaff ? reachable(await participants.of(sql, tenantId, conversation)) : [] };
    });
    return permitted(some, asked.conversation, new Set(asked.people));
  }

  /** Whoever may no longer see a conversation that a page shows is told so, one conversation after the other. */
  async function judgeOpen(tenantId: string, some: readonly Client[]): Promise<void> {
    for (const id of new Set(some.flatMap(({ watching }) => [...watching.keys()]))) {
      const showing = some.filter(({ watching }) => watching.has(id));
      await permittedIn(tenantId, id, showing).catch((error: unknown) =>
        log.warn({ err: error }, 'an open conversation could not be judged'),
      );
    }
  }

  function tellPresence(tenantId: string, userId: string, isOnline: boolean): void {
    for (const client of ofTenant(tenantId))
      for (const [conversationId, people] of client.watching)
        if (people.has(userId) && client.connection.userId !== userId) say(client, 'chat:presence', { conversationId, userId, isOnline });
  }

  const unsubscribe = [
    bus.subscribe('chat.typing', ({ tenantId, conversationId, userId }) => {
      const others = watchers(tenantId, conversationId).filter(({ connection }) => connection.userId !== userId);
      permittedIn(tenantId, conversationId, others)
        .then((some) => {
          for (const client of some) say(client, 'chat:typing', { conversationId, userId });
        })
        .catch((error: unknown) => log.warn({ err: error }, 'who is typing could not be told'));
    }),
    // Whoever is put on hold, comes back or leaves: who takes part stands otherwise, and may write or no longer does.
    bus.subscribe('user.changed', ({ tenantId, userId }) => {
      for (const client of ofTenant(tenantId))
        for (const [conversationId, people] of client.watching)
          if (conversationId === userId || people.has(userId)) say(client, 'chat:conversation', { conversationId });
    }),
    bus.subscribe('assignments.changed', ({ tenantId, userId }) => {
      // Of a member: who takes part has changed. Of somebody of the staff: which conversations there are, and which may be seen.
      for (const client of watchers(tenantId, userId)) say(client, 'chat:conversation', { conversationId: userId });
      for (const client of ofTenant(tenantId)) {
        if (client.connection.userId !== userId) continue;
        say(client, 'chat:conversation', { conversationId: null });
        void judgeOpen(tenantId, [client]);
      }
    }),
    // Whose members the staff see may be set otherwise: which conversations there are, and which may be seen.
    bus.subscribe('settings.changed', ({ tenantId: changed }) => {
      for (const tenantId of changed === null ? clients.keys() : [changed]) {
        const some = ofTenant(tenantId);
        for (const client of some) say(client, 'chat:conversation', { conversationId: null });
        void judgeOpen(tenantId, some);
      }
    }),
  ];

  const clientOf = (connection: LiveConnection): Client => {
    const found = ofTenant(connection.tenant.id).find((one) => one.connection === connection);
    if (!found) throw new VigilError('conflict', 'The connection has ended.');
    return found;
  };

  /** The conversation as a call would open it, for somebody who may read, or write. */
  async function open(connection: LiveConnection, conversationId: string, writes: boolean) {
    const { caller, requireMember } = await connection.judgeAnew({ writes });
    const tenantId = connection.tenant.id;
    let memberId: string | null = null;
    const opened = await chat.open(readerOf(caller, tenantId, []), conversationId, {
      requireMember: (id) => {
        memberId = id;
        return requireMember(id);
      },
      aboutNobody: () => {},
    });
    return { ...opened, memberId: memberId as string | null };
  }

  /** Who takes part in a member's conversation now, and how far it goes. */
  const ofMember = (tenantId: string, conversation: ConversationRow) =>
    database.tenant(tenantId, async (sql) => ({
      found: await participants.of(sql, tenantId, conversation),
      lastSequence: (await readConversation(sql, tenantId, conversation.id))?.lastSequence ?? 0,
    }));

  const watch = {
    sent: chatClientEvents['chat:watch'].sent,
    async handle(connection: LiveConnection, { conversationId }: { conversationId: string }) {
      await heard.listen();
      const client = clientOf(connection);
      const opened = await open(connection, conversationId, false);
      const { memberId, conversation } = opened;
      const { id } = conversation;
      const tenantId = connection.tenant.id;
      const { found, lastSequence } =
        memberId === null ? { found: opened.people, lastSequence: conversation.lastSequence } : await ofMember(tenantId, conversation);
      const people = reachable(found);
      if (memberId !== null) await putOnRecord([client], memberId);
      client.watching.set(id, new Set(people));
      return { lastSequence, online: people.filter((one) => presence.isOnline(tenantId, one)) };
    },
  };
  const unwatch = {
    sent: chatClientEvents['chat:unwatch'].sent,
    async handle(connection: LiveConnection, { conversationId }: { conversationId: string }) {
      clientOf(connection).watching.delete(conversationId.toLowerCase());
      return {};
    },
  };
  const typing = {
    sent: chatClientEvents['chat:typing'].sent,
    async handle(connection: LiveConnection, sent: { conversationId: string }) {
      const { conversation } = await open(connection, sent.conversationId, true);
      const { tenant, userId } = connection;
      if (!(await chatIsOn(tenant.id))) throw switchedOff();
      bus.publish('chat.typing', { tenantId: tenant.id, conversationId: conversation.id, userId });
      return {};
    },
  };

  const route: LiveRoute = {
    path: chatSocketPath,
    access: listUnread.access as LiveRoute['access'],
    endedEvent: 'chat:ended' satisfies ChatServerEvent,
    events: { 'chat:watch': watch, 'chat:unwatch': unwatch, 'chat:typing': typing },
    async connect(connection) {
      const tenantId = connection.tenant.id;
      const client: Client = { connection, watching: new Map() };
      const own = clients.get(tenantId) ?? new Set();
      clients.set(tenantId, own.add(client));
      presence.arrived(tenantId, connection.userId);
      const gone = () => {
        own.delete(client);
        if (own.size === 0) clients.delete(tenantId);
        presence.left(tenantId, connection.userId);
        if (clients.size === 0) heard.rest();
      };
      if (connection.signal.aborted) return gone();
      connection.signal.addEventListener('abort', gone, { once: true });
      await heard.listen();
    },
  };

  return {
    route,
    async stop() {
      ending.abort();
      for (const end of unsubscribe) end();
      await presence.stop();
      await heard.stop();
      await Promise.allSettled(telling.values());
    },
  };
}
