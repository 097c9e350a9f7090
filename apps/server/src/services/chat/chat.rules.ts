import { chatLabel, defaultLabel, systemLabel } from '@vigil/contract/chat.values';
import type { CareUserRow } from '#people/index.ts';
import type { Place } from './conversations.store.ts';
import type { MessageRow, WrittenMessage } from './messages.store.ts';

/** Somebody as they stand above a message: name and short label; of a member the name alone. */
export function nicknameOf(person: CareUserRow | undefined, isMember: boolean): { nickname: string; label: string | null } {
  // Whom the tenant does not know any more has written as somebody of the care team.
  if (!person) return { nickname: defaultLabel, label: defaultLabel };
  const name = `${person.givenName} ${person.familyName}`.trim();
  if (isMember) return { nickname: name, label: null };
  const label = chatLabel(person.roles);
  return { nickname: `${name}, ${label}`, label };
}

export const systemSender = (saidAs: string | null) => ({ userId: null, nickname: saidAs ?? systemLabel, label: systemLabel });

/** Whether what is stored is what was sent, so that sending it again is answered as the first time was. */
export function isSameMessage(
  stored: MessageRow & { firstText: string | null },
  sent: WrittenMessage & { readonly conversationId: string },
): boolean {
  const filesOf = (one: { readonly files: readonly { readonly fileId: string }[] }) => one.files.map(({ fileId }) => fileId).join();
  return (
    stored.conversationId === sent.conversationId &&
    stored.senderId === sent.senderId &&
    stored.firstText === sent.text &&
    // What was withdrawn carries none any more.
    (stored.withdrawnAt !== null || filesOf(stored) === filesOf(sent))
  );
}

/** `next` of a page, and back. */
export const placeText = ({ atMs, id }: Place): string => `${Math.round(atMs)}_${id}`;
export function placeIn(text: string | undefined): Place | null {
  if (text === undefined) return null;
  const [at = '', id = ''] = text.split('_');
  return { atMs: Number(at), id };
}
