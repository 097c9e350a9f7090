import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './keeps-place.module.css';

interface KeepsPlaceProps {
  /** What stands above the page; null: nothing any more. */
  readonly children: ReactNode | null;
  /** What stands in its place until another page is opened. */
  readonly after: string;
}

/** What is gone or grows shorter above the page leaves its place: the page must not move up under a pointer that is about to press. */
export function KeepsPlace({ children, after }: KeepsPlaceProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const place = useRef<HTMLDivElement>(null);
  const [stood, setStood] = useState<Stood | null>(null);
  const isThere = children !== null;
  useLayoutEffect(() => {
    if (!isThere || !place.current) return;
    const now = { path, width: innerWidth, height: place.current.offsetHeight };
    setStood((before) => (before && isSame(before, now) ? before : now));
  });
  const minHeight = stood?.path === path && stood.width === innerWidth ? stood.height : undefined;
  if (isThere)
    return (
      <div ref={place} className={styles.place} style={{ minHeight }}>
        {children}
      </div>
    );
  if (minHeight === undefined) return null;
  return (
    <p className={styles.after} style={{ minHeight }} role="status">
      {after}
    </p>
  );
}

/** How high it stood, on which page, in a window how wide. Pixels. */
interface Stood {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}
const isSame = (one: Stood, other: Stood) => one.path === other.path && one.width === other.width && one.height === other.height;
