import * as z from 'zod';
import { access } from './access.ts';
import { fileKinds, fileStates } from './blob.values.ts';
import {
  changedGroup,
  editedMessage,
  membersMessage,
  messageSearch,
  newConversation,
  newDraft,
  newMessage,
  readUpTo,
} from './chat.forms.ts';
import {
  chatStandings,
  conversationKinds,
  messageBodyBytes,
  messageKinds,
  messagesAroundTarget,
  messagesOnPage,
  mostConversationsListed,
  mostUnreadCounted,
  noticeTypes,
  pagePlace,
  reactionKeys,
  silences,
} from './chat.values.ts';
import { endpoint, type FileContent } from './endpoint.ts';
import { id } from './shapes.ts';
import { writeLimits } from './write-limits.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number().int();
/** A message's place in its conversation, from 1, without a gap. */
const sequence = z.number().int().min(0);

export const chatReaction = z
  .object({ key: z.enum(reactionKeys), userIds: z.array(id), updatedAt: milliseconds })
  .meta({ id: 'ChatReaction' });

/** A file that a message carries, as it stands now. */
export const chatFile = z
  .object({
    fileId: id,
    /** Path on this server, for whoever reads the message; see `openFile`. */
    url: z.string(),
    /** Media type, by what the file holds. */
    type: z.string(),
    kind: z.enum(fileKinds),
    name: z.string(),
    /** Bytes. */
    size: z.number().int(),
    /** Of a picture. */
    widthPx: z.number().int().nullable(),
    heightPx: z.number().int().nullable(),
    /** Only a file that is `ready` can be opened. A change of it is told live, as one of the message. */
    state: z.enum(fileStates),
    /** Path of a small copy of a picture, once there is one. */
    thumbnailUrl: z.string().nullable(),
  })
  .meta({ id: 'ChatFile' });
export type ChatFile = z.output<typeof chatFile>;

/** What the platform says in a conversation. */
export const chatNotice = z
  .object({
    type: z.enum(noticeTypes),
    /** Whom or what it is about, as the name of somebody who joined; null where there is nothing to name. */
    name: z.string().nullable(),
    /** Of an appointment, when it is; of a call, how long it went on. Milliseconds. */
    time: milliseconds.nullable(),
  })
  .meta({ id: 'ChatNotice' });
export type ChatNotice = z.output<typeof chatNotice>;

/** A message as the reader may see it. Pages and live events are merged by `messageId`: the later one takes the place. */
export const chatMessage = z
  .object({
    messageId: id,
    conversationId: id,
    sequence,
    kind: z.enum(messageKinds),
    /** Plain text, never HTML; null of what was withdrawn. */
    text: z.string().nullable(),
    files: z.array(chatFile),
    /** Of what the platform says: what happened, for the screen to put into words. */
    notice: chatNotice.nullable(),
    sender: z.object({
      /** Null of what the platform says. */
      userId: id.nullable(),
      /** As it stands above the message: name and short label, as in "Nora Nurse, RN"; of a member the name. */
      nickname: z.string(),
      /** MD, RN, HC, SP, SUP, CLN, CTM, ICM; null of a member. */
      label: z.string().nullable(),
    }),
    createdAt: milliseconds,
    /** When its author last changed it. What it said before stays in the record. */
    editedAt: milliseconds.nullable(),
    withdrawnAt: milliseconds.nullable(),
    /** Each with somebody; without anybody it is not there. */
    reactions: z.array(chatReaction),
    /** Somebody else's, behind what the reader has read. */
    isUnread: z.boolean(),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.output<typeof chatMessage>;

export const chatConversation = z
  .object({
    /** Of a member's conversation the member's user id: it is there before the first message. */
    conversationId: id,
    kind: z.enum(conversationKinds),
    /** The member of a member's conversation. */
    memberId: id.nullable(),
    /** The care team whose group it is, whoever is in that. */
    careTeamId: id.nullable(),
    /** The member's name, the colleague's with the short label, or the group's. */
    title: z.string(),
    lastSequence: sequence,
    lastMessage: chatMessage.nullable(),
    /** What the reader has read up to. */
    readSequence: sequence,
    /** Counted anew each time, up to this many. */
    unread: z.number().int().max(mostUnreadCounted),
    /** Why the reader cannot write; null where the reader can. */
    silent: z.enum(silences).nullable(),
  })
  .meta({ id: 'ChatConversation' });
export type ChatConversation = z.output<typeof chatConversation>;

/** Somebody who takes part, as of now. */
export const chatParticipant = z
  .object({
    userId: id,
    firstName: z.string(),
    lastName: z.string(),
    /** Short label; null of the member. */
    label: z.string().nullable(),
    photoUrl: z.string().nullable(),
    /** What the person has read up to: "seen by". */
    readSequence: sequence,
    /** Whoever is on hold reads and does not write; whoever has left does neither. */
    standing: z.enum(chatStandings),
  })
  .meta({ id: 'ChatParticipant' });

const base = '/chat/api/v1';
const conversation = `${base}/conversations/{conversationId}`;
const message = `${conversation}/messages/{messageId}`;
const ofConversation = z.object({ conversationId: id });
const ofMessage = ofConversation.extend({ messageId: id });
const notThere = ['not_found', 'no_access_to_user'] as const;

export const listConversations = endpoint({
  id: 'chat.listConversations',
  service: 'chat',
  method: 'GET',
  path: `${base}/conversations`,
  summary: `The caller’s conversations that have a message, by the latest last message, at most ${mostConversationsListed}; \`before\` is the \`next\` of the page before`,
  access: access.talkWithSeveral(),
  query: z.object({
    before: z.string().regex(pagePlace, 'Is not the place of a page').optional(),
  }),
  response: z.object({ conversations: z.array(chatConversation), next: z.string().nullable() }),
});

export const listUnread = endpoint({
  id: 'chat.listUnread',
  service: 'chat',
  method: 'GET',
  path: `${base}/conversations/unread`,
  summary: `The caller’s conversations with something unread, by the latest last message, at most ${mostConversationsListed}`,
  access: access.talkWithSeveral(),
  otherNumbers: { total: 'The caller’s own conversations.' },
  response: z.object({
    conversations: z.array(chatConversation),
    /** How many there are, also those that are not listed. */
    total: z.number().int(),
  }),
});

export const createConversation = endpoint({
  id: 'chat.createConversation',
  service: 'chat',
  method: 'POST',
  path: `${base}/conversations`,
  summary: 'Begin a conversation among the staff, with one colleague or several. A member’s is there without being begun',
  access: access.talkAmongStaff(),
  body: newConversation,
  response: chatConversation,
  errors: ['not_found', 'conflict'],
});

export const changeGroup = endpoint({
  id: 'chat.changeGroup',
  service: 'chat',
  method: 'PUT',
  path: conversation,
  summary: 'Name a group anew, or say who is in it; by whoever is. A group of a care team follows that team',
  access: access.talkAmongStaff(),
  params: ofConversation,
  body: changedGroup,
  response: chatConversation,
  errors: ['not_found', 'conflict'],
});

export const getConversation = endpoint({
  id: 'chat.getConversation',
  service: 'chat',
  method: 'GET',
  path: conversation,
  summary: 'A conversation of the caller’s: who takes part, what each has read, and the caller’s draft',
  access: access.talk(),
  params: ofConversation,
  response: z.object({
    conversation: chatConversation,
    participants: z.array(chatParticipant),
    draft: z.object({ text: z.string(), updatedAt: milliseconds }).nullable(),
  }),
  errors: notThere,
});

export const listMessages = endpoint({
  id: 'chat.listMessages',
  service: 'chat',
  method: 'GET',
  path: `${conversation}/messages`,
  summary: `The last ${messagesOnPage} messages; those before or after a place; or ${messagesAroundTarget} on each side of a message or a time. In order of \`sequence\``,
  access: access.talk(),
  params: ofConversation,
  query: z
    .object({
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      target: id.optional(),
      /** Milliseconds since 1970: around the first message from then on. */
      time: z.coerce.number().int().min(0).max(99_999_999_999_999).optional(),
    })
    .refine((asked) => Object.values(asked).filter((one) => one !== undefined).length <= 1, 'Ask by one of before, after, target and time'),
  response: z.object({
    messages: z.array(chatMessage),
    hasBefore: z.boolean(),
    hasAfter: z.boolean(),
    lastSequence: sequence,
    readSequence: sequence,
  }),
  errors: notThere,
});

export const postMessage = endpoint({
  id: 'chat.postMessage',
  service: 'chat',
  method: 'POST',
  // Beside 60 messages a minute, of all conversations together, which the database counts.
  writeLimit: writeLimits.person,
  path: `${conversation}/messages`,
  summary: 'Say something. Sent again with the same id it is stored once',
  access: access.talk(),
  params: ofConversation,
  body: newMessage,
  bodyLimitBytes: messageBodyBytes,
  response: chatMessage,
  errors: [...notThere, 'conflict', 'too_many_requests'],
});

export const editMessage = endpoint({
  id: 'chat.editMessage',
  service: 'chat',
  method: 'PUT',
  writeLimit: writeLimits.person,
  path: message,
  summary: 'Change the text of a message of one’s own, within 24 hours. What it said before stays in the record',
  access: access.talk(),
  params: ofMessage,
  body: editedMessage,
  bodyLimitBytes: messageBodyBytes,
  response: chatMessage,
  errors: [...notThere, 'conflict', 'too_many_requests'],
});

export const withdrawMessage = endpoint({
  id: 'chat.withdrawMessage',
  service: 'chat',
  method: 'DELETE',
  path: message,
  summary: 'Take back a message of one’s own, within 24 hours. What it said stays in the record',
  access: access.talk(),
  params: ofMessage,
  response: chatMessage,
  errors: [...notThere, 'conflict'],
});

const fileOfMessage = `${message}/files/{fileId}`;
const ofFile = ofMessage.extend({ fileId: id });

export const openFile = endpoint({
  id: 'chat.openFile',
  service: 'chat',
  method: 'GET',
  path: fileOfMessage,
  summary:
    'A file of a message, whole or a range of its bytes, for whoever may read the message now. By the headers of a call, or for ten minutes by the cookie that `openInPage` gives',
  access: access.talk(),
  byCookie: true,
  params: ofFile,
  response: z.unknown(),
  answer: 'kept-file',
  errors: [...notThere, 'locked'],
});

export const openInPage = endpoint({
  id: 'chat.openInPage',
  service: 'chat',
  method: 'POST',
  storesNothing: 'It sets a cookie.',
  path: `${fileOfMessage}/in-page`,
  summary:
    'Let elements of the page that send no headers, as video and audio do, open a file of a message at its address: gives a cookie for that address, and who opens it is judged anew each time',
  access: access.talk(),
  whileOnHold: true,
  params: ofFile,
  response: z.object({ url: z.string(), expiresAt: milliseconds }),
  errors: [...notThere, 'locked'],
});

export const openThumbnail = endpoint({
  id: 'chat.openThumbnail',
  service: 'chat',
  method: 'GET',
  path: `${fileOfMessage}/thumbnail`,
  summary: 'A small copy of a picture of a message, for whoever may read the message now',
  access: access.talk(),
  params: ofFile,
  response: z.custom<FileContent>(),
  answer: 'bytes',
  errors: [...notThere, 'locked'],
});

const reaction = {
  service: 'chat',
  path: `${message}/reactions/{key}`,
  access: access.talk(),
  params: ofMessage.extend({ key: z.enum(reactionKeys) }),
  response: chatMessage,
  errors: notThere,
} as const;

export const addReaction = endpoint({ ...reaction, id: 'chat.addReaction', method: 'PUT', summary: 'React to a message' });
export const removeReaction = endpoint({
  ...reaction,
  id: 'chat.removeReaction',
  method: 'DELETE',
  summary: 'Take one’s own reaction to a message back',
});

export const markRead = endpoint({
  id: 'chat.markRead',
  service: 'chat',
  method: 'PUT',
  writeLimit: writeLimits.page,
  path: `${conversation}/read`,
  summary: 'Everything up to a message was seen. It never goes back',
  access: access.talk(),
  params: ofConversation,
  body: readUpTo,
  whileOnHold: true,
  response: z.object({ readSequence: sequence, unread: z.number().int() }),
  errors: notThere,
});

export const putDraft = endpoint({
  id: 'chat.putDraft',
  service: 'chat',
  method: 'PUT',
  writeLimit: writeLimits.page,
  path: `${conversation}/draft`,
  summary: 'Keep what the caller has half written; an empty text ends it. Nobody else sees it',
  access: access.talk(),
  params: ofConversation,
  body: newDraft,
  bodyLimitBytes: messageBodyBytes,
  response: z.object({ updatedAt: milliseconds }),
  errors: notThere,
});

export const searchMessages = endpoint({
  id: 'chat.searchMessages',
  service: 'chat',
  method: 'POST',
  storesNothing: 'What is searched for is nobody’s to read in an address.',
  path: `${base}/search`,
  summary: 'Messages of the caller’s conversations, or of one, that hold a text, the newest first. Each hit says where to jump to',
  access: access.talkWithSeveral(),
  body: messageSearch,
  whileOnHold: true,
  response: z.object({
    hits: z.array(z.object({ message: chatMessage, title: z.string(), kind: z.enum(conversationKinds), memberId: id.nullable() })),
    next: z.string().nullable(),
  }),
  errors: notThere,
});

export const messageMembers = endpoint({
  id: 'chat.messageMembers',
  service: 'chat',
  method: 'POST',
  path: `${base}/members/messages`,
  summary:
    'Write to one or many members from the list of members: each gets it in the own conversation as a system message of the administrator, who reads none of it',
  access: access.administerMembersEachAlone(),
  body: membersMessage,
  bodyLimitBytes: messageBodyBytes,
  response: z.object({
    sent: z.array(id),
    /** Those whom it did not reach, and why. */
    failed: z.array(z.object({ userId: id, code: z.string(), message: z.string() })),
  }),
});
