import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { linkedText } from '../linked-text.ts';
import styles from './chat.module.css';

/**
 * What somebody wrote, as text: lines kept, addresses open in a tab of their own, and one that reads otherwise says where it leads.
 * A conversation renders with every letter typed below it; a text that is the same is not read again.
 */
export const MessageText = memo(function MessageText({ text }: { readonly text: string }) {
  const { t } = useTranslation('chat');
  return (
    <p className={styles.text}>
      {linkedText(text).map((part, at) =>
        part.href === undefined ? (
          part.text
        ) : (
          // The parts of a text stay in their places as long as it is the same text.
          // biome-ignore lint/suspicious/noArrayIndexKey: it is the place in the text.
          <span key={at}>
            <a href={part.href} target="_blank" rel="noopener noreferrer nofollow" title={t('opensApart')}>
              {part.text}
            </a>
            {part.host !== null && <strong> ({t('leadsTo', { host: part.host })})</strong>}
          </span>
        ),
      )}
    </p>
  );
});
