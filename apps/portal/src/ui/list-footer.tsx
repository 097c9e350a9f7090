import './list/messages.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListSearch } from '#lib/list-search.ts';
import { shortcuts } from '#lib/shortcuts.ts';
import { useStore } from '#lib/store.ts';
import styles from './data-table.module.css';
import { Pager } from './pager.tsx';
import type { ListControl } from './use-list-search.ts';

interface ListFooterProps<Search extends ListSearch> {
  readonly list: ListControl<Search>;
  readonly total: number | undefined;
  readonly late: boolean;
  /** Says which keys move between the rows. */
  readonly withKeys: boolean;
  /** What is to be told of the rows: it stands in the place of the keys. */
  readonly children?: ReactNode;
}

/** Under a list: its keys, or what is to be told of it, and its pager. */
export function ListFooter<Search extends ListSearch>({ list, total, late, withKeys, children }: ListFooterProps<Search>) {
  const { t } = useTranslation('list');
  const keys = useStore(shortcuts);
  const { search, change } = list;
  return (
    <div className={styles.footer}>
      <div className={styles.footerNote}>
        {withKeys && t(keys ? 'rowKeys' : 'rowKeysArrows')}
        {children}
      </div>
      <Pager
        page={search.page}
        size={search.size}
        total={total}
        late={late}
        onPage={(page) => change({ page } as Partial<Search>)}
        onSize={(size) => change({ size } as Partial<Search>)}
      />
    </div>
  );
}
