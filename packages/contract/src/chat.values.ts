import { careTeamRoles, type Role } from '@vigil/domain/roles';

/** What a conversation is: a member with the care team, two of the staff, or several of the staff. */
export const conversationKinds = ['member', 'direct', 'group'] as const;
export type ConversationKind = (typeof conversationKinds)[number];

/** `system`: said by the platform, or by an administrator from the list of members. */
export const messageKinds = ['text', 'file', 'system'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What the platform says in a conversation, each put into words by the screen. */
export const noticeTypes = [
  'assigned',
  'unassigned',
  'call_started',
  'call_missed',
  'call_declined',
  'call_ended',
  'appointment_booked',
  'appointment_moved',
  'appointment_canceled',
] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** Why somebody cannot write: the tenant has switched chat off, the reader is on hold, or whoever it goes to has left. */
export const silences = ['chat_off', 'on_hold', 'left'] as const;
export type Silence = (typeof silences)[number];

export const chatStandings = ['active', 'on_hold', 'left'] as const;

/** Where the live connection is: Socket.IO, WebSocket only. */
export const chatSocketPath = '/chat/socket';
/** Seconds after which somebody who was typing is taken to have stopped. */
export const typingSeconds = 6;

/** Longest text of a message and of a draft, in characters. */
export const longestMessageText = 10_000;
/**
 * Bytes of a call that carries a text: room for one that is ten times too long, so that its sender is told how long it may be, and
 * for any way of writing the characters of one that is not.
 */
export const messageBodyBytes = 512 * 1024;
/** Files that one message carries. */
export const mostMessageFiles = 10;
/** Messages that a person sends in a minute. */
export const mostMessagesAMinute = 60;
/** How long its author may edit or withdraw a message, in milliseconds. */
export const editableMs = 24 * 3_600_000;
/** Messages of a page of history, going back or forward. */
export const messagesOnPage = 20;
/** Messages on each side of one that is looked for. */
export const messagesAroundTarget = 10;
/** Conversations of the unread list and of a page of all. */
export const mostConversationsListed = 100;
/** What is counted as unread in one conversation: this many or more. */
export const mostUnreadCounted = 100;
/** `next` of a page: milliseconds since 1970 and an id. */
export const pagePlace = /^\d{1,15}_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Hits of a page of a search. */
export const searchHitsOnPage = 20;
export const longestSearchedText = 100;
/** Under this many characters nothing could be found quickly, and too much would be. */
export const shortestSearchedText = 2;
/** Longest name of a group, in characters. */
export const longestGroupTitle = 100;
/** People of a group, whoever makes it counted. */
export const mostGroupPeople = 100;
/** Members whom one call reaches with an administrator’s message; for more, the list is sent in parts. */
export const mostMessagedMembers = 100;

/** How somebody can answer a message without words. */
export const reactionKeys = ['thumbs_up', 'heart', 'smile', 'surprised', 'sad', 'check'] as const;
export type ReactionKey = (typeof reactionKeys)[number];

/** The label of a message that the platform says. */
export const systemLabel = 'ICM';
/** The label of somebody of the care team whose role has none, and of whoever has left it. */
export const defaultLabel = 'CTM';

const labels: Readonly<Partial<Record<Role, string>>> = {
  md: 'MD',
  nurse: 'RN',
  coach: 'HC',
  specialist: 'SP',
  support: 'SUP',
  clinician: 'CLN',
};

/** The short label behind a name in the titles of conversations, by the first care-team role that is more than clinician. */
export function chatLabel(held: readonly Role[]): string {
  const ofTeam = held.filter((role) => (careTeamRoles as readonly Role[]).includes(role));
  const role = ofTeam.find((one) => one !== 'clinician') ?? ofTeam[0];
  return (role && labels[role]) ?? defaultLabel;
}
