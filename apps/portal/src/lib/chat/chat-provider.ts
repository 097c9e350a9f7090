import { chat } from '@vigil/contract';
import type { ChatConversation, ChatFile, ChatMessage } from '@vigil/contract/chat.contract';
import type { ReactionKey } from '@vigil/contract/chat.values';
import { ApiError } from '@vigil/contract/client';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { call } from '../api.ts';
import { createLiveConnection, type Heard, type LiveConnection } from './live-connection.ts';

/** Who connects. */
export interface ChatIdentity {
  readonly userId: string;
  /** Of the tenant's configuration. */
  readonly appId: string;
}

export type ChatChannel = ReceivedOf<typeof chat.getConversation>;
export type MessagePage = ReceivedOf<typeof chat.listMessages>;

/** Where a page of messages is: the last ones, before or behind a place, or around a message. */
export type PageAsked =
  | { readonly before?: number; readonly after?: never; readonly target?: never }
  | { readonly after: number; readonly before?: never; readonly target?: never }
  | { readonly target: string; readonly before?: never; readonly after?: never };

/** A message as it leaves; sent again with the same id it is stored once. */
export interface SentMessage {
  readonly id: string;
  readonly text: string;
}

/** A file that was uploaded, as far as sending it needs to know. */
export type SentFile = Pick<ChatFile, 'fileId' | 'url'>;

/**
 * What the portal asks of a chat service: the specification's operations. Ours stands behind it; another would stand behind the
 * same. Every call fails with ApiError, which whoever asks shows.
 */
export interface ChatProvider {
  /** Opens the live connection. Throws where it is not said who, or at which service. Returns how to let go of it. */
  connect(who: ChatIdentity): () => void;
  getChannel(channelId: string): Promise<ChatChannel>;
  /** By place in time, as the history is read. */
  listMessages(channelId: string, asked: PageAsked, signal?: AbortSignal): Promise<MessagePage>;
  /** The messages on each side of one. */
  listMessagesById(channelId: string, messageId: string, signal?: AbortSignal): Promise<MessagePage>;
  sendMessage(channelId: string, message: SentMessage): Promise<ChatMessage>;
  /** With files that were uploaded. Throws the specified texts where one of them, the connection or the channel is missing. */
  sendFiles(
    channel: Pick<ChatConversation, 'conversationId'> | null,
    message: SentMessage,
    files: readonly SentFile[],
  ): Promise<ChatMessage>;
  /** Whether it was said who connects, and at which service. */
  isInitialized(): boolean;
  editMessage(channelId: string, messageId: string, text: string): Promise<ChatMessage>;
  withdrawMessage(channelId: string, messageId: string): Promise<ChatMessage>;
  markAsRead(channelId: string, sequence: number): Promise<void>;
  addReaction(channelId: string, messageId: string, key: ReactionKey): Promise<ChatMessage>;
  deleteReaction(channelId: string, messageId: string, key: ReactionKey): Promise<ChatMessage>;
  /** Channels with something unread, by the latest last message. */
  listUnreadChannels(): Promise<readonly ChatConversation[]>;
  saveDraft(channelId: string, text: string): Promise<void>;
  listen(listener: (heard: Heard) => void): () => void;
  watch(channelId: string): () => void;
  type(channelId: string): void;
  /** The specification's direct calls: their signals travel with the chat. */
  listenToCalls: LiveConnection['listenToCalls'];
}

const noChannel = "Chat channel doesn't exist";
/** A refused member leads nowhere from here: the conversation says it in its place, and what was written stays. */
const quiet = { quiet: true };
const withSignal = (signal: AbortSignal | undefined) => (signal ? { ...quiet, signal } : quiet);

export function createChatProvider(live: LiveConnection = createLiveConnection()): ChatProvider {
  let isInitialized = false;
  /**
   * An answer may have been read before what was told of a message while it was on its way, and must not take that back. What has
   * changed since either of them is told as well.
   */
  async function asTold<T>(question: () => Promise<T>, renewed: (answer: T, newest: (one: ChatMessage) => ChatMessage) => T): Promise<T> {
    const told = new Map<string, ChatMessage>();
    const unlisten = live.listen((heard) => {
      if (heard.event === 'chat:message') told.set(heard.content.message.messageId, heard.content.message);
    });
    try {
      return renewed(await question(), (one) => told.get(one.messageId) ?? one);
    } finally {
      unlisten();
    }
  }
  const messageAsTold = (question: () => Promise<ChatMessage>) => asTold(question, (answer, newest) => newest(answer));
  const listMessages: ChatProvider['listMessages'] = (conversationId, query, signal) =>
    asTold(
      () => call(chat.listMessages, { params: { conversationId }, query }, withSignal(signal)),
      (page, newest) => ({ ...page, messages: page.messages.map(newest) }),
    );
  const reaction = (conversationId: string, messageId: string, key: ReactionKey) => ({ params: { conversationId, messageId, key } });
  return {
    connect({ userId, appId }) {
      if (userId === '' || appId === '') throw new Error('UserId or appId missing');
      isInitialized = true;
      return live.hold();
    },
    getChannel: (conversationId) => call(chat.getConversation, { params: { conversationId } }, quiet),
    listMessages,
    listMessagesById: (conversationId, target, signal) => listMessages(conversationId, { target }, signal),
    sendMessage: (conversationId, body) => messageAsTold(() => call(chat.postMessage, { params: { conversationId }, body }, quiet)),
    async sendFiles(channel, message, files) {
      if (files.some(({ url }) => !url)) throw new Error('Cannot send file - File url is missing.');
      if (!isInitialized) throw new Error('Sendbird sdk is not initialized.');
      if (channel === null) throw new Error(noChannel);
      const { conversationId } = channel;
      const body = { ...message, files: files.map(({ fileId }) => fileId) };
      try {
        return await messageAsTold(() => call(chat.postMessage, { params: { conversationId }, body }, quiet));
      } catch (reason) {
        throw reason instanceof ApiError && reason.code === 'not_found' ? new Error(noChannel) : reason;
      }
    },
    isInitialized: () => isInitialized,
    editMessage: (conversationId, messageId, text) =>
      messageAsTold(() => call(chat.editMessage, { params: { conversationId, messageId }, body: { text } }, quiet)),
    withdrawMessage: (conversationId, messageId) =>
      messageAsTold(() => call(chat.withdrawMessage, { params: { conversationId, messageId } }, quiet)),
    async markAsRead(conversationId, sequence) {
      await call(chat.markRead, { params: { conversationId }, body: { sequence } }, quiet);
    },
    addReaction: (conversationId, messageId, key) =>
      messageAsTold(() => call(chat.addReaction, reaction(conversationId, messageId, key), quiet)),
    deleteReaction: (conversationId, messageId, key) =>
      messageAsTold(() => call(chat.removeReaction, reaction(conversationId, messageId, key), quiet)),
    async listUnreadChannels() {
      return (await call(chat.listUnread, {}, quiet)).conversations;
    },
    async saveDraft(conversationId, text) {
      await call(chat.putDraft, { params: { conversationId }, body: { text } }, quiet);
    },
    listen: live.listen,
    watch: live.watch,
    type: live.type,
    listenToCalls: live.listenToCalls,
  };
}

/** The service that the portal talks over. */
export const chatProvider: ChatProvider = createChatProvider();
