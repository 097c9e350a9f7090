import './list/messages.ts';
import Button from '@mui/material/Button';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { saveCsv } from '#lib/csv.ts';
import type { ListSearch } from '#lib/list-search.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useWindowWidth } from '#lib/window-width.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { csvOf } from './data-table.tsx';
import { Icon } from './icons.tsx';
import { ListFooter } from './list-footer.tsx';
import { ListRows } from './list-rows.tsx';
import styles from './list-screen.module.css';
import type { ListFilter, ListScreenProps } from './list-screen-props.ts';
import { OrderChanged } from './order-changed.tsx';
import { SearchField } from './search-field.tsx';
import type { ListControl } from './use-list-search.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSteadyOrder } from './use-steady-order.ts';

/** Below this the rows are cards. CSS pixels, as in list-screen.module.css. */
const cardsBelowPx = 600;

/** A list that fills the window: title and count, search, filters, rows that scroll under a standing header, pager. */
export function ListScreen<Row, Search extends ListSearch>(props: ListScreenProps<Row, Search>) {
  const { texts, list, query, columns, rowKey, filters = [], lead, below, note, tools, csvName, linked = false } = props;
  const { t } = useTranslation('list');
  usePageTitle(texts.title);
  const narrow = useWindowWidth() < cardsBelowPx;
  const banner = useConfiguration().app.alert_banner_message;
  const searchBox = useRef<HTMLInputElement>(null);
  const rowsBox = useRef<HTMLDivElement>(null);
  useRowKeys(rowsBox, searchBox);
  const { search, change } = list;
  const find = useCallback((q: string) => change({ q } as Partial<Search>, true), [change]);
  // Whatever was typed or chosen is already on the controls: what still answers the question before must not read as its answer.
  const late = query.isPlaceholderData;
  const total = query.data?.totalElements;
  const { rows, changed, update } = useSteadyOrder(query.data?.content, rowKey, JSON.stringify(search), late);
  const orderChanged = <OrderChanged changed={changed} onUpdate={update} />;

  return (
    <div className={banner ? `${styles.screen} ${styles.bannered}` : styles.screen}>
      <div className={styles.top}>
        <div className={styles.head}>
          <h1 className={styles.title}>
            {texts.title}
            {total !== undefined && (
              <span className={late ? `${styles.total} ${styles.waiting}` : styles.total}>{total.toLocaleString()}</span>
            )}
          </h1>
          {narrow && orderChanged}
        </div>
        {lead}
        {rows && note?.(rows)}
        <SearchField
          ref={searchBox}
          value={search.q}
          onSearch={find}
          label={texts.searchLabel}
          placeholder={texts.searchPlaceholder}
          shortcut="/"
        />
        {filters.map((filter) => (
          <FilterMenu key={filter.name} filter={filter} list={list} />
        ))}
        <span className={styles.space} />
        {tools}
        {csvName && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="download" />}
            title={t('downloadCsvHelp')}
            disabled={!rows?.length || late}
            onClick={() => rows && saveCsv(csvOf(columns, rows), `${csvName}-${new Date().toISOString().slice(0, 10)}`)}
          >
            {t('downloadCsv')}
          </Button>
        )}
      </div>
      {below}
      {rows && query.isError && texts.stale && (
        <div className={styles.note} role="status">
          <Icon name="clock" /> {texts.stale(new Date(query.dataUpdatedAt).toLocaleTimeString())}
        </div>
      )}
      <ListRows {...props} ref={rowsBox} rows={rows} narrow={narrow} late={late} />
      <ListFooter list={list} total={total} late={late} withKeys={linked && !narrow && !changed}>
        {!narrow && orderChanged}
      </ListFooter>
    </div>
  );
}

interface FilterMenuProps<Search extends ListSearch> {
  readonly filter: ListFilter<Search>;
  readonly list: ListControl<Search>;
}

function FilterMenu<Search extends ListSearch>({ filter: { name, label, options, usual }, list }: FilterMenuProps<Search>) {
  const value = String(list.search[name]);
  const chosen = value.split(',').filter(Boolean);
  return (
    <ChoiceMenu
      icon="filter"
      label={label}
      count={value === usual ? undefined : chosen.length}
      options={options}
      chosen={chosen}
      mayBeEmpty={usual === ''}
      onChoose={(next) => list.change({ [name]: next.join(',') } as Partial<Search>)}
    />
  );
}
