import Button from '@mui/material/Button';
import { useRouter } from '@tanstack/react-router';
import { type SnackbarKey, useSnackbar, type VariantType } from 'notistack';
import { createElement, useCallback } from 'react';

/** Specification: notices go by themselves after 10 s. Milliseconds. */
export const noticeMs = 10_000;

/** A line at the edge of the page that goes by itself. */
export interface Notice {
  readonly message: string;
  /** Default info. */
  readonly variant?: Exclude<VariantType, 'default'>;
  /** Milliseconds; default 10,000. */
  readonly dismissAfterMs?: number;
  /** Leads there as it is shown, because what was on screen cannot stay. */
  readonly withRedirect?: string;
  /** A button on the notice, as Undo; pressing it closes the notice. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

type Navigate = (address: string) => void;

/** Shows notices to the person, and answers how to take one away; `navigate` is how to follow `withRedirect` where no router stands around the caller. */
export function useNoticesWith(navigate: Navigate): (notice: Notice) => () => void {
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  return useCallback(
    ({ message, variant = 'info', dismissAfterMs = noticeMs, withRedirect, action }) => {
      const pressed = (key: SnackbarKey, onPress: () => void) => () => {
        closeSnackbar(key);
        onPress();
      };
      const key = enqueueSnackbar(message, {
        ...{ variant, autoHideDuration: dismissAfterMs },
        ...(action && {
          action: (key) => createElement(Button, { size: 'small', color: 'inherit', onClick: pressed(key, action.onPress) }, action.label),
        }),
      });
      if (withRedirect !== undefined) navigate(withRedirect);
      return () => closeSnackbar(key);
    },
    [enqueueSnackbar, closeSnackbar, navigate],
  );
}

/** The same below the router. */
export function useNotices(): (notice: Notice) => () => void {
  const router = useRouter();
  const navigate = useCallback((address: string) => void router.navigate({ to: address, replace: true }), [router]);
  return useNoticesWith(navigate);
}
