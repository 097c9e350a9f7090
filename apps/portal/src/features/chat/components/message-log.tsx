import Button from '@mui/material/Button';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import type { HistoryState, MessageHistory, Side } from '../message-history.ts';
import styles from './chat.module.css';

interface MessageLogProps {
  readonly label: string;
  readonly history: MessageHistory;
  readonly state: HistoryState;
  readonly target: string | null;
  /** The end of what was written here: it is scrolled to. */
  readonly ownLastId: string | undefined;
  /** The end is in sight, and so is the page: everything was seen. */
  readonly onSeen: () => void;
  readonly children: ReactNode;
}

/** So near the edge the next page is asked for, and the end counts as in sight. Pixels. */
const nearPx = 80;

/** The scrolled list: it stays where it is read, follows at its end, and asks for more at either edge. */
export function MessageLog({ label, history, state, target, ownLastId, onSeen, children }: MessageLogProps) {
  const { t } = useTranslation('chat');
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const { isAtEnd, look, toEnd } = useScroll(log, content, { history, state, target, ownLastId });
  const { messages, hasBefore, hasAfter, loading, pageFailed } = state;
  const last = messages.at(-1)?.sequence;
  const unread = messages.filter(({ isUnread }) => isUnread).length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is seen, or not, for itself.
  useEffect(() => {
    const see = () => {
      if (isAtEnd && document.visibilityState === 'visible') onSeen();
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [isAtEnd, last, onSeen]);

  const edge = (side: Side, isThere: boolean) =>
    isThere && (
      <div className={styles.edge}>
        {pageFailed === side && <p role="alert">{t('pageFailed')}</p>}
        <Button color="secondary" disabled={loading === side} onClick={() => void history.more(side)}>
          {t(side === 'before' ? 'older' : 'newer')}
        </Button>
      </div>
    );
  return (
    <div className={styles.logFrame}>
      {/* What scrolls has to be reached by the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
      <div ref={log} role="log" aria-label={label} aria-busy={loading !== null} tabIndex={0} className={styles.log} onScroll={look}>
        {edge('before', hasBefore)}
        <ol ref={content} className={styles.messages}>
          {children}
        </ol>
        {edge('after', hasAfter)}
      </div>
      {(!isAtEnd || hasAfter) && (
        <Button variant="outlined" size="small" className={styles.toLatest ?? ''} onClick={toEnd}>
          <Icon name="chevronDown" />
          <span className={styles.toLatestWords}>{unread > 0 ? t('newBelow', { count: unread }) : t('toLatest')}</span>
        </Button>
      )}
    </div>
  );
}

type ScrollOptions = Pick<MessageLogProps, 'history' | 'state' | 'target' | 'ownLastId'>;

function useScroll(
  log: { readonly current: HTMLDivElement | null },
  content: { readonly current: HTMLElement | null },
  { history, state, target, ownLastId }: ScrollOptions,
) {
  const [isAtEnd, setAtEnd] = useState(true);
  const before = useRef({ first: undefined as string | undefined, height: 0, isPlaced: false, atEnd: true, goesToEnd: false, ownLastId });
  const { messages, firstNew } = state;
  const first = messages[0]?.messageId;
  const last = messages.at(-1)?.messageId;

  const look = useCallback(() => {
    const at = log.current;
    if (!at) return;
    const { messages: shown, hasAfter, hasBefore, pageFailed } = history.state.get();
    const atEnd = at.scrollHeight - at.scrollTop - at.clientHeight < nearPx;
    before.current.atEnd = atEnd;
    setAtEnd(atEnd);
    if (!before.current.isPlaced || shown.length === 0 || pageFailed !== null) return;
    if (hasBefore && at.scrollTop < nearPx) void history.more('before');
    else if (hasAfter && atEnd) void history.more('after');
  }, [log, history]);

  /** The last messages are another stretch: its end is gone to when it is there. */
  function goToLatest(): void {
    before.current.goesToEnd = true;
    void history.toLatest();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has another height whenever what is in it changes.
  useLayoutEffect(() => {
    const at = log.current;
    const was = before.current;
    if (!at || first === undefined) return;
    if (!was.isPlaced) {
      was.isPlaced = true;
      const wanted = target === null ? firstNew !== null && '[data-new]' : '[data-target]';
      const row = wanted ? at.querySelector<HTMLElement>(wanted) : null;
      // Reading goes on at what was looked for.
      if (target !== null) row?.focus({ preventScroll: true });
      at.scrollTop = row ? topOf(row, at, target === null ? 0 : (at.clientHeight - row.clientHeight) / 2) : at.scrollHeight;
    } else if (was.goesToEnd && !state.hasAfter) {
      was.goesToEnd = false;
      at.scrollTop = at.scrollHeight;
    } else if (ownLastId !== was.ownLastId) {
      at.scrollTop = at.scrollHeight;
      // Written while an old place was read: it stands behind the last messages, and is seen there.
      if (ownLastId !== undefined && state.hasAfter) goToLatest();
    } else if (first !== was.first) at.scrollTop += at.scrollHeight - was.height;
    else if (was.atEnd && !state.hasAfter) at.scrollTop = at.scrollHeight;
    Object.assign(was, { first, height: at.scrollHeight, ownLastId });
    const atEnd = at.scrollHeight - at.scrollTop - at.clientHeight < nearPx;
    was.atEnd = atEnd;
    setAtEnd(atEnd);
  }, [messages, first, last, ownLastId]);

  // A line above the field, more lines in it or the keyboard of a phone leave the list less room, and what stands in it grows (who
  // has seen it, a reaction, a question): its end stays in sight.
  useEffect(() => {
    const at = log.current;
    if (!at || typeof ResizeObserver === 'undefined') return;
    const follow = new ResizeObserver(() => {
      if (before.current.isPlaced && before.current.atEnd && !history.state.get().hasAfter) at.scrollTop = at.scrollHeight;
    });
    follow.observe(at);
    if (content.current) follow.observe(content.current);
    return () => follow.disconnect();
  }, [log, content, history]);

  const toEnd = () => {
    const at = log.current;
    if (!at) return;
    if (state.hasAfter) goToLatest();
    else at.scrollTo({ top: at.scrollHeight });
  };
  return { isAtEnd, look, toEnd };
}

/** Where the list is scrolled to for a row to stand so far below its top; the page around it stays where it is. Pixels. */
function topOf(row: Element, list: Element, below: number): number {
  return list.scrollTop + row.getBoundingClientRect().top - list.getBoundingClientRect().top - below;
}
