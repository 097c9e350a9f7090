import * as z from 'zod';
import { chatMessage } from './chat.contract.ts';
import { id } from './shapes.ts';

export { chatSocketPath } from './chat.values.ts';

/*
 * What travels over the live connection: Socket.IO at `chatSocketPath`, WebSocket only. `auth` is `{token, tenantId?}` as the
 * headers of a call would say it. Everything is written over HTTP; the connection tells of what is committed, and carries what
 * is gone with the moment (who is typing, who is here). After it was away, the client asks `listMessages` from its last sequence.
 */

const ofConversation = z.object({ conversationId: id });

/** What a refused event or connection answers: the code and the text of the same call over HTTP. */
export const chatRefusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
export type ChatRefusal = z.output<typeof chatRefusal>;

/** From the client. Each is answered (acknowledged) with its answer or a `chatRefusal`. */
export const chatClientEvents = {
  /** Has a conversation open: it is told of every message there, of typing and of who is here. */
  'chat:watch': { sent: ofConversation, answer: z.object({ lastSequence: z.number().int(), online: z.array(id) }) },
  'chat:unwatch': { sent: ofConversation, answer: z.object({}) },
  /** Is typing; said again every few seconds, and taken as over when it is not. */
  'chat:typing': { sent: ofConversation, answer: z.object({}) },
} as const;
export type ChatClientEvent = keyof typeof chatClientEvents;

/** From the server. */
export const chatServerEvents = {
  /** A message that is new or has changed (text, withdrawal, reactions): merged by its id. */
  'chat:message': z.object({ message: chatMessage, unread: z.number().int() }),
  /** Somebody has read up to a message. */
  'chat:read': z.object({ conversationId: id, userId: id, readSequence: z.number().int() }),
  /** A name or who takes part has changed, or with null the list of conversations: ask again. */
  'chat:conversation': z.object({ conversationId: id.nullable() }),
  'chat:typing': z.object({ conversationId: id, userId: id }),
  'chat:presence': z.object({ conversationId: id, userId: id, isOnline: z.boolean() }),
  /** An open conversation may no longer be seen; nothing more of it arrives. */
  'chat:refused': ofConversation.extend(chatRefusal.shape),
  /** The connection ends: the token has ended (sign in silently and connect again) or the session has. */
  'chat:ended': chatRefusal,
} as const;
export type ChatServerEvent = keyof typeof chatServerEvents;
