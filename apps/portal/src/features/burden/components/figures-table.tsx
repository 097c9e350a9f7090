import type { ReactNode } from 'react';
import styles from '../burden.module.css';

export interface FiguresTableProps {
  readonly title: string;
  /** What names a row, then its figures. */
  readonly headings: readonly string[];
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly figures: readonly string[] }[];
  readonly note?: string | undefined;
  /** Few figures, which stand near what they are of. */
  readonly isNarrow?: boolean;
}

/** A table of figures under its title. On a narrow screen it is moved sideways, its names staying in view. */
export function FiguresTable({ title, headings, rows, note, isNarrow = false }: FiguresTableProps) {
  const [first, ...rest] = headings;
  return (
    <div className={styles.part} data-narrow={isNarrow || undefined}>
      <h2 className={styles.heading}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is moved sideways has to be reached by keyboard */}
      <section className={styles.scroll} aria-label={title} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {rest.map((heading) => (
                <th key={heading} scope="col" className={styles.number}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {figures.map((figure, index) => (
                  <td key={rest[index]} className={styles.number}>
                    {figure}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
