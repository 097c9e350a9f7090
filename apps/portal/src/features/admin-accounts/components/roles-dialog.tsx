import type { AccountRow } from '@vigil/contract/registry.contract';
import { type RoleFlag, roleFlags } from '@vigil/contract/registry.values';
import { roleLabel, shownRoles } from '@vigil/domain/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeRoles } from '../api/change-roles.ts';
import { nameOf } from '../name-of.ts';
import styles from './ask-dialog.module.css';
import { AskDialog } from './ask-dialog.tsx';

/** Members are made by inviting them; here staff roles are given and taken. */
const offered = (Object.keys(roleFlags) as RoleFlag[]).filter((flag) => flag !== 'isPatient');

/** Which roles somebody of the staff holds. Whoever holds only the generic clinician is shown, and stored again, as provider. */
export function RolesDialog({ row, onClose }: { readonly row: AccountRow; readonly onClose: () => void }) {
  const { t } = useTranslation('adminAccounts');
  const before = new Set(shownRoles(row.roles));
  const [held, setHeld] = useState(before);
  const { change, error, isPending } = useChangeRoles(onClose);
  const changed = offered.filter((flag) => held.has(roleFlags[flag]) !== before.has(roleFlags[flag]));
  const none = !offered.some((flag) => held.has(roleFlags[flag]));
  const toggle = (flag: RoleFlag) => {
    const next = new Set(held);
    if (!next.delete(roleFlags[flag])) next.add(roleFlags[flag]);
    setHeld(next);
  };
  return (
    <AskDialog
      title={t('rolesTitle', { name: nameOf(row) })}
      deed={t('save')}
      disabled={isPending || none || changed.length === 0}
      onDo={() => change(row, Object.fromEntries(changed.map((flag) => [flag, held.has(roleFlags[flag])])))}
      onClose={onClose}
    >
      <fieldset className={styles.choices}>
        <legend className="v-unseen">{t('roles')}</legend>
        {offered.map((flag) => (
          <label key={flag} className={styles.choice}>
            <input type="checkbox" checked={held.has(roleFlags[flag])} onChange={() => toggle(flag)} />
            {roleLabel(roleFlags[flag])}
          </label>
        ))}
      </fieldset>
      <p className={styles.hint}>{t(none ? 'rolesNone' : 'rolesHint')}</p>
      <p role="alert" className={styles.wrong}>
        {error && [error.message, ...(error.fields?.map(({ field, message }) => `${field}: ${message}`) ?? [])].join(' ')}
      </p>
    </AskDialog>
  );
}
