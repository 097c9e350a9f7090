import { ConversationCallButtons } from '#features/calls/conversation-call-buttons.tsx';
import { MessagingPanel } from '#features/chat/messaging-panel.tsx';

/** Conversations, with the way to call whom one writes to. */
export function MessagingWithCalls({ memberId, own }: { readonly memberId: string | null; readonly own: boolean }) {
  return <MessagingPanel memberId={memberId} own={own} {...(!own && { callTools: ConversationCallButtons })} />;
}
