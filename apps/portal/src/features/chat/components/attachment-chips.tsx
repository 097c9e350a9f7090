import IconButton from '@mui/material/IconButton';
import { mostMessageFiles } from '@vigil/contract/chat.values';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '#lib/connection.ts';
import { sizeLabel } from '#lib/size-label.ts';
import { useStore } from '#lib/store.ts';
import { Icon } from '#ui/icons.tsx';
import { type Attached, type Attachment, detach, uploadAgain } from '../attachments.ts';
import styles from './files.module.css';

interface AttachmentChipsProps {
  readonly conversationId: string;
  readonly attached: Attached;
}

/** The files of a message that is being written: how far each is, and the way out of what went wrong. */
export function AttachmentChips({ conversationId, attached: { attachments, refusals, isAwaited } }: AttachmentChipsProps) {
  const { t } = useTranslation('chat');
  return (
    <>
      {attachments.length + refusals.length > 0 && (
        <div className={styles.attached}>
          {attachments.length > 0 && (
            <ul className={styles.chips} aria-label={t('attach.list')}>
              {attachments.map((one) => (
                <Chip key={one.id} conversationId={conversationId} attachment={one} />
              ))}
            </ul>
          )}
          {refusals.length > 0 && <Refusals refusals={refusals} />}
        </div>
      )}
      {isAwaited && (
        <p role="status" className={styles.awaited}>
          {t('attach.awaited')}
        </p>
      )}
    </>
  );
}

/** What was not attached, and why; in sight when it comes. */
function Refusals({ refusals }: Pick<Attached, 'refusals'>) {
  const { t } = useTranslation('chat');
  const told = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is shown for itself.
  useEffect(() => {
    // Newer browsers answer scrolling with a promise, which is nothing to be done at the end of an effect.
    told.current?.scrollIntoView?.({ block: 'nearest' });
  }, [refusals]);
  return (
    <div ref={told} role="alert">
      <ul className={styles.refusals}>
        {refusals.map(({ name, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list comes anew as a whole.
          <li key={at}>{t(`attach.${why}`, { name, max: mostMessageFiles })}</li>
        ))}
      </ul>
    </div>
  );
}

/** The same file is refused again: it is left out, or another one is chosen. */
const isFinal = (failure: Attachment['failure']): boolean =>
  failure?.code === 'invalid_input' || failure?.code === 'body_too_large' || failure?.code === 'unsupported_media_type';

function Chip({ conversationId, attachment }: { readonly conversationId: string; readonly attachment: Attachment }) {
  const { t, i18n } = useTranslation('chat');
  const { t: ui } = useTranslation('ui');
  const hears = useStore(connection);
  const { id, name, size, state, sent, failure } = attachment;
  const chip = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (state === 'failed') chip.current?.scrollIntoView?.({ block: 'nearest' });
  }, [state]);
  return (
    <li ref={chip} className={styles.chip} data-failed={state === 'failed' || undefined}>
      <Icon name="file" />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.size}>{sizeLabel(size, i18n.language)}</span>
      {state === 'failed' && !isFinal(failure) && (
        <IconButton
          size="small"
          aria-label={t('attach.retry', { name })}
          title={ui('retry')}
          onClick={() => uploadAgain(conversationId, id)}
        >
          <Icon name="repeat" />
        </IconButton>
      )}
      <IconButton
        size="small"
        aria-label={t(state === 'uploading' ? 'attach.cancel' : 'attach.remove', { name })}
        title={t(state === 'uploading' ? 'attach.cancel' : 'attach.remove', { name })}
        onClick={() => detach(conversationId, id)}
      >
        <Icon name="close" />
      </IconButton>
      {state === 'uploading' && (
        <progress className={styles.progress} max={size} value={sent} aria-label={t('attach.progress', { name })}>
          {Math.round((100 * sent) / size)} %
        </progress>
      )}
      {state !== 'done' && (
        <span className={styles.told} role={state === 'failed' ? 'alert' : undefined}>
          {says()}
        </span>
      )}
    </li>
  );

  function says(): string {
    if (state === 'uploading')
      return sent < size ? t('attach.uploading', { percent: Math.floor((100 * sent) / size) }) : t('attach.judged');
    if (state === 'waiting') return hears === 'answering' && failure === null ? t('attach.queued') : t('attach.offline');
    // The server says in English what it found; in another language it is told by its kind.
    return failure?.code === 'invalid_input' && i18n.language !== 'en' ? t('attach.notTaken') : (failure?.message ?? t('attach.notTaken'));
  }
}
