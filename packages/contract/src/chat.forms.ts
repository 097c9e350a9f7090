import * as z from 'zod/mini';
import {
  longestGroupTitle,
  longestMessageText,
  longestSearchedText,
  mostGroupPeople,
  mostMessagedMembers,
  mostMessageFiles,
  pagePlace,
  shortestSearchedText,
} from './chat.values.ts';
import { oneLine, readable, storable } from './readable-text.forms.ts';

/** Text as a person types it. Half a character, or the NUL character, cannot be stored. */
const typed = (least: number, longest: number) => z.string().check(z.trim(), z.minLength(least), z.maxLength(longest), storable);

const id = z.uuid().check(z.toLowerCase());

/**
 * A message. The sender makes its `id`, and sends the same one again when no answer came: a message is stored once. `files` are
 * files that the sender has uploaded with `path=chat`. It has a text, files, or both.
 */
export const newMessage = z.object({
  id,
  text: z.optional(typed(0, longestMessageText).check(readable)),
  files: z.optional(z.array(id).check(z.maxLength(mostMessageFiles))),
});
export type NewMessage = z.output<typeof newMessage>;

/** What the author puts in the place of a message's text. */
export const editedMessage = z.object({ text: typed(1, longestMessageText).check(readable) });

/** What stands half written; an empty text is no draft any more. It is kept as it was typed. */
export const newDraft = z.object({ text: z.string().check(z.maxLength(longestMessageText), storable) });

/** Everything up to this message was seen. */
export const readUpTo = z.object({ sequence: z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)) });

const groupTitle = typed(1, longestGroupTitle).check(readable, oneLine);

/**
 * A conversation among the staff: with one colleague, with several, or with a care team as it is at any time. Who begins it is in
 * it. A direct one exists once for two people: begun again it is answered as it is. `id` is made by the sender.
 */
export const newConversation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('direct'), id, userId: id }),
  z.object({
    kind: z.literal('group'),
    id,
    title: groupTitle,
    userIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(mostGroupPeople - 1))),
    careTeamId: z.optional(id),
  }),
]);
export type NewConversation = z.output<typeof newConversation>;

/** A group's name and its people, whoever changes it included. */
export const changedGroup = z.object({
  title: groupTitle,
  userIds: z.array(id).check(z.minLength(1), z.maxLength(mostGroupPeople)),
});

/** What is looked for in one conversation, or in all of the caller's. `before` is the `next` of the page before. */
export const messageSearch = z.object({
  text: typed(shortestSearchedText, longestSearchedText),
  conversationId: z.optional(id),
  before: z.optional(z.string().check(z.regex(pagePlace, 'Is not the place of a page'))),
});

/** One message to several members, from the list of members. Sent again with the same `id` it reaches nobody twice. */
export const membersMessage = z.object({
  id,
  userIds: z.array(id).check(z.minLength(1), z.maxLength(mostMessagedMembers)),
  text: typed(1, longestMessageText).check(readable),
});
