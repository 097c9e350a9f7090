import { ConversationCallButtons } from '#features/calls/conversation-call-buttons.tsx';
import { MessagingPanel } from '#features/chat/messaging-panel.tsx';

interface MessagingWithCallsProps {
  readonly memberId: string | null;
  readonly own: boolean;
  readonly takesFocus?: boolean;
}

/** Conversations, with the way to call whom one writes to. */
export function MessagingWithCalls({ memberId, own, takesFocus = false }: MessagingWithCallsProps) {
  return <MessagingPanel memberId={memberId} own={own} takesFocus={takesFocus} {...(!own && { callTools: ConversationCallButtons })} />;
}
