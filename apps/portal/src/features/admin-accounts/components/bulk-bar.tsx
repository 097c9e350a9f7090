import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { accountActions, actionIds, canBeWrittenTo } from '../actions/account-actions.ts';
import type { Selection } from '../actions/use-selection.ts';
import type { RowDeeds } from './row-menu.tsx';

interface BulkBarProps {
  readonly selection: Selection;
  readonly deeds: RowDeeds;
  /** Something is being done already. */
  readonly busy: boolean;
}

/** Chooses all of the page; with some chosen, does with them what makes sense for at least one. */
export function BulkBar({ selection, deeds, busy }: BulkBarProps) {
  const { t } = useTranslation('adminAccounts');
  const { rows } = selection;
  if (rows.length === 0)
    return (
      <Button variant="outlined" color="inherit" startIcon={<Icon name="check" />} onClick={selection.all}>
        {t('chooseAll')}
      </Button>
    );
  const reachable = rows.filter(({ contactInfo }) => contactInfo.email);
  const readers = rows.filter(canBeWrittenTo);
  return (
    <>
      <span role="status">{t('chosen', { count: rows.length })}</span>
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
      <Button color="inherit" onClick={selection.clear}>
        {t('chooseNone')}
      </Button>
    </>
  );
}
