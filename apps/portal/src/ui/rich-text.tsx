import styles from './rich-text.module.css';
import { blocksOf, type TextPart } from './rich-text-parts.ts';

/** Text that a person wrote, with its paragraphs, lists and bold words. It becomes elements and never HTML. */
export function RichText({ text }: { readonly text: string }) {
  return blocksOf(text).map(({ kind, lines }, index) => {
    const key = `${index}`;
    if (kind === 'list')
      return (
        <ul key={key} className={styles.list}>
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other name than their place.
            <li key={place}>
              <Line parts={line} />
            </li>
          ))}
        </ul>
      );
    return (
      <p key={key} className={styles.paragraph}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other name than their place.
          <span key={place} className={styles.line}>
            <Line parts={line} />
          </span>
        ))}
      </p>
    );
  });
}

function Line({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map(({ kind, text }, index) => {
    const key = `${index}`;
    if (kind === 'bold') return <strong key={key}>{text}</strong>;
    if (kind === 'link')
      return (
        <a key={key} href={text} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      );
    return text;
  });
}
