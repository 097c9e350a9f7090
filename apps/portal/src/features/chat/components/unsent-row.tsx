import '#ui/messages.ts';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { Icon } from '#ui/icons.tsx';
import { sendAgain, type UnsentMessage, unsentMessages } from '../outbox.ts';
import { useTimes } from '../times.ts';
import styles from './chat.module.css';
import { MessageText } from './message-text.tsx';

interface UnsentRowProps {
  readonly conversationId: string;
  readonly message: UnsentMessage;
  /** Takes its text back into the field; undefined while something else stands there. */
  readonly onEdit: ((text: string) => void) | undefined;
}

/** A message that is not stored yet: on its way, waiting, or failed, with the way on. */
export function UnsentRow({ conversationId, message, onEdit }: UnsentRowProps) {
  const { t } = useTranslation('chat');
  const { t: ui } = useTranslation('ui');
  const nowMs = useNow(1_000);
  const times = useTimes();
  const { id, text, state, failure, againAt, writtenAt } = message;
  const isFailed = state === 'failed';
  const discard = () => unsentMessages.remove(conversationId, id);
  const waiting = againAt === null ? t('unsent.waiting') : t('unsent.waitingSeconds', { count: secondsUntil(againAt, nowMs) });
  return (
    <li className={isFailed ? styles.unsentFailed : styles.unsent} aria-busy={state === 'sending'}>
      <div className={styles.bubble}>
        <MessageText text={text} />
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
              onEdit?.(text);
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
