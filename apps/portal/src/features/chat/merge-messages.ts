import type { ChatMessage } from '@vigil/contract/chat.contract';
import type { MessagePage } from '#lib/chat/chat-provider.ts';

/** The messages of a conversation that are on screen: a stretch without a gap, in order of `sequence`. */
export interface Stretch {
  readonly messages: readonly ChatMessage[];
  /** There are older ones. */
  readonly hasBefore: boolean;
  /** There are newer ones, so that what is told live is not the next. */
  readonly hasAfter: boolean;
}

/** By id: what is known is put in its place, newer ones are appended, older ones prepended. A reaction without anybody is none. */
export function mergeMessages(shown: readonly ChatMessage[], arrived: readonly ChatMessage[]): readonly ChatMessage[] {
  const merged = new Map(shown.map((one) => [one.messageId, one]));
  for (const message of arrived)
    merged.set(message.messageId, { ...message, reactions: message.reactions.filter(({ userIds }) => userIds.length > 0) });
  return [...merged.values()].sort((one, other) => one.sequence - other.sequence);
}

/** With a page of older or newer messages, or the last ones asked for anew. */
export function withPage(stretch: Stretch, page: Pick<MessagePage, 'messages' | 'hasBefore' | 'hasAfter'>): Stretch {
  const [oldFirst, oldLast] = ends(stretch.messages);
  const [first, last] = ends(page.messages);
  return {
    messages: mergeMessages(stretch.messages, page.messages),
    hasBefore: oldFirst === undefined || (first ?? oldFirst) < oldFirst ? page.hasBefore : stretch.hasBefore,
    hasAfter: oldLast === undefined || (last ?? oldLast) >= oldLast ? page.hasAfter : stretch.hasAfter,
  };
}

/**
 * With one message that was told of or sent. `isMissing`: others stand between it and the last one, which have to be asked for
 * first; sequences have no gap, so that this is certain.
 */
export function withMessage(stretch: Stretch, message: ChatMessage): { readonly stretch: Stretch; readonly isMissing: boolean } {
  const { messages, hasAfter } = stretch;
  const [first = 1, last = 0] = ends(messages);
  const isKnown = messages.some(({ messageId }) => messageId === message.messageId);
  if (isKnown || (!hasAfter && message.sequence === last + 1) || (message.sequence > first && message.sequence < last))
    return { stretch: { ...stretch, messages: mergeMessages(messages, [message]) }, isMissing: false };
  return { stretch, isMissing: !hasAfter && message.sequence > last };
}

function ends(messages: readonly ChatMessage[]): readonly [first: number | undefined, last: number | undefined] {
  return [messages[0]?.sequence, messages.at(-1)?.sequence];
}
