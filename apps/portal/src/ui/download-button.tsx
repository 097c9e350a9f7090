import './messages.ts';
import Button from '@mui/material/Button';
import { ApiError } from '@vigil/contract/client';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './download-button.module.css';
import { Icon } from './icons.tsx';

interface DownloadButtonProps {
  readonly label: string;
  /** Fetches the file and hands it over. */
  readonly start: (how: { signal: AbortSignal; onProgress: (receivedBytes: number) => void }) => Promise<void>;
  readonly variant?: 'outlined' | 'contained';
}

type State =
  | { readonly kind: 'idle' | 'done' }
  | { readonly kind: 'busy'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Fetches a file that may be large: says how much is there, can be cancelled, and says what went wrong beside the button. */
export function DownloadButton({ label, start, variant = 'outlined' }: DownloadButtonProps) {
  const { t, i18n } = useTranslation('ui');
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run() {
    const abort = new AbortController();
    running.current = abort;
    setState({ kind: 'busy', bytes: 0 });
    try {
      await start({ signal: abort.signal, onProgress: (bytes) => setState({ kind: 'busy', bytes }) });
      setState({ kind: 'done' });
    } catch (reason) {
      if (abort.signal.aborted) setState({ kind: 'idle' });
      else setState({ kind: 'failed', reason: reason instanceof ApiError ? reason.message : t('download.failed') });
    }
  }

  const busy = state.kind === 'busy';
  return (
    <span className={styles.download}>
      <Button
        variant={variant}
        color={variant === 'outlined' ? 'inherit' : 'primary'}
        startIcon={<Icon name={busy ? 'close' : 'download'} />}
        onClick={() => (busy ? running.current?.abort() : void run())}
      >
        {busy ? t('download.cancel') : label}
      </Button>
      <span role="status" className={styles.said}>
        {busy && t('download.received', { size: (state.bytes / 1e6).toLocaleString(i18n.language, { maximumFractionDigits: 1 }) })}
        {state.kind === 'done' && t('download.done')}
        {state.kind === 'failed' && <span className={styles.failed}>{state.reason}</span>}
      </span>
    </span>
  );
}
