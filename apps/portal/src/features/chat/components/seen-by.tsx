import type { ChatMessage } from '@vigil/contract/chat.contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import type { Naming, Participant } from '../people.ts';
import styles from './chat.module.css';

/** Names that stand in one line; the others are counted. */
const mostNamed = 3;

interface SeenByProps {
  readonly messages: readonly ChatMessage[];
  readonly participants: readonly Participant[];
  readonly naming: Naming;
}

/** Under the end: who has read the reader's own last message, while nothing was answered. */
export function SeenBy({ messages, participants, naming }: SeenByProps) {
  const { t, i18n } = useTranslation('chat');
  const { userId } = useSession();
  const last = messages.at(-1);
  if (last?.sender.userId !== userId) return null;
  const readers = participants.filter((one) => one.userId !== userId && one.readSequence >= last.sequence);
  if (readers.length === 0) return null;
  const named = readers.slice(0, mostNamed).map((one) => naming.person(one.userId));
  const others = readers.length - named.length;
  const names =
    others > 0 ? t('seenByOthers', { names: named.join(', '), count: others }) : new Intl.ListFormat(i18n.language).format(named);
  return <li className={styles.seenBy}>{t('seenBy', { names })}</li>;
}

interface TypingProps {
  readonly userIds: readonly string[];
  readonly naming: Naming;
}

/** Who is writing now. It is not read out: it comes and goes. */
export function Typing({ userIds, naming }: TypingProps) {
  const { t, i18n } = useTranslation('chat');
  if (userIds.length === 0) return null;
  const names = new Intl.ListFormat(i18n.language).format(userIds.slice(0, mostNamed).map(naming.person));
  return (
    <p className={styles.typing} aria-live="off">
      {t('typing', { names, count: userIds.length })}
    </p>
  );
}
