import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '@vigil/contract/client';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '#ui/load-failed.tsx';
import { places } from '#ui/skeleton-rows.tsx';
import styles from '../content.module.css';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly program_title: string;
}
interface PageOf<T> {
  readonly content: readonly T[];
  readonly total: number;
  readonly nextPage: number | null;
}

interface ContentListProps<T extends Item, Status extends string> {
  readonly heading: string;
  readonly query: UseQueryResult<PageOf<T>, ApiError>;
  readonly statuses: readonly Status[];
  readonly status: Status | null;
  readonly onStatus: (status: Status | null) => void;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** What is said where there is nothing at all. */
  readonly none: string;
  /** What stands at the end of a row: its status, and when. */
  readonly end: (item: T) => ReactNode;
}

/** Insights or pledges of a member as the care team reads them: by status, a row each. */
export function ContentList<T extends Item, Status extends keyof Statuses & string>(props: ContentListProps<T, Status>) {
  const { heading, query, statuses, status, onStatus, page, onPage } = props;
  const { t } = useTranslation('patientContent');
  const [titleId, filterId] = [useId(), useId()];
  const { data } = query;
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.sectionHead}>
        <h2 id={titleId}>{heading}</h2>
        <span className={styles.filter}>
          <label htmlFor={filterId}>{t('show')}</label>
          <select
            id={filterId}
            className={styles.select}
            aria-label={`${t('show')}: ${heading}`}
            value={status ?? ''}
            onChange={(event) => onStatus(statuses.find((one) => one === event.target.value) ?? null)}
          >
            <option value="">{t('all')}</option>
            {statuses.map((one) => (
              <option key={one} value={one}>
                {t(`status.${one as keyof Statuses}`)}
              </option>
            ))}
          </select>
        </span>
      </div>
      <Rows {...props} />
      {data && (page > 0 || data.nextPage !== null) && (
        <div className={styles.buttons}>
          <Button color="inherit" disabled={page === 0} onClick={() => onPage(page - 1)}>
            {t('previous')}
          </Button>
          <Button color="inherit" disabled={data.nextPage === null} onClick={() => onPage(page + 1)}>
            {t('next')}
          </Button>
        </div>
      )}
    </section>
  );
}

type Statuses = Record<'created' | 'delivered' | 'opted' | 'achieved' | 'read' | 'rated' | 'expired', string>;

function Rows<T extends Item, Status extends string>({ heading, query, status, onStatus, none, end }: ContentListProps<T, Status>) {
  const { t } = useTranslation('patientContent');
  const { data, error, refetch, isPlaceholderData } = query;
  if (error && !data) return <LoadFailed error={error} title={t('failedList', { what: heading })} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.total === 0)
    return (
      <p className={styles.empty}>
        {status === null ? none : t('noneOfStatus')}{' '}
        {status !== null && (
          <Button color="inherit" onClick={() => onStatus(null)}>
            {t('showAll')}
          </Button>
        )}
      </p>
    );
  return (
    <>
      {error && (
        <p role="alert" className={styles.failedText}>
          {t('outdated')}
        </p>
      )}
      <ul className={`${styles.rows} ${styles.list} ${isPlaceholderData ? styles.late : ''}`}>
        {data.content.map((item) => (
          <li key={item.id} className={styles.row}>
            <span className={styles.what}>
              <strong>{item.title}</strong>
              <span className={styles.muted}>{item.program_title}</span>
            </span>
            <span className={styles.state}>{end(item)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Rows that are awaited, at their final size. */
export function Loading() {
  return (
    <div className={styles.list} aria-busy="true" data-awaited>
      {places(4).map((place) => (
        <div key={place} className={styles.row}>
          <Skeleton variant="rounded" height={16} width={220} />
          <Skeleton variant="rounded" height={16} width={72} />
        </div>
      ))}
    </div>
  );
}
