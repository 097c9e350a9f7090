import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card.tsx';
import styles from '../summary.module.css';

interface Recorded {
  readonly id: string;
  readonly origin: string;
}

interface RecordCardProps<T extends Recorded> {
  readonly title: string;
  readonly answer: UseQueryResult<{ readonly content: readonly T[] }>;
  /** Whether it is to be known of now; the others are counted. */
  readonly isShown: (one: T) => boolean;
  /** How many stand here before one asks for the others. */
  readonly most?: number;
  readonly texts: { readonly failed: string; readonly none: string; readonly others: (count: number) => string };
  readonly what: (one: T) => ReactNode;
  readonly when: (one: T) => ReactNode;
}

/** A part of the record from elsewhere: what stands now, where each comes from, and how much else there is. */
export function RecordCard<T extends Recorded>({ title, answer, isShown, most, texts, what, when }: RecordCardProps<T>) {
  const { t } = useTranslation('patientSummary');
  const { data, isPending, isError } = answer;
  const shown = data?.content.filter(isShown) ?? [];
  const others = (data?.content.length ?? 0) - shown.length;
  const rows = (some: readonly T[]) => (
    <ul className={styles.rows}>
      {some.map((one) => (
        <li key={one.id} title={t('record.from', { origin: one.origin })}>
          <span>{what(one)}</span>
          <span className={styles.muted}>{when(one)}</span>
        </li>
      ))}
    </ul>
  );
  const rest = shown.slice(most ?? shown.length);
  return (
    <Card title={title}>
      {isPending && <p className={styles.muted} aria-busy="true" />}
      {isError && !data && <p className={styles.warn}>{texts.failed}</p>}
      {data && shown.length === 0 && <p className={styles.muted}>{texts.none}</p>}
      {rows(shown.slice(0, most))}
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{t('record.more', { count: rest.length })}</summary>
          {rows(rest)}
        </details>
      )}
      {others > 0 && <p className={styles.muted}>{texts.others(others)}</p>}
    </Card>
  );
}
