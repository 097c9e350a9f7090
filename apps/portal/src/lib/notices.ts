import { useRouter } from '@tanstack/react-router';
import { useSnackbar, type VariantType } from 'notistack';
import { useCallback } from 'react';

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
}

type Navigate = (address: string) => void;

/** Shows notices to the person; `navigate` is how to follow `withRedirect` where no router stands around the caller. */
export function useNoticesWith(navigate: Navigate): (notice: Notice) => void {
  const { enqueueSnackbar } = useSnackbar();
  return useCallback(
    ({ message, variant = 'info', dismissAfterMs = noticeMs, withRedirect }) => {
      enqueueSnackbar(message, { variant, autoHideDuration: dismissAfterMs });
      if (withRedirect !== undefined) navigate(withRedirect);
    },
    [enqueueSnackbar, navigate],
  );
}

/** The same below the router. */
export function useNotices(): (notice: Notice) => void {
  const router = useRouter();
  const navigate = useCallback((address: string) => void router.navigate({ to: address, replace: true }), [router]);
  return useNoticesWith(navigate);
}
