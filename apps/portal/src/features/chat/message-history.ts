import type { ChatMessage } from '@vigil/contract/chat.contract';
import { messagesOnPage } from '@vigil/contract/chat.values';
import { ApiError } from '@vigil/contract/client';
import { type ChatProvider, chatProvider, type PageAsked } from '#lib/chat/chat-provider.ts';
import { chatConnection } from '#lib/chat/live-connection.ts';
import { createStore, type Store } from '#lib/store.ts';
import { mergeMessages, type Stretch, withMessage, withPage } from './merge-messages.ts';
import { onSent } from './outbox.ts';

export interface HistoryState extends Stretch {
  /** `refused`: the person may not see it any more; nothing of it stays on screen. */
  readonly status: 'loading' | 'open' | 'failed' | 'refused';
  readonly failure: Pick<ApiError, 'code' | 'message'> | null;
  /** The side on which a page is on its way, or could not be loaded. */
  readonly loading: Side | null;
  readonly pageFailed: Side | null;
  /** The first message that was unread when the conversation was opened; null where none was. */
  readonly firstNew: number | null;
}
export type Side = 'before' | 'after';

export interface MessageHistory {
  readonly state: Store<HistoryState>;
  /** Loads it and follows what is told. Returns how to stop. */
  start(): () => void;
  load(): Promise<void>;
  more(side: Side): Promise<void>;
  /** Leaves the place that was jumped to for the last messages. */
  toLatest(): Promise<void>;
  /** Puts a message that has changed in its place. */
  take(message: ChatMessage): void;
  /** Everything that is on screen was seen. Resolves to whether that was new. */
  markRead(): Promise<boolean>;
}

/** How often is asked for what is new while the live connection is away. Milliseconds. */
const askMs = 10_000;
/** Messages that are asked for anew after the connection was away; older ones are asked for again when they are scrolled to. */
const mostRefreshed = 200;

const empty: HistoryState = {
  ...{ messages: [], hasBefore: false, hasAfter: false },
  ...{ status: 'loading', failure: null, loading: null, pageFailed: null, firstNew: null },
};

interface MessageHistoryOptions {
  readonly conversationId: string;
  /** The message that is looked for; null: the last ones, or the first unread one where there are more. */
  readonly target: string | null;
  readonly provider?: ChatProvider;
}

/** The messages of one conversation as they are loaded and told of: complete, each once, in order. */
export function createMessageHistory({ conversationId, target, provider = chatProvider }: MessageHistoryOptions): MessageHistory {
  const state = createStore<HistoryState>(empty);
  const change = (next: Partial<HistoryState>) => state.set({ ...state.get(), ...next });
  let catching: { readonly from: number; readonly over: Promise<boolean> } | null = null;
  /** The last message that was told of, whether it is shown or not. */
  let toldTo = 0;
  let isJoined = false;
  /** Whatever has changed since the messages were asked for was told here; else they are asked for again. */
  let isToldAll = false;
  let markedTo = 0;
  let isOver = false;

  const ask = (asked: PageAsked) => provider.listMessages(conversationId, asked);

  /** Runs a question; a refusal closes the conversation, whatever was asked. Resolves to whether it was answered. */
  async function guarded(question: () => Promise<void>, onFailure: (failure: ApiError) => void): Promise<boolean> {
    try {
      await question();
      return true;
    } catch (reason) {
      const failure = reason instanceof ApiError ? reason : new ApiError(0, 'unexpected_answer', String(reason));
      if (isOver) return false;
      if (['no_access_to_user', 'not_found', 'forbidden'].includes(failure.code)) refuse(failure);
      else onFailure(failure);
      return false;
    }
  }
  const refuse = (failure: Pick<ApiError, 'code' | 'message'>) => state.set({ ...empty, status: 'refused', failure });

  async function firstPage() {
    if (target !== null) return provider.listMessagesById(conversationId, target);
    const last = await ask({});
    const [oldest] = last.messages;
    const hasUnread = last.messages.some(({ isUnread }) => isUnread);
    // More is unread than a page holds, even where its oldest is a notice, which is never unread: reading begins where it was left.
    return hasUnread && oldest && last.readSequence < oldest.sequence - 1 ? ask({ after: last.readSequence }) : last;
  }
  async function load(): Promise<void> {
    state.set(empty);
    isToldAll = chatConnection.get() === 'live';
    await guarded(
      async () => {
        const page = await firstPage();
        if (isOver) return;
        const firstNew = page.messages.find(({ isUnread }) => isUnread)?.sequence ?? null;
        state.set({ ...empty, ...withPage(empty, page), status: 'open', firstNew });
        if (isJoined) void complete();
      },
      (failure) => state.set({ ...empty, status: 'failed', failure }),
    );
  }

  /** From a place on to the end, or to the end of what is shown where that is not the last. */
  async function askFrom(after: number): Promise<void> {
    let from = after;
    for (;;) {
      const page = await ask({ after: from });
      if (isOver) return;
      const { messages, hasAfter } = state.get();
      const known = messages.at(-1)?.sequence ?? 0;
      // A place in the past that was jumped to: what is shown is brought up to date, and no more.
      const arrived = hasAfter ? page.messages.filter(({ sequence }) => sequence <= known) : page.messages;
      change({ ...withPage(state.get(), { ...page, messages: arrived, hasAfter: hasAfter || false }) });
      from = page.messages.at(-1)?.sequence ?? from;
      if (!page.hasAfter || (hasAfter && from >= known)) return;
    }
  }
  function catchUp(after: number): Promise<boolean> {
    if (catching && catching.from <= after) return catching.over;
    const asked = (catching?.over ?? Promise.resolve(true)).then(() =>
      guarded(
        () => askFrom(after),
        // It is asked again soon: by the next message, the next look, or when the connection is back.
        () => undefined,
      ),
    );
    const mine = {
      from: after,
      over: asked.finally(() => {
        if (catching === mine) catching = null;
      }),
    };
    catching = mine;
    return mine.over;
  }
  const lastKnown = () => state.get().messages.at(-1)?.sequence ?? 0;

  /** After the connection was away: what is new, and what was changed meanwhile. */
  function refresh(): Promise<boolean> {
    const { messages, hasBefore } = state.get();
    const kept = messages.slice(-mostRefreshed);
    if (kept.length < messages.length) change({ messages: kept, hasBefore: true });
    else change({ hasBefore });
    return catchUp(Math.max(0, (kept[0]?.sequence ?? 1) - 1));
  }

  /** Once both the page and the connection are there: what neither of them brought. */
  async function complete(): Promise<void> {
    if (!isToldAll) isToldAll = await refresh();
    else if (!state.get().hasAfter && toldTo > lastKnown()) await catchUp(lastKnown());
  }
  /** While nothing is told: what is new, and what the last messages have become, as a file that was being checked. */
  const askAnew = () => catchUp(Math.max(0, lastKnown() - messagesOnPage));

  function take(message: ChatMessage): void {
    if (message.conversationId !== conversationId || state.get().status !== 'open') return;
    const { stretch, isMissing } = withMessage(state.get(), message);
    if (isMissing) void catchUp(lastKnown()).then(() => takeKnown(message));
    else change(stretch);
  }
  /** After the gap was filled; what was told may be newer than what was loaded. */
  function takeKnown(message: ChatMessage): void {
    if (!isOver) change(withMessage(state.get(), message).stretch);
  }

  return {
    state,
    load,
    take,
    start() {
      [isOver, isJoined] = [false, false];
      let unwatch = provider.watch(conversationId);
      const endings = [
        onSent(take),
        provider.listen((heard) => {
          if (heard.event === 'chat:message' && heard.content.message.conversationId === conversationId) {
            toldTo = Math.max(toldTo, heard.content.message.sequence);
            take(heard.content.message);
          }
          // Why the connection was ended, and whether the person may still read this, a question is answered with.
          if (heard.event === 'chat:ended' && state.get().status === 'open') void catchUp(lastKnown());
          if (heard.event === 'chat:refused' && heard.content.conversationId === conversationId) {
            const { code, message } = heard.content.error;
            refuse({ code: code as ApiError['code'], message });
          }
          if (heard.event === 'chat:conversation' && heard.content.conversationId === null && state.get().status === 'refused') {
            unwatch();
            [isJoined, unwatch] = [false, provider.watch(conversationId)];
            void load();
          }
          if (heard.event !== 'watching' || heard.content.conversationId !== conversationId) return;
          toldTo = Math.max(toldTo, heard.content.lastSequence);
          if (isJoined) isToldAll = false;
          isJoined = true;
          if (state.get().status === 'open') void complete();
        }),
        () => unwatch(),
      ];
      const asking = setInterval(() => {
        const { status, hasAfter } = state.get();
        if (status !== 'open' || document.hidden) return;
        if (chatConnection.get() !== 'live') hasAfter || void askAnew();
        else if (isJoined && !isToldAll) void complete();
      }, askMs);
      void load();
      return () => {
        isOver = true;
        clearInterval(asking);
        for (const end of endings) end();
      };
    },
    async more(side) {
      const { loading, hasBefore, hasAfter } = state.get();
      const edgeNow = () => state.get().messages.at(side === 'before' ? 0 : -1);
      const edge = edgeNow();
      if (!edge || loading !== null || !(side === 'before' ? hasBefore : hasAfter)) return;
      change({ loading: side, pageFailed: null });
      await guarded(
        async () => {
          const page = await ask(side === 'before' ? { before: edge.sequence } : { after: edge.sequence });
          if (isOver || state.get().status !== 'open') return;
          // Another stretch may be shown by now, which the page does not join.
          change({ ...(edgeNow()?.sequence === edge.sequence && withPage(state.get(), page)), loading: null });
        },
        () => change({ loading: null, pageFailed: side }),
      );
    },
    async toLatest() {
      change({ loading: 'after', pageFailed: null });
      await guarded(
        async () => {
          const page = await ask({});
          if (!isOver) change({ ...withPage({ ...empty }, page), loading: null });
        },
        () => change({ loading: null, pageFailed: 'after' }),
      );
    },
    async markRead() {
      const { messages } = state.get();
      const last = lastKnown();
      if (last <= markedTo || !messages.some(({ isUnread }) => isUnread)) return false;
      const before = markedTo;
      markedTo = last;
      try {
        await provider.markAsRead(conversationId, last);
      } catch {
        // It stays unread, here and in the bell, and is marked with the next look.
        markedTo = before;
        return false;
      }
      const seen = state.get().messages.filter(({ isUnread, sequence }) => isUnread && sequence <= last);
      change({
        messages: mergeMessages(
          state.get().messages,
          seen.map((one) => ({ ...one, isUnread: false })),
        ),
      });
      return true;
    },
  };
}
