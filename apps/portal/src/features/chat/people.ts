import type { ChatMessage } from '@vigil/contract/chat.contract';
import { useTranslation } from 'react-i18next';
import type { ChatChannel } from '#lib/chat/chat-provider.ts';
import { useSession } from '#lib/session/session.ts';

export type Participant = ChatChannel['participants'][number];

/** How people are called in one conversation. */
export interface Naming {
  /** Whoever writes or has written: the name, for staff with the short label, for a member with the role in words. */
  readonly sender: (sender: ChatMessage['sender']) => string;
  /** Somebody who takes part, by id. */
  readonly person: (userId: string) => string;
}

export function useNaming(participants: readonly Participant[], own: boolean): Naming {
  const { t } = useTranslation('chat');
  const { userId: self } = useSession();
  const inWords = (label: string | null) => (label !== null && isLabel(label) ? t(`label.${label}`) : null);
  return {
    sender({ userId, nickname, label }) {
      if (userId === self) return t('you');
      const words = own ? inWords(label) : null;
      if (words === null || label === null) return nickname;
      if (nickname === label) return words;
      return nickname.endsWith(`, ${label}`) ? `${nickname.slice(0, -label.length)}${words}` : nickname;
    },
    person(userId) {
      const found = participants.find((one) => one.userId === userId);
      if (userId === self) return t('you');
      return found ? `${found.firstName} ${found.lastName}`.trim() : t('someone');
    },
  };
}

const labels = ['MD', 'RN', 'HC', 'SP', 'SUP', 'CLN', 'CTM', 'ICM'] as const;
const isLabel = (label: string): label is (typeof labels)[number] => (labels as readonly string[]).includes(label);
