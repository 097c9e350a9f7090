import { useEffect, useRef } from 'react';

/** Marks the place in the browser's history that stands for what covers the page. */
const mark = 'vigilCovers';
const isMarked = () => (history.state as Record<string, unknown> | null)?.[mark] === true;

/**
 * What covers the whole page is a place of its own in the browser's history: going back, as people do with a thumb, closes it and does
 * not leave the page. Returns how to close it by hand, which takes that place away again.
 */
export function useBackCloses(covers: boolean, onClose: () => void): () => void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (!covers) return;
    // After a reload the place is there already.
    if (!isMarked()) history.pushState({ ...(history.state as object | null), [mark]: true }, '');
    const closeOnBack = () => !isMarked() && latest.current();
    addEventListener('popstate', closeOnBack);
    return () => removeEventListener('popstate', closeOnBack);
  }, [covers]);
  return () => {
    if (covers && isMarked()) history.back();
    onClose();
  };
}
