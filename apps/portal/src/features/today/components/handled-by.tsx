import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { useTranslation } from 'react-i18next';
import { ageInWords } from '#ui/age-in-words.ts';
import { type Handling, handlingOf } from '../handling.ts';
import styles from './today.module.css';

interface HandledByProps {
  readonly rows: readonly TodayRow[];
  /** Further members are on other pages. */
  readonly isPart: boolean;
  readonly nowSeconds: number;
}

/** For those who look on: who handles what is open, and how long the oldest waits. */
export function HandledBy({ rows, isPart, nowSeconds }: HandledByProps) {
  const { t } = useTranslation('today');
  const { t: ui } = useTranslation('ui');
  const nameOf = ({ who }: Handling) =>
    who.kind === 'person'
      ? t('handling.person', { name: who.name })
      : who.kind === 'waiting'
        ? t('waits', { role: t(`roles.${who.role}`) })
        : t(`handling.${who.kind}`);
  return (
    <section className={styles.handled} aria-label={t('handling.title')}>
      <h2>{t(isPart ? 'handling.titleOfPage' : 'handling.title')}</h2>
      <ul>
        {handlingOf(rows).map((one) => (
          <li key={JSON.stringify(one.who)} data-kind={one.who.kind}>
            <span>{nameOf(one)}</span> <strong>{one.count}</strong>
            {one.since !== null && (
              <span className={styles.muted}> {t('handling.oldest', { age: ageInWords(ui, one.since, nowSeconds) })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
