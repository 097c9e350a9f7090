import type { ChatMessage } from '@vigil/contract/chat.contract';
import type { ReactionKey } from '@vigil/contract/chat.values';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import type { Naming } from '../people.ts';
import styles from './chat.module.css';
import { ReactionSign } from './reaction-sign.tsx';

interface ReactionsProps {
  readonly reactions: ChatMessage['reactions'];
  readonly naming: Naming;
  /** Undefined for whoever may not react. */
  readonly onReact: ((key: ReactionKey, isOn: boolean) => void) | undefined;
}

/** Who answered without words. One's own is pressed, and a press takes it back. */
export function Reactions({ reactions, naming, onReact }: ReactionsProps) {
  const { t } = useTranslation('chat');
  const { userId } = useSession();
  if (reactions.length === 0) return null;
  return (
    <ul className={styles.reactions}>
      {reactions.map(({ key, userIds }) => {
        const label = t('reacted', { reaction: t(`reaction.${key}`), names: userIds.map(naming.person).join(', ') });
        const isOwn = userIds.includes(userId);
        return (
          <li key={key}>
            <button
              type="button"
              className={styles.reaction}
              aria-pressed={isOwn}
              aria-label={label}
              title={label}
              disabled={!onReact}
              onClick={() => onReact?.(key, !isOwn)}
            >
              <ReactionSign reaction={key} size={14} /> {userIds.length}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
