import '#ui/messages.ts';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { longestSearchedText, shortestSearchedText } from '@vigil/contract/chat.values';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { Icon } from '#ui/icons.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { useSearch } from '../api/ask-chat.ts';
import { useNaming } from '../people.ts';
import { useTimes } from '../times.ts';
import styles from './chat.module.css';

interface MessageSearchProps {
  /** The conversation that is open; null: all of the person's. */
  readonly conversationId: string | null;
  readonly own: boolean;
  readonly onOpen: (conversationId: string, messageId: string) => void;
  readonly onClose: () => void;
}

/** Messages that hold a text, in one conversation or all, each a way to its place. */
export function MessageSearch({ conversationId, own, onOpen, onClose }: MessageSearchProps) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState('');
  const [everywhere, setEverywhere] = useState(conversationId === null);
  const wanted = text.trim().slice(0, longestSearchedText);
  const label = t(everywhere ? 'search.all' : 'search.here');
  return (
    <>
      <header className={styles.head}>
        <SearchInput label={label} text={text} onSearch={setText} />
        <IconButton aria-label={t('search.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      {conversationId !== null && !own && (
        <label className={styles.scope}>
          <input type="checkbox" checked={everywhere} onChange={() => setEverywhere(!everywhere)} /> {t('search.everywhere')}
        </label>
      )}
      <div className={styles.scroll}>
        {wanted.length < shortestSearchedText ? (
          <p className={styles.note}>{t('search.tooShort', { count: shortestSearchedText })}</p>
        ) : (
          <Hits text={wanted} conversationId={everywhere ? null : conversationId} own={own} onOpen={onOpen} />
        )}
      </div>
    </>
  );
}

/** The field has the focus when the search opens. */
function SearchInput({
  label,
  text,
  onSearch,
}: {
  readonly label: string;
  readonly text: string;
  readonly onSearch: (text: string) => void;
}) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  useEffect(() => field?.focus(), [field]);
  return <SearchField ref={setField} value={text} onSearch={onSearch} label={label} placeholder={label} />;
}

interface HitsProps extends Pick<MessageSearchProps, 'conversationId' | 'own' | 'onOpen'> {
  readonly text: string;
}

function Hits({ text, conversationId, own, onOpen }: HitsProps) {
  const { t } = useTranslation('chat');
  const { t: ui } = useTranslation('ui');
  const { data: hits, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useSearch(text, conversationId);
  const naming = useNaming([], own);
  const times = useTimes();
  const nowMs = useNow();
  if (isPending)
    return (
      <div className={styles.loading} role="status" aria-label={ui('loading')}>
        <Skeleton variant="rounded" height={48} />
      </div>
    );
  if (error && !hits)
    return (
      <p role="alert" className={styles.note}>
        {t('search.failed')} {error.message}{' '}
        <Button color="secondary" onClick={() => void refetch()}>
          {ui('retry')}
        </Button>
      </p>
    );
  return (
    <>
      <p role="status" className={styles.note}>
        {hits.length === 0 ? t('search.nothing', { text }) : !hasNextPage && t('search.results', { count: hits.length })}
      </p>
      <ol className={styles.rows}>
        {hits.map(({ message: { messageId, conversationId: where, text: said, sender, createdAt }, title }) => (
          <li key={messageId}>
            <button type="button" className={styles.hit} onClick={() => onOpen(where, messageId)}>
              <span className={styles.rowHead}>
                <strong>{naming.sender(sender)}</strong>
                <time dateTime={new Date(createdAt).toISOString()}>{times.short(createdAt, nowMs)}</time>
              </span>
              {conversationId === null && !own && <span className={styles.quiet}>{title}</span>}
              <span className={styles.hitText}>{around(said ?? '', text)}</span>
            </button>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className={styles.edge}>
          <Button color="secondary" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('search.more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Characters before what was found that are shown. */
const shownBefore = 40;

/** A long message from shortly before the place where it says what was looked for. */
function around(said: string, wanted: string): string {
  const at = said.toLowerCase().indexOf(wanted.toLowerCase().split(' ')[0] ?? '');
  return at > shownBefore ? `… ${said.slice(at - shownBefore)}` : said;
}
