import './messages.ts';
import Button from '@mui/material/Button';
import { type SnackbarKey, useSnackbar, type VariantType } from 'notistack';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { noticeMs } from '#lib/notices.ts';
import { isShortcut } from '#lib/shortcuts.ts';
import { createStore, useStore } from '#lib/store.ts';

/** Notices on screen whose undo has not been used, the newest last. */
const undoable = createStore<readonly SnackbarKey[]>([]);
const forget = (notice: SnackbarKey) => undoable.set(undoable.get().filter((one) => one !== notice));

/**
 * Says at the edge of the page what was done, with a button that undoes it where `undo` is given. Tab comes to the oldest of several
 * first; the key U undoes what the newest says. Answers by which key it is closed.
 */
export function useUndoNotice(): (message: string, undo?: () => void, variant?: VariantType) => SnackbarKey {
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  return (message, undo, variant = 'success') =>
    enqueueSnackbar(message, {
      variant,
      autoHideDuration: noticeMs,
      ...(undo && {
        action: (key) => (
          <UndoButton
            notice={key}
            message={message}
            onUndo={() => {
              closeSnackbar(key);
              undo();
            }}
          />
        ),
      }),
    });
}

interface UndoButtonProps {
  readonly notice: SnackbarKey;
  /** What the notice says: a screen reader that comes to one of several buttons says of which it is. */
  readonly message: string;
  readonly onUndo: () => void;
}

function UndoButton({ notice, message, onUndo }: UndoButtonProps) {
  const { t } = useTranslation('ui');
  const isNewest = useStore(undoable).at(-1) === notice;
  // A notice that goes is there for a moment longer: it undoes once.
  const undo = () => {
    if (!undoable.get().includes(notice)) return;
    forget(notice);
    onUndo();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isNewest || event.key.toLowerCase() !== 'u' || !isShortcut(event)) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    undoable.set([...undoable.get(), notice]);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      forget(notice);
    };
  }, [notice]);
  return (
    <Button color="inherit" size="small" aria-description={message} {...(isNewest && { 'aria-keyshortcuts': 'U' })} onClick={undo}>
      {t('undo')}
    </Button>
  );
}
