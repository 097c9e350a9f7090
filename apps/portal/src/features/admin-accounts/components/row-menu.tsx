import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { AccountRow } from '@vigil/contract/registry.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { nameOf } from '../name-of.ts';
import { type ActionId, accountActions, actionIds } from '../work/account-actions.ts';

/** What can be done with one account: the actions of the list, and what opens something. */
export interface RowDeeds {
  readonly act: (action: ActionId, rows: readonly AccountRow[]) => void;
  readonly message: (rows: readonly AccountRow[]) => void;
  readonly endSessions: (row: AccountRow) => void;
  /** Absent where roles are not given in this list. */
  readonly changeRoles?: ((row: AccountRow) => void) | undefined;
}

export function RowMenu({ row, deeds }: { readonly row: AccountRow; readonly deeds: RowDeeds }) {
  const { t } = useTranslation('adminAccounts');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const items = [
    ...(deeds.changeRoles ? [{ id: 'roles', label: t('changeRoles'), does: () => deeds.changeRoles?.(row) }] : []),
    ...(row.contactInfo.email ? [{ id: 'message', label: t('action.message'), does: () => deeds.message([row]) }] : []),
    ...actionIds
      .filter((id) => accountActions[id].appliesTo(row))
      .map((id) => ({ id, label: t(`action.${id}`), does: () => deeds.act(id, [row]) })),
    { id: 'endSessions', label: t('endSessions'), does: () => deeds.endSessions(row) },
  ];
  return (
    <>
      <IconButton
        aria-label={t('actionsFor', { name: nameOf(row) })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {items.map(({ id, label, does }) => (
          <MenuItem
            key={id}
            onClick={() => {
              setAnchor(null);
              does();
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
