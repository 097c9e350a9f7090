import './messages.ts';
import { useEffect, useState } from 'react';
import { connection } from '#lib/connection.ts';
import { useStore } from '#lib/store.ts';
import { BeginConversation, ChangeGroup } from './components/begin-conversation.tsx';
import styles from './components/chat.module.css';
import { ConversationList } from './components/conversation-list.tsx';
import { type ConversationTools, ConversationView } from './components/conversation-view.tsx';
import { MessageSearch } from './components/message-search.tsx';
import { openConversation, openPlace } from './open-place.ts';
import { resumeUnsent } from './outbox.ts';
import { useChatConnection } from './use-conversation.ts';

interface MessagingPanelProps {
  /** The member whose page is open; null elsewhere. */
  readonly memberId: string | null;
  /** The member looks at the own page. */
  readonly own: boolean;
  /** The member's conversation was opened to be written in. */
  readonly takesFocus?: boolean;
  /** What stands in the head of a conversation, for this one: how to call its other person. */
  readonly callTools?: ConversationTools;
}

/** The Messaging tab: on a member's page the member's conversation, elsewhere the list; from either the way to the others. */
export function MessagingPanel({ memberId, own, takesFocus = false, callTools }: MessagingPanelProps) {
  useChatConnection();
  useEffect(resumeUnsent, []);
  // Another page begins with its own conversation again.
  useEffect(() => () => openPlace.set(null), []);
  const chosen = useStore(openPlace);
  const hears = useStore(connection);
  const [tool, setTool] = useState<'search' | 'begin' | 'change' | null>(null);
  const home = memberId === null ? null : { kind: 'conversation' as const, conversationId: memberId, target: null };
  const place = own ? ownPlace(chosen, memberId) : (chosen ?? home ?? { kind: 'list' as const });
  const conversationId = place.kind === 'conversation' ? place.conversationId : null;
  const [isChosenHere, setChosenHere] = useState(takesFocus);
  const open = (id: string, target: string | null = null) => {
    setTool(null);
    setChosenHere(true);
    openConversation(id, target);
  };
  const close = () => setTool(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a key from going further.
    <div
      className={styles.panel}
      data-covered={hears !== 'answering' || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || tool === null) return;
        // It leaves the search or the form, and the panel stays open.
        event.stopPropagation();
        close();
      }}
    >
      {tool === 'search' && <MessageSearch conversationId={conversationId} own={own} onOpen={open} onClose={close} />}
      {tool === 'begin' && <BeginConversation onBegun={open} onCancel={close} />}
      {tool === 'change' && conversationId !== null && <ChangeGroup conversationId={conversationId} onDone={close} />}
      {tool === null && place.kind === 'list' && (
        <ConversationList onOpen={open} onSearch={() => setTool('search')} onBegin={() => setTool('begin')} />
      )}
      {tool === null && place.kind === 'conversation' && (
        <ConversationView
          key={`${place.conversationId} ${place.target ?? ''}`}
          conversationId={place.conversationId}
          target={place.target}
          own={own}
          takesFocus={isChosenHere}
          onBack={own ? undefined : () => openPlace.set({ kind: 'list' })}
          callTools={callTools}
          onSearch={() => setTool('search')}
          onChangeGroup={own ? undefined : () => setTool('change')}
        />
      )}
    </div>
  );
}

/** A member has one conversation, at whatever message of it. */
function ownPlace(chosen: ReturnType<typeof openPlace.get>, memberId: string | null) {
  const target = chosen?.kind === 'conversation' && chosen.conversationId === memberId ? chosen.target : null;
  return { kind: 'conversation' as const, conversationId: memberId ?? '', target };
}
