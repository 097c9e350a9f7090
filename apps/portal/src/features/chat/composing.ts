import * as z from 'zod/mini';
import { chatProvider } from '#lib/chat/chat-provider.ts';
import { createDrafts } from '#lib/drafts.ts';

const kept = z.object({ id: z.literal('text'), text: z.string() });

/** What is being written, by conversation: in this tab at once. */
const composing = createDrafts<z.output<typeof kept>>('chat', (found) => {
  const result = kept.safeParse(found);
  return result.success ? result.data : null;
});

/** After the last key. Milliseconds. */
const saveMs = 1_500;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** What the server has, as far as this tab knows. */
const saved = new Map<string, string>();

/** What stands in the field when a conversation is opened: this tab's own, else what the server kept. */
export function writtenIn(conversationId: string, onServer: string): string {
  if (!saved.has(conversationId)) saved.set(conversationId, onServer);
  return composing.of(conversationId)[0]?.text ?? onServer;
}

/** Keeps a text in this tab at once and on the server soon, so that another device goes on with it. A failure there loses nothing here. */
export function keepWriting(conversationId: string, text: string): void {
  composing.put(conversationId, { id: 'text', text });
  clearTimeout(timers.get(conversationId));
  timers.set(
    conversationId,
    setTimeout(() => void save(conversationId, text), saveMs),
  );
}

async function save(conversationId: string, text: string): Promise<void> {
  if (saved.get(conversationId) === text) return;
  await chatProvider.saveDraft(conversationId, text).then(
    () => saved.set(conversationId, text),
    () => undefined,
  );
}
