import '#ui/messages.ts';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { type ComponentType, Fragment, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatChannel } from '#lib/chat/chat-provider.ts';
import { chatConnection } from '#lib/chat/live-connection.ts';
import { connection as serverConnection } from '#lib/connection.ts';
import { useDrafts } from '#lib/drafts.ts';
import { useNow } from '#lib/now.ts';
import { useStore } from '#lib/store.ts';
import { Icon } from '#ui/icons.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { attach, attachAgain, useAttached } from '../attachments.ts';
import { writtenIn } from '../composing.ts';
import { useDroppedFiles } from '../drop-files.ts';
import { sendMessage, type UnsentMessage, unsentMessages } from '../outbox.ts';
import { useNaming } from '../people.ts';
import { isSameDay, useTimes } from '../times.ts';
import { useConversation } from '../use-conversation.ts';
import styles from './chat.module.css';
import { Composer } from './composer.tsx';
import { PanelHead, People } from './conversation-head.tsx';
import { MessageLog } from './message-log.tsx';
import { MessageRow } from './message-row.tsx';
import { OwnNotice } from './own-notice.tsx';
import { SeenBy, Typing } from './seen-by.tsx';
import { UnsentRow } from './unsent-row.tsx';

/** What of another feature stands in the head of a conversation. */
export type ConversationTools = ComponentType<ChatChannel>;

interface ConversationViewProps {
  readonly conversationId: string;
  readonly target: string | null;
  /** The member's own conversation with the care team. */
  readonly own: boolean;
  /** It was chosen in the panel just now: whoever did goes on in it. */
  readonly takesFocus: boolean;
  readonly onBack: (() => void) | undefined;
  readonly callTools: ConversationTools | undefined;
  readonly onSearch: () => void;
  /** Present in a group that can be changed. */
  readonly onChangeGroup: (() => void) | undefined;
}

/** Messages of one person that follow each other within this time stand under one name. Milliseconds. */
const continuedMs = 5 * 60_000;

/** One conversation: who, what was said, and where something is written. */
export function ConversationView({
  conversationId,
  target,
  own,
  takesFocus,
  onBack,
  callTools: CallTools,
  onSearch,
  onChangeGroup,
}: ConversationViewProps) {
  const { t } = useTranslation('chat');
  const { t: ui } = useTranslation('ui');
  const { channel, history, state, online, typing, markRead } = useConversation(conversationId, target);
  const connection = useStore(chatConnection);
  const hears = useStore(serverConnection);
  const nowMs = useNow();
  const times = useTimes();
  const drafts = useDrafts(unsentMessages, conversationId);
  const [written, setWritten] = useState('');
  const [takenUp, setTakenUp] = useState<{ text: string; at: number } | null>(null);
  const takeUp = useCallback(
    ({ text, files }: UnsentMessage) => {
      attachAgain(conversationId, files);
      setTakenUp({ text, at: Date.now() });
    },
    [conversationId],
  );
  const attached = useAttached(conversationId);

  const conversation = channel.data?.conversation;
  const participants = channel.data?.participants ?? [];
  const naming = useNaming(participants, own);
  const silent = conversation?.silent ?? null;
  const dropped = useDroppedFiles(silent === null && !attached.isAwaited ? (files) => attach(conversationId, files) : undefined);
  const title = own ? t('ownTitle') : (conversation?.title ?? '');
  const stored = new Set(state.messages.map(({ messageId }) => messageId));
  const unsent = drafts.filter(({ id }) => !stored.has(id));
  const held = participants.find(({ userId, standing }) => userId === conversation?.memberId && standing === 'on_hold');

  const head = (
    <PanelHead title={title} onBack={onBack} backLabel={t('list.back')}>
      {CallTools && channel.data && <CallTools {...channel.data} />}
      {onChangeGroup && conversation?.kind === 'group' && (
        <IconButton aria-label={t('begin.changeTitle')} title={t('begin.changeTitle')} onClick={onChangeGroup}>
          <Icon name="members" />
        </IconButton>
      )}
      <IconButton aria-label={t('search.open')} title={t('search.open')} onClick={onSearch}>
        <Icon name="search" />
      </IconButton>
    </PanelHead>
  );
  if (state.status === 'refused') {
    const kept = writtenIn(conversationId, '');
    return (
      <>
        {head}
        <StatePanel
          failure
          icon="lock"
          title={t('refusedTitle')}
          text={state.failure?.code === 'no_access_to_user' ? t('noAccess') : (state.failure?.message ?? '')}
        />
        {(kept !== '' || drafts.length > 0) && (
          <div className={styles.kept}>
            <p>{t('keptText')}</p>
            {[...drafts.map(({ text }) => text), kept].filter(Boolean).map((text) => (
              <textarea key={text} readOnly className={styles.field} aria-label={t('keptText')} value={text} />
            ))}
          </div>
        )}
      </>
    );
  }
  return (
    <div className={styles.conversation} {...dropped.handlers}>
      {head}
      {own ? <OwnNotice participants={participants} /> : participants.length > 0 && <People participants={participants} online={online} />}
      {state.status === 'loading' && (
        <div className={styles.loading} role="status" aria-label={t('loading')}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} variant="rounded" height={48} />
          ))}
        </div>
      )}
      {state.status === 'failed' && (
        <div className={styles.scroll}>
          <StatePanel
            failure
            icon="alert"
            title={t('failedTitle')}
            text={state.failure?.message ?? ''}
            action={{ label: ui('retry'), onClick: () => void history.load() }}
          />
        </div>
      )}
      {state.status === 'open' && state.messages.length + unsent.length === 0 && (
        <div className={styles.scroll}>
          <StatePanel icon="message" title={t('emptyTitle')} text={emptyText()} />
        </div>
      )}
      {(state.status === 'open' || unsent.length > 0) && state.messages.length + unsent.length > 0 && (
        <MessageLog
          label={own ? t('ownLog') : t('log', { title })}
          history={history}
          state={state}
          target={target}
          ownLastId={unsent.at(-1)?.id}
          onSeen={markRead}
        >
          {state.messages.map((message, at) => {
            const before = state.messages[at - 1];
            const isNewDay = !before || !isSameDay(before.createdAt, message.createdAt);
            const isFirstNew = message.sequence === state.firstNew;
            return (
              <Fragment key={message.messageId}>
                {isNewDay && <li className={styles.day}>{times.day(message.createdAt, nowMs)}</li>}
                {isFirstNew && (
                  <li className={styles.newLine} data-new>
                    {t('newLine')}
                  </li>
                )}
                <MessageRow
                  message={message}
                  isContinued={!isNewDay && !isFirstNew && isContinuation(before, message)}
                  isTarget={message.messageId === target}
                  naming={naming}
                  times={times}
                  nowMs={nowMs}
                  canWrite={silent === null}
                  onChanged={history.take}
                />
              </Fragment>
            );
          })}
          <SeenBy messages={state.messages} participants={participants} naming={naming} />
          {unsent.map((message) => (
            <UnsentRow
              key={message.id}
              conversationId={conversationId}
              message={message}
              onEdit={written.trim() === '' && attached.attachments.length === 0 && silent === null ? takeUp : undefined}
            />
          ))}
        </MessageLog>
      )}
      <Typing userIds={typing} naming={naming} />
      {connection === 'away' && hears === 'answering' && <p className={styles.note}>{t('away')}</p>}
      {held && !own && <p className={styles.note}>{t('memberOnHold', { name: naming.person(held.userId) })}</p>}
      {silent === null ? (
        <Composer
          key={conversationId}
          conversationId={conversationId}
          label={own ? t('write.ownLabel') : t('write.label', { title })}
          onServer={channel.isFetchedAfterMount ? (channel.data?.draft?.text ?? '') : undefined}
          takenUp={takenUp}
          takesFocus={takesFocus && target === null}
          onText={setWritten}
          onSend={(text, files) => sendMessage(conversationId, text, files)}
        />
      ) : (
        <p className={styles.note}>{t(`silent.${silent}`)}</p>
      )}
      {dropped.isOver && (
        <p className={styles.drop} aria-hidden="true">
          {t('attach.drop')}
        </p>
      )}
    </div>
  );

  function emptyText(): string {
    if (own) return t('emptyOwn');
    return conversation?.kind === 'member' ? t('empty', { title }) : t('emptyStaff');
  }
}

type Shown = ReturnType<typeof useConversation>['state']['messages'][number];

function isContinuation(before: Shown | undefined, message: Shown): boolean {
  if (!before || before.notice || message.notice) return false;
  return (
    before.sender.userId === message.sender.userId &&
    before.sender.nickname === message.sender.nickname &&
    message.createdAt - before.createdAt < continuedMs
  );
}
