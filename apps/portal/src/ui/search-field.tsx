import './list/messages.ts';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';
import styles from './search-field.module.css';

const debounceMs = 250;

interface SearchFieldProps {
  readonly value: string;
  /** Called 250 ms after the last key. */
  readonly onSearch: (text: string) => void;
  readonly label: string;
  readonly placeholder: string;
  readonly ref?: Ref<HTMLInputElement>;
  readonly shortcut?: string;
}

/** A search box that asks once the person pauses. A `value` from outside (a link, the way back) replaces what was typed. */
export function SearchField({ value, onSearch, label, placeholder, ref, shortcut }: SearchFieldProps) {
  const { t } = useTranslation('list');
  const [text, setText] = useState(value);
  /** What was asked for and may still come back as `value`, the newest last: an address that changes late takes nothing typed since away. */
  const sent = useRef([value]);

  useEffect(() => {
    const at = sent.current.lastIndexOf(value);
    sent.current = at < 0 ? [value] : sent.current.slice(at);
    if (at < 0) setText(value);
  }, [value]);

  useEffect(() => {
    if (text === sent.current.at(-1)) return;
    const timer = setTimeout(() => {
      sent.current = [...sent.current, text];
      onSearch(text);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <search className={styles.field}>
      <Icon name="search" className={styles.icon} />
      <input
        ref={ref}
        type="search"
        className={styles.input}
        value={text}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText('');
          // It searches by itself: within a form, the key would send what the search is there to fill in.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {text ? (
        <button type="button" className={styles.clear} aria-label={t('clearSearch')} onClick={() => setText('')}>
          <Icon name="close" size={12} />
        </button>
      ) : (
        shortcut && <kbd className={styles.key}>{shortcut}</kbd>
      )}
    </search>
  );
}
