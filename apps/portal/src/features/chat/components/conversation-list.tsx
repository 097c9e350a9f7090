import '#ui/messages.ts';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { Icon } from '#ui/icons.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { conversationsQuery, unreadQuery } from '../api/ask-chat.ts';
import { useTimes } from '../times.ts';
import { useFreshConversations } from '../use-fresh-conversations.ts';
import styles from './chat.module.css';
import { PanelHead } from './conversation-head.tsx';
import { ConversationRow, type RowProps } from './conversation-row.tsx';

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
  useFreshConversations();

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
