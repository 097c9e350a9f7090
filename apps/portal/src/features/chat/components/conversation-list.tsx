import '#ui/messages.ts';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { chat } from '@vigil/contract';
import type { ChatConversation } from '@vigil/contract/chat.contract';
import { mostUnreadCounted } from '@vigil/contract/chat.values';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chatProvider } from '#lib/chat/chat-provider.ts';
import { askAgain } from '#lib/endpoint-query.ts';
import { useNow } from '#lib/now.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { useSession } from '#lib/session/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icons.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { conversationsQuery, touchedByMessages, unreadQuery } from '../api/ask-chat.ts';
import { noticeWords } from '../notice-words.ts';
import { type Times, useTimes } from '../times.ts';
import styles from './chat.module.css';
import { PanelHead } from './conversation-head.tsx';

interface ConversationListProps {
  readonly onOpen: (conversationId: string) => void;
  readonly onSearch: () => void;
  readonly onBegin: () => void;
}

/** The person's conversations: those with something unread first, then by their last message. */
export function ConversationList({ onOpen, onSearch, onBegin }: ConversationListProps) {
  const { t } = useTranslation('chat');
  const { t: ui } = useTranslation('ui');
  const unread = useQuery(unreadQuery());
  const all = useQuery(conversationsQuery());
  const [before, setBefore] = useState<readonly string[]>([]);
  const nowMs = useNow();
  const times = useTimes();
  useFresh();

  const failure = unread.error ?? all.error;
  const isThere = unread.data !== undefined && all.data !== undefined;
  const unreadIds = new Set(unread.data?.conversations.map(({ conversationId }) => conversationId));
  const others = all.data?.conversations.filter(({ conversationId }) => !unreadIds.has(conversationId)) ?? [];
  const next = all.data?.next ?? null;
  return (
    <>
      <PanelHead title={t('list.title')} onBack={undefined} backLabel="">
        <IconButton aria-label={t('list.new')} title={t('list.new')} onClick={onBegin}>
          <Icon name="plus" />
        </IconButton>
        <IconButton aria-label={t('search.open')} title={t('search.open')} onClick={onSearch}>
          <Icon name="search" />
        </IconButton>
      </PanelHead>
      <div className={styles.scroll}>
        {!isThere && failure && (
          <StatePanel
            failure
            icon="alert"
            title={t('list.failedTitle')}
            text={failure.message}
            action={{ label: ui('retry'), onClick: () => void Promise.all([unread.refetch(), all.refetch()]) }}
          />
        )}
        {!isThere && !failure && (
          <div className={styles.loading} role="status" aria-label={ui('loading')}>
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} variant="rounded" height={48} />
            ))}
          </div>
        )}
        {isThere && unreadIds.size + others.length === 0 && (
          <StatePanel
            icon="message"
            title={t('list.emptyTitle')}
            text={t('list.empty')}
            action={{ label: t('list.new'), onClick: onBegin }}
          />
        )}
        {isThere && (
          <ol className={styles.rows} aria-label={t('list.title')}>
            {[...(unread.data?.conversations ?? []), ...others].map((one) => (
              <ConversationRow key={one.conversationId} conversation={one} times={times} nowMs={nowMs} onOpen={onOpen} />
            ))}
            {before.map((place) => (
              <OlderRows key={place} before={place} without={unreadIds} times={times} nowMs={nowMs} onOpen={onOpen} onNext={addPlace} />
            ))}
          </ol>
        )}
        {isThere && next !== null && before.length === 0 && (
          <Button color="secondary" onClick={() => setBefore([next])}>
            {t('list.more')}
          </Button>
        )}
      </div>
    </>
  );

  function addPlace(place: string): void {
    setBefore((places) => [...places, place]);
  }
}

interface RowProps {
  readonly times: Times;
  readonly nowMs: number;
  readonly onOpen: (conversationId: string) => void;
}

interface OlderRowsProps extends RowProps {
  readonly before: string;
  readonly without: ReadonlySet<string>;
  readonly onNext: (before: string) => void;
}

/** A further page of the list. */
function OlderRows({ before, without, onNext, ...row }: OlderRowsProps) {
  const { t } = useTranslation('chat');
  const { t: ui } = useTranslation('ui');
  const { data, error, refetch } = useQuery(conversationsQuery(before));
  const [isContinued, setContinued] = useState(false);
  if (error && !data)
    return (
      <li className={styles.edge}>
        <p role="alert">{t('list.failedTitle')}</p>
        <Button color="secondary" onClick={() => void refetch()}>
          {ui('retry')}
        </Button>
      </li>
    );
  const next = data?.next ?? null;
  return (
    <>
      {data?.conversations
        .filter(({ conversationId }) => !without.has(conversationId))
        .map((one) => (
          <ConversationRow key={one.conversationId} conversation={one} {...row} />
        ))}
      {next !== null && !isContinued && (
        <li className={styles.edge}>
          <Button
            color="secondary"
            onClick={() => {
              setContinued(true);
              onNext(next);
            }}
          >
            {t('list.more')}
          </Button>
        </li>
      )}
    </>
  );
}

function ConversationRow({ conversation, times, nowMs, onOpen }: RowProps & { readonly conversation: ChatConversation }) {
  const { t } = useTranslation('chat');
  const { userId } = useSession();
  const { conversationId, title, kind, unread, lastMessage } = conversation;
  const said = lastMessage && wordsOf(lastMessage);
  return (
    <li>
      <button type="button" className={styles.row} data-unread={unread > 0 || undefined} onClick={() => onOpen(conversationId)}>
        <Avatar name={title} photoUrl={null} />
        <span className={styles.rowHead}>
          <strong>{title}</strong>
          {lastMessage && <time dateTime={new Date(lastMessage.createdAt).toISOString()}>{times.short(lastMessage.createdAt, nowMs)}</time>}
        </span>
        <span className={styles.rowText}>
          <span className={styles.snippet}>
            <span className="v-unseen">{t(`list.kind.${kind}`)}. </span>
            {said}
          </span>
          {unread > 0 && (
            <>
              <span className={styles.count} aria-hidden="true">
                {unread >= mostUnreadCounted ? t('list.many') : unread}
              </span>
              <span className="v-unseen">{t('list.unread', { count: unread })}</span>
            </>
          )}
        </span>
      </button>
    </li>
  );

  function wordsOf({ text, files, notice, withdrawnAt, sender }: NonNullable<ChatConversation['lastMessage']>): string {
    if (withdrawnAt !== null) return t('withdrawn');
    if (notice) return noticeWords(t, notice, times);
    const what = text !== null && text !== '' ? text : t('files', { count: files.length });
    if (sender.userId === userId) return t('list.you', { text: what });
    return kind === 'group' || sender.userId === null ? t('list.from', { name: sender.nickname, text: what }) : what;
  }
}

/** The list is asked for anew whenever something is told, live or by the bell's stream. */
function useFresh(): void {
  const client = useQueryClient();
  usePushes('MESSAGE', { touches: touchedByMessages });
  useEffect(
    () =>
      chatProvider.listen(({ event }) => {
        if (event === 'chat:message' || event === 'chat:conversation')
          for (const endpoint of [chat.listUnread, chat.listConversations]) void askAgain(client, endpoint);
      }),
    [client],
  );
}
