import './list/messages.ts';
import './messages.ts';
import Skeleton from '@mui/material/Skeleton';
import { ApiError } from '@vigil/contract/client';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListSearch } from '#lib/list-search.ts';
import table from './data-table.module.css';
import { DataTable } from './data-table.tsx';
import styles from './list-screen.module.css';
import type { ListScreenProps, ListTexts } from './list-screen-props.ts';
import { places } from './skeleton-rows.tsx';
import { StatePanel } from './state-panel.tsx';

type ListRowsProps<Row, Search extends ListSearch> = ListScreenProps<Row, Search> & {
  readonly ref: Ref<HTMLDivElement>;
  readonly narrow: boolean;
  /** In the order shown; undefined while the first answer is awaited. */
  readonly rows: readonly Row[] | undefined;
  readonly late: boolean;
};

/** The rows of a list, as a table or as cards; or why there are none, and the next step. */
export function ListRows<Row, Search extends ListSearch>(props: ListRowsProps<Row, Search>) {
  const { ref, query, list, narrow, texts, filters = [], narrowed = null } = props;
  const { t } = useTranslation('list');
  const { search, change } = list;
  const filtered = narrowed !== null || search.q !== '' || filters.some(({ name, usual }) => search[name] !== usual);
  const clear = () =>
    change({ ...narrowed, q: '', ...Object.fromEntries(filters.map(({ name, usual }) => [name, usual])) } as Partial<Search>);
  const content = () => {
    if (!query.data && query.isError) return <Failure {...props} reason={query.error} onRetry={() => void query.refetch()} />;
    if (query.data?.content.length !== 0) return narrow ? <Cards {...props} /> : <Table {...props} />;
    return filtered ? (
      <StatePanel icon="search" {...texts.empty} action={{ label: t('clearSearchAndFilters'), onClick: clear }} />
    ) : (
      <StatePanel icon="members" {...texts.none} />
    );
  };
  const fits = props.compact && query.data?.content.length !== 0 && !query.isError;
  return (
    <div ref={ref} className={narrow ? undefined : [table.scroll, fits && table.fit].filter(Boolean).join(' ')}>
      {content()}
    </div>
  );
}

function Table<Row, Search extends ListSearch>(props: ListRowsProps<Row, Search>) {
  const { texts, list, rows, columns, joined, rowKey, linked = false, compact = false, late } = props;
  const { sort, order, size } = list.search;
  const descending = order === 'desc';
  return (
    <DataTable
      caption={texts.caption}
      columns={columns}
      joined={joined}
      rows={rows}
      size={size}
      rowKey={rowKey}
      linked={linked}
      compact={compact}
      late={late}
      sort={sort as Search['sort']}
      descending={descending}
      onSort={(field, down) => list.change({ sort: field, order: down ? 'desc' : 'asc' } as Partial<Search>)}
    />
  );
}

function Cards<Row, Search extends ListSearch>({ texts, rows, card, cardHeightPx, late }: ListRowsProps<Row, Search>) {
  return (
    <ul className={late ? `${styles.cards} ${table.late}` : styles.cards} aria-label={texts.caption} aria-busy={!rows || late}>
      {rows ? rows.map(card) : places(6).map((place) => <Skeleton key={place} component="li" variant="rounded" height={cardHeightPx} />)}
    </ul>
  );
}

interface FailureProps {
  readonly texts: ListTexts;
  readonly reason: Error;
  readonly onRetry: () => void;
}

function Failure({ texts, reason, onRetry }: FailureProps) {
  const { t } = useTranslation('list');
  const { t: ui } = useTranslation('ui');
  if (reason instanceof ApiError && reason.status === 403)
    return <StatePanel failure icon="alert" title={texts.forbiddenTitle ?? t('forbiddenTitle')} text={t('forbiddenText')} />;
  return (
    <StatePanel
      failure
      icon="alert"
      title={texts.failed.title}
      text={texts.failed.text(reason.message)}
      action={{ label: ui('retry'), onClick: onRetry }}
    />
  );
}
