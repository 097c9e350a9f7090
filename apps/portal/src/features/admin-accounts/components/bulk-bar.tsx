import Button from '@mui/material/Button';
import { mostBulkMembers } from '@vigil/contract/registry-bulk-assignment.values';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { accountActions, actionIds, canBeWrittenTo } from '../actions/account-actions.ts';
import type { Selection } from '../actions/use-selection.ts';
import styles from './ask-dialog.module.css';
import type { RowDeeds } from './row-menu.tsx';

interface BulkBarProps {
  readonly selection: Selection;
  readonly deeds: RowDeeds;
  /** Something is being done already. */
  readonly busy: boolean;
  /** How many match the search and the filters, on all pages. */
  readonly total: number;
}

/** Chooses all of the page; with some chosen, does with them what makes sense for at least one. */
export function BulkBar({ selection, deeds, busy, total }: BulkBarProps) {
  const { t } = useTranslation('adminAccounts');
  const { rows } = selection;
  if (rows.length === 0)
    return (
      <Button variant="outlined" color="inherit" startIcon={<Icon name="check" />} onClick={selection.page}>
        {t('chooseAll')}
      </Button>
    );
  const reachable = rows.filter(({ contactInfo }) => contactInfo.email);
  const readers = rows.filter(canBeWrittenTo);
  const onPage = (
    <>
      {reachable.length > 0 && (
        <Button variant="outlined" color="inherit" disabled={busy} onClick={() => deeds.email(reachable)}>
          {t('action.email')}
        </Button>
      )}
      {deeds.message && readers.length > 0 && (
        <Button variant="outlined" color="inherit" disabled={busy} onClick={() => deeds.message?.(readers)}>
          {t('action.message')}
          {readers.length < rows.length && ` (${readers.length})`}
        </Button>
      )}
      {actionIds.map((id) => {
        const meant = rows.filter(accountActions[id].appliesTo);
        if (meant.length === 0) return null;
        return (
          <Button key={id} variant="outlined" color="inherit" disabled={busy} onClick={() => deeds.act(id, meant)}>
            {t(`action.${id}`)}
            {meant.length < rows.length && ` (${meant.length})`}
          </Button>
        );
      })}
    </>
  );
  return (
    <>
      <span role="status">{t('chosen', { count: rows.length })}</span>
      {selection.everybody && selection.isWholePage && !selection.isBeyondPage && total > rows.length && (
        <Button variant="outlined" color="inherit" disabled={selection.isFetching} onClick={() => void selection.everybody?.()}>
          {total > mostBulkMembers
            ? t('chooseFirst', { most: mostBulkMembers.toLocaleString(), total: total.toLocaleString() })
            : t('chooseEverybody', { total: total.toLocaleString() })}
        </Button>
      )}
      {deeds.assign && (
        <Button variant="contained" disabled={busy} onClick={() => deeds.assign?.(rows)}>
          {t('assign.open')}
        </Button>
      )}
      {selection.isBeyondPage ? <span className={styles.hint}>{t('pageOnly')}</span> : onPage}
      <Button color="inherit" onClick={selection.clear}>
        {t('chooseNone')}
      </Button>
    </>
  );
}
