import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './keeps-place.module.css';

interface KeepsPlaceProps {
  /** What stands above the page; null: nothing any more. */
  readonly children: ReactNode | null;
  /** What stands in its place until another page is opened. */
  readonly after: string;
}

/** What is gone from above the page leaves its place: the page must not move up under a pointer that is about to press. */
export function KeepsPlace({ children, after }: KeepsPlaceProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const place = useRef<HTMLDivElement>(null);
  const [stood, setStood] = useState<{ readonly path: string; readonly height: number } | null>(null);
  const isThere = children !== null;
  useLayoutEffect(() => {
    if (!isThere || !place.current) return;
    const height = place.current.offsetHeight;
    setStood((before) => (before?.path === path && before.height === height ? before : { path, height }));
  });
  if (isThere) return <div ref={place}>{children}</div>;
  if (stood?.path !== path) return null;
  return (
    <p className={styles.after} style={{ minHeight: stood.height }} role="status">
      {after}
    </p>
  );
}
