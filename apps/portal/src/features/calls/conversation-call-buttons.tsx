import type { ChatChannel } from '#lib/chat/chat-provider.ts';
import { useSession } from '#lib/session/session.ts';
import { CallButtons } from './components/call-buttons.tsx';

/** Calls the other person of a conversation: the member, or the one colleague. A group is not called. */
export function ConversationCallButtons({ conversation, participants }: ChatChannel) {
  const { userId } = useSession();
  const { kind, memberId, silent } = conversation;
  const other = participants.find((one) => (kind === 'member' ? one.userId === memberId : one.userId !== userId));
  if (kind === 'group' || !other || other.standing !== 'active' || silent !== null) return null;
  const name = `${other.firstName} ${other.lastName}`.trim();
  return <CallButtons callee={{ userId: other.userId, name, photoUrl: other.photoUrl, memberId }} blocked={null} />;
}
