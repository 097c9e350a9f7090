import type { ChatMessage } from '@vigil/contract/chat.contract';
import { ApiError } from '@vigil/contract/client';
import * as z from 'zod/mini';
import { chatProvider, type SentFile } from '#lib/chat/chat-provider.ts';
import { connection } from '#lib/connection.ts';
import { createOutbox, type Draft } from '#lib/drafts.ts';
import { tokens } from '#lib/session/session.ts';

/** A file that was uploaded for a message. */
export interface UnsentFile extends SentFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A message on its way. Its id is the message's, so that sending it again stores nothing twice. */
export interface UnsentMessage extends Draft {
  readonly text: string;
  readonly files: readonly UnsentFile[];
  readonly writtenAt: number;
  /** `waiting`: it is tried again by itself. `failed`: somebody has to do something. */
  readonly state: 'sending' | 'waiting' | 'failed';
  /** Why it is not sent, in words; null while nothing went wrong. */
  readonly failure: string | null;
  /** When it is tried again, where the server said so. Unix milliseconds. */
  readonly againAt: number | null;
}

const keptFile = z.object({ fileId: z.string(), url: z.string(), name: z.string(), size: z.number() });
const kept = z.object({
  ...{ id: z.string(), text: z.string(), files: z._default(z.array(keptFile), []), writtenAt: z.number(), state: z.string() },
  failure: z.nullable(z.string()),
});

/** So long after it was written a message is sent by itself; an older one may no longer be true, and its author decides. Milliseconds. */
const sentByItselfMs = 12 * 3_600_000;

/** By conversation, in the order in which they were written. */
export const unsentMessages = createOutbox<UnsentMessage>('chatUnsent', (found) => {
  const result = kept.safeParse(found);
  if (!result.success) return null;
  const { failure, state, ...message } = result.data;
  // The page was closed before the answer came: whether it was stored is not known, and sending it again is safe.
  if (Date.now() - message.writtenAt > sentByItselfMs) return { ...message, state: 'failed', failure: null, againAt: null };
  return state === 'failed'
    ? { ...message, state, failure, againAt: null }
    : { ...message, state: 'waiting', failure: null, againAt: null };
});

/** Between tries without an answer. Milliseconds. */
const againMs = 5_000;

const underWay = new Set<string>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<(message: ChatMessage) => void>();

/** Calls back for each message that was stored, before it leaves the outbox. Returns how to stop. */
export function onSent(listener: (message: ChatMessage) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts a message behind those that wait in its conversation, and sends them. */
export function sendMessage(conversationId: string, text: string, files: readonly UnsentFile[] = []): void {
  const id = crypto.randomUUID();
  const state = firstOf(conversationId)?.state ?? 'sending';
  unsentMessages.put(conversationId, { id, text, files, writtenAt: Date.now(), state, failure: null, againAt: null });
  void sendUnsent(conversationId);
}

export function sendAgain(conversationId: string, message: UnsentMessage): void {
  unsentMessages.put(conversationId, { ...message, state: 'sending', failure: null, againAt: null });
  void sendUnsent(conversationId);
}

/** What was left unsent when the page was closed goes on its way. */
export function resumeUnsent(): void {
  for (const conversationId of unsentMessages.subjects()) void sendUnsent(conversationId);
}

/** One after the other, so that they arrive as they were written. What failed is passed over; what waits holds those behind it. */
async function sendUnsent(conversationId: string): Promise<void> {
  clearTimeout(timers.get(conversationId));
  if (underWay.has(conversationId)) return;
  underWay.add(conversationId);
  try {
    for (let next = firstOf(conversationId); next && tokens.get() !== null && canGo(next); next = firstOf(conversationId))
      if (!(await sendOne(conversationId, next))) break;
  } finally {
    underWay.delete(conversationId);
  }
}

const firstOf = (conversationId: string) => unsentMessages.of(conversationId).find(({ state }) => state !== 'failed');

/** Files need the chat to be set up, which after a reload it is once the conversations are opened. */
const canGo = ({ files, state }: UnsentMessage) => files.length === 0 || state === 'sending' || chatProvider.isInitialized();

async function sendOne(conversationId: string, message: UnsentMessage): Promise<boolean> {
  if (message.againAt !== null && message.againAt > Date.now()) return wait(conversationId, message.againAt - Date.now());
  unsentMessages.put(conversationId, { ...message, state: 'sending', failure: null, againAt: null });
  try {
    const { id, text, files } = message;
    const stored = await (files.length === 0
      ? chatProvider.sendMessage(conversationId, { id, text })
      : chatProvider.sendFiles({ conversationId }, { id, text }, files));
    for (const listener of listeners) listener(stored);
    unsentMessages.remove(conversationId, message.id);
    return true;
  } catch (reason) {
    const delayMs = reason instanceof ApiError ? delayOf(reason) : null;
    unsentMessages.put(conversationId, {
      ...message,
      state: delayMs === null ? 'failed' : 'waiting',
      failure: (reason as Error).message,
      againAt: reason instanceof ApiError && reason.status === 429 && delayMs !== null ? Date.now() + delayMs : null,
    });
    return delayMs === null ? true : wait(conversationId, delayMs);
  }
}

/** After how long it is tried again by itself; null where trying again changes nothing. Milliseconds. */
function delayOf({ status, retryAfterSeconds }: ApiError): number | null {
  if (status === 429) return (retryAfterSeconds ?? 10) * 1000;
  return [0, 502, 503, 504].includes(status) ? againMs : null;
}

function wait(conversationId: string, ms: number): false {
  clearTimeout(timers.get(conversationId));
  timers.set(
    conversationId,
    setTimeout(() => void sendUnsent(conversationId), ms),
  );
  return false;
}

connection.subscribe(() => {
  if (connection.get() === 'answering') resumeUnsent();
});
// What another tab has put in is sent from here where that tab was closed before.
addEventListener('storage', ({ key }) => {
  if (key?.startsWith('vigil.drafts.chatUnsent ')) setTimeout(resumeUnsent, againMs);
});
