import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TodayRow as Row } from '@vigil/contract/triage-today.contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { rowsOfPage, todayQuery } from '../api/today-calls.ts';
import type { ChosenScope } from '../chosen-scope.ts';
import { useHeldRows } from '../use-held-rows.ts';
import { ChangesButton } from './changes-button.tsx';
import { PageButtons } from './page-buttons.tsx';
import styles from './today.module.css';

interface ApartProps {
  readonly list: 'gaps' | 'reviewed';
  readonly chosen: ChosenScope;
  /** Rows of the list, by the list that is open. */
  readonly count: number;
  readonly rowFor: (row: Row, isGone: boolean) => ReactNode;
}

/** A list that stands apart from what is open: folded, with its number, until somebody looks. */
export function Apart({ list, chosen, count, rowFor }: ApartProps) {
  const { t } = useTranslation('today');
  const [isOpen, setOpen] = useState(list === 'gaps');
  return (
    <details className={styles.apart} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevronRight" size={12} />
        <h2>{t(list === 'gaps' ? 'gapsTitle' : 'reviewedTitle')}</h2> <span className={styles.muted}>{count.toLocaleString()}</span>
      </summary>
      <p className={styles.muted}>{t(list === 'gaps' ? (count === 0 ? 'gapsNone' : 'gapsText') : 'reviewedText')}</p>
      {list === 'gaps' && <p className={styles.muted}>{t('gapsNotStarted')}</p>}
      {list === 'gaps' && count > 0 && (
        <p className={styles.order} title={t('gapsOrderLong')}>
          {t('gapsOrder')}
        </p>
      )}
      {isOpen && count > 0 && <ApartRows list={list} chosen={chosen} rowFor={rowFor} />}
    </details>
  );
}

function ApartRows({ list, chosen, rowFor }: Omit<ApartProps, 'count'>) {
  const { t } = useTranslation('today');
  const [page, setPage] = useState(1);
  const query = useQuery({ ...todayQuery(chosen, list, page), placeholderData: keepPreviousData });
  const { shown, changes, show } = useHeldRows(query.data?.content, `${list} ${page} ${JSON.stringify(chosen)}`, query.isPlaceholderData);
  if (query.isError && !query.data) return <p role="alert">{t('failedTitle')}</p>;
  return (
    <>
      <ChangesButton changes={changes} onShow={show} />
      <ul className={styles.rows}>{(shown ?? []).map(({ row, isGone }) => rowFor(row, isGone))}</ul>
      <PageButtons page={page} size={rowsOfPage} total={query.data?.totalElements ?? 0} onPage={setPage} />
    </>
  );
}
