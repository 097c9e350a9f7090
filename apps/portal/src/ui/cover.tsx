import Dialog from '@mui/material/Dialog';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './cover.module.css';
import { noticesRoot } from './notices-around.tsx';

interface CoverProps {
  /** What it is called. */
  readonly label: string;
  /** Closes it by hand, as `useBackCloses` answers it. */
  readonly close: () => void;
  /** A link in it was followed: it covers the page that the link opens. */
  readonly onLeft: () => void;
  readonly children: ReactNode;
}

/** What takes the whole screen of a phone, with the notices of the page. */
export function Cover({ label, close, onLeft, children }: CoverProps) {
  return (
    <Dialog
      open
      fullScreen
      onClose={close}
      onClick={({ target }) => (target as Element).closest('a[href]:not([target])') && onLeft()}
      slotProps={{ paper: { elevation: 0, className: styles.cover ?? '', 'aria-label': label } }}
    >
      {children}
      <NoticesHere />
    </Dialog>
  );
}

/** Notices stand here for as long as the page is covered. */
function NoticesHere() {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    noticesRoot.set(root.current);
    return () => noticesRoot.set(null);
  }, []);
  return <div ref={root} />;
}
