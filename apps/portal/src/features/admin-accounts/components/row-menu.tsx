import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import { createLink } from '@tanstack/react-router';
import type { AccountRow } from '@vigil/contract/registry.contract';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { Icon } from '#ui/icons.tsx';
import { type ActionId, accountActions, actionIds, canBeWrittenTo } from '../actions/account-actions.ts';
import { nameOf } from '../name-of.ts';

/** What can be done with one account: the actions of the list, and what opens something. */
export interface RowDeeds {
  readonly act: (action: ActionId, rows: readonly AccountRow[]) => void;
  readonly email: (rows: readonly AccountRow[]) => void;
  /** Absent where the tenant has no chat. */
  readonly message?: ((rows: readonly AccountRow[]) => void) | undefined;
  /** Of several at once; one has a page. Absent in the list of staff. */
  readonly assign?: ((rows: readonly AccountRow[]) => void) | undefined;
  readonly endSessions: (row: AccountRow) => void;
  readonly resetSecondStep: (row: AccountRow) => void;
  readonly edit: (row: AccountRow) => void;
  /** Absent where roles are not given in this list. */
  readonly changeRoles?: ((row: AccountRow) => void) | undefined;
}

/** An entry that leads to another screen, so that it can be opened in a tab of its own. */
const LinkItem = createLink((props: MenuItemProps<'a'>) => <MenuItem component="a" {...props} />);

export function RowMenu({ row, deeds }: { readonly row: AccountRow; readonly deeds: RowDeeds }) {
  const { t } = useTranslation('adminAccounts');
  const { userId } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const isMember = row.roles.includes('patient');
  const item = (label: string, does: () => void) => (
    <MenuItem
      key={label}
      onClick={() => {
        close();
        does();
      }}
    >
      {label}
    </MenuItem>
  );
  const groups: readonly { readonly id: string; readonly items: readonly (ReactElement | false)[] }[] = [
    {
      id: 'person',
      items: [
        item(t('edit.open'), () => deeds.edit(row)),
        deeds.changeRoles !== undefined && item(t('changeRoles'), () => deeds.changeRoles?.(row)),
        isMember && row.accountStatus !== 'REMOVED' && (
          <LinkItem key="clinicians" to="/admin/members/$memberId/clinicians" params={{ memberId: row.id }} onClick={close}>
            {t('reassign')}
          </LinkItem>
        ),
        <LinkItem key="audit" to="/admin/audit" search={isMember ? { member: row.id } : { actor: row.id }} onClick={close}>
          {t(isMember ? 'privacyOf' : 'auditOf')}
        </LinkItem>,
      ],
    },
    {
      id: 'account',
      items: [
        row.contactInfo.email !== null && item(t('action.email'), () => deeds.email([row])),
        deeds.message !== undefined && canBeWrittenTo(row) && item(t('action.message'), () => deeds.message?.([row])),
        ...actionIds.filter((id) => accountActions[id].appliesTo(row)).map((id) => item(t(`action.${id}`), () => deeds.act(id, [row]))),
      ],
    },
    {
      id: 'sign-in',
      items: [
        item(t('endSessions'), () => deeds.endSessions(row)),
        // One's own is changed on one's own page, with the password.
        row.id !== userId && item(t('secondStep.open'), () => deeds.resetSecondStep(row)),
      ],
    },
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
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {groups.flatMap(({ id, items }, at) => [at > 0 && <Divider key={id} component="li" />, ...items])}
      </Menu>
    </>
  );
}
