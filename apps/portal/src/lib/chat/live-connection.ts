import type { CallsClientEvent, CallsServerEvent, callsClientEvents, callsServerEvents } from '@vigil/contract/calls.events';
import type { ChatClientEvent, ChatRefusal, ChatServerEvent, chatClientEvents, chatServerEvents } from '@vigil/contract/chat.events';
import { chatSocketPath } from '@vigil/contract/chat.values';
import type { io, Socket } from 'socket.io-client';
import type * as z from 'zod';
import { sessionHeaders, tokens } from '../session/session.ts';
import { createStore } from '../store.ts';

type Content<E extends ChatServerEvent> = z.output<(typeof chatServerEvents)[E]>;
type Answer<E extends ChatClientEvent> = z.output<(typeof chatClientEvents)[E]['answer']>;

/**
 * What the live connection tells. `watching`: a conversation is followed now, for the first time or anew after the connection was
 * away; whoever shows it asks for what came behind its own last message.
 */
export type Heard =
  | { readonly [E in ChatServerEvent]: { readonly event: E; readonly content: Content<E> } }[ChatServerEvent]
  | { readonly event: 'watching'; readonly content: { readonly conversationId: string } & Answer<'chat:watch'> };

type CallContent<E extends CallsServerEvent> = z.output<(typeof callsServerEvents)[E]>;
type Ready = z.output<(typeof callsClientEvents)['call:ready']['answer']>;

/** What it tells of calls. `ready`: this page is heard of as a device now, for the first time or anew; with what it may have missed. */
export type CallHeard =
  | { readonly [E in CallsServerEvent]: { readonly event: E; readonly content: CallContent<E> } }[CallsServerEvent]
  | { readonly event: 'ready'; readonly content: Ready };

/** `away`: it was tried, and does not hold; what is written still goes over HTTP, and what is new is asked for. */
export const chatConnection = createStore<'off' | 'connecting' | 'live' | 'away'>('off');

/** Between tries that the connection does not make by itself, longer each time. Milliseconds. */
const retryMs = { first: 1_000, longest: 10_000 };
/** The next screen may want it at once. Milliseconds. */
const lingerMs = 2_000;

/** Before a conversation is asked for again that could not be followed for the moment. Milliseconds. */
const rejoinMs = 3_000;
/** Refusals that say nothing of whether the person may follow the conversation. */
const passingFailures: readonly string[] = ['internal', 'too_many_requests', 'database_unavailable', 'storage_full', 'conflict'];

const serverEvents = [
  'chat:message',
  'chat:read',
  'chat:conversation',
  'chat:typing',
  'chat:presence',
  'chat:refused',
  'chat:ended',
] as const satisfies readonly ChatServerEvent[];

const callEvents = ['call:changed', 'call:signals'] as const satisfies readonly CallsServerEvent[];
const readyEvent = 'call:ready' satisfies CallsClientEvent;

export interface LiveConnection {
  /** Keeps the connection open until the answer is called. */
  hold(): () => void;
  /** Calls back for all that is told. Returns how to stop. */
  listen(listener: (heard: Heard) => void): () => void;
  /** Follows a conversation, also after the connection was away. Returns how to stop. */
  watch(conversationId: string): () => void;
  /** Says that the person is typing; nothing without a connection. */
  type(conversationId: string): void;
  /** Is a device of calls from now on, also after the connection was away, and calls back for all that is told of them. Returns how to stop. */
  listenToCalls(deviceId: string, listener: (heard: CallHeard) => void): () => void;
}

/**
 * The tab's one live connection, as long as somebody holds it. A renewed token opens it anew; a refusal is tried again later.
 * `load` gives the client's code, which is fetched when it is first needed.
 */
export function createLiveConnection(load: () => Promise<{ io: typeof io }> = () => import('socket.io-client')): LiveConnection {
  const listeners = new Set<(heard: Heard) => void>();
  const watched = new Map<string, number>();
  let device: { readonly id: string; readonly listener: (heard: CallHeard) => void } | null = null;
  let holders = 0;
  let socket: Socket | null = null;
  let delayMs = retryMs.first;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let linger: ReturnType<typeof setTimeout> | undefined;
  let unfollowTokens = () => {};

  const tell = (heard: Heard) => {
    for (const listener of listeners) listener(heard);
  };

  function ask<E extends ChatClientEvent>(event: E, conversationId: string): Promise<Answer<E> | ChatRefusal> {
    return new Promise((answered) => socket?.emit(event, { conversationId }, answered));
  }
  async function join(conversationId: string): Promise<void> {
    const asked = socket;
    const answer = await ask('chat:watch', conversationId);
    if (socket !== asked || !watched.has(conversationId)) return;
    if ('error' in answer && passingFailures.includes(answer.error.code)) {
      // What the person may see has not changed: it is asked again.
      await new Promise((over) => setTimeout(over, rejoinMs));
      if (socket === asked && asked?.connected && watched.has(conversationId)) await join(conversationId);
    } else if ('error' in answer) tell({ event: 'chat:refused', content: { conversationId, ...answer } });
    else tell({ event: 'watching', content: { conversationId, ...answer } });
  }

  function beReady(): void {
    const [asked, of] = [socket, device];
    if (!of) return;
    asked?.emit(readyEvent, { deviceId: of.id }, (answer: Ready | ChatRefusal) => {
      if (socket === asked && device === of && 'call' in answer) of.listener({ event: 'ready', content: answer });
    });
  }

  async function open(): Promise<void> {
    chatConnection.set('connecting');
    try {
      const client = await load();
      if (holders > 0 && socket === null) connect(client.io);
    } catch {
      // Its code could not be fetched.
      if (holders > 0) later(() => void open());
    }
  }
  function connect(create: typeof io): void {
    const opened = create({
      ...{ path: chatSocketPath, transports: ['websocket'], forceNew: true },
      ...{ reconnectionDelay: retryMs.first, reconnectionDelayMax: retryMs.longest / 3 },
      auth: (give) =>
        void sessionHeaders().then((headers) =>
          give({ token: (headers.authorization ?? '').replace('Bearer ', ''), tenantId: headers['x-tenant-id'] }),
        ),
    });
    socket = opened;
    opened.on('connect', () => {
      delayMs = retryMs.first;
      chatConnection.set('live');
      for (const conversationId of watched.keys()) void join(conversationId);
      beReady();
    });
    // What ends or refuses a connection from the server's side is not tried again by the client itself.
    const gone = () => {
      if (socket !== opened) return;
      chatConnection.set('away');
      if (!opened.active) later(() => opened.connect());
    };
    opened.on('disconnect', gone);
    opened.on('connect_error', gone);
    for (const event of serverEvents) opened.on(event, (content) => tell({ event, content } as Heard));
    for (const event of callEvents) opened.on(event, (content) => device?.listener({ event, content } as CallHeard));
    const { accessToken } = tokens.get() ?? {};
    let used = accessToken;
    unfollowTokens = tokens.subscribe(() => {
      const renewed = tokens.get();
      if (renewed === null) return close();
      if (renewed.accessToken === used) return;
      used = renewed.accessToken;
      opened.disconnect().connect();
    });
  }
  function later(again: () => void): void {
    chatConnection.set('away');
    clearTimeout(retry);
    retry = setTimeout(again, delayMs);
    delayMs = Math.min(2 * delayMs, retryMs.longest);
  }
  function close(): void {
    clearTimeout(retry);
    unfollowTokens();
    const closing = socket;
    socket = null;
    closing?.disconnect();
    chatConnection.set('off');
  }

  return {
    hold() {
      holders += 1;
      clearTimeout(linger);
      if (holders === 1 && chatConnection.get() === 'off') void open();
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holders -= 1;
        if (holders === 0) linger = setTimeout(close, lingerMs);
      };
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch(conversationId) {
      watched.set(conversationId, (watched.get(conversationId) ?? 0) + 1);
      if (watched.get(conversationId) === 1 && socket?.connected) void join(conversationId);
      let watching = true;
      return () => {
        if (!watching) return;
        watching = false;
        const left = (watched.get(conversationId) ?? 1) - 1;
        if (left > 0) return void watched.set(conversationId, left);
        watched.delete(conversationId);
        if (socket?.connected) void ask('chat:unwatch', conversationId);
      };
    },
    type(conversationId) {
      if (socket?.connected) void ask('chat:typing', conversationId);
    },
    listenToCalls(id, listener) {
      const mine = { id, listener };
      device = mine;
      if (socket?.connected) beReady();
      return () => {
        if (device === mine) device = null;
      };
    },
  };
}
