import '#ui/messages.ts';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { sizeLabel } from '#lib/size-label.ts';
import { Icon } from '#ui/icons.tsx';
import { sendAgain, type UnsentMessage, unsentMessages } from '../outbox.ts';
import { useTimes } from '../times.ts';
import styles from './chat.module.css';
import fileStyles from './files.module.css';
import { MessageText } from './message-text.tsx';

interface UnsentRowProps {
  readonly conversationId: string;
  readonly message: UnsentMessage;
  /** Takes its text and files back into the field; undefined while something else stands there. */
  readonly onEdit: ((message: UnsentMessage) => void) | undefined;
}

/** A message that is not stored yet: on its way, waiting, or failed, with the way on. */
export function UnsentRow({ conversationId, message, onEdit }: UnsentRowProps) {
  const { t, i18n } = useTranslation('chat');
  const { t: ui } = useTranslation('ui');
  const nowMs = useNow(1_000);
  const times = useTimes();
  const { id, text, files, state, failure, againAt, writtenAt } = message;
  const isFailed = state === 'failed';
  const discard = () => unsentMessages.remove(conversationId, id);
  const waiting = againAt === null ? t('unsent.waiting') : t('unsent.waitingSeconds', { count: secondsUntil(againAt, nowMs) });
  return (
    <li className={isFailed ? styles.unsentFailed : styles.unsent} aria-busy={state === 'sending'}>
      <div className={styles.bubble}>
        {text !== '' && <MessageText text={text} />}
        {files.length > 0 && (
          <ul className={fileStyles.names}>
            {files.map(({ fileId, name, size }) => (
              <li key={fileId}>
                <Icon name="file" /> {name} <span className={styles.quiet}>{sizeLabel(size, i18n.language)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p role={isFailed ? 'alert' : 'status'} className={styles.state}>
        <Icon name={isFailed ? 'alert' : 'clock'} size={14} />
        <span>
          {state === 'waiting' ? waiting : t(`unsent.${state}`)}
          {isFailed && ` ${failure ?? t('unsent.written', { time: times.full(writtenAt) })}`}
        </span>
      </p>
      {isFailed && (
        <span className={styles.buttons}>
          <Button color="secondary" onClick={discard}>
            {t('unsent.discard')}
          </Button>
          <Button
            color="secondary"
            disabled={!onEdit}
            title={onEdit ? undefined : t('unsent.takeUpBlocked')}
            onClick={() => {
              discard();
              onEdit?.(message);
            }}
          >
            {t('unsent.takeUp')}
          </Button>
          <Button variant="outlined" onClick={() => sendAgain(conversationId, message)}>
            {ui('retry')}
          </Button>
        </span>
      )}
    </li>
  );
}

const secondsUntil = (ms: number, nowMs: number): number => Math.max(1, Math.ceil((ms - nowMs) / 1000));
