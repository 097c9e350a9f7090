import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ActionsPanel } from '#features/actions/actions-panel.tsx';
import type { WorkProps } from '#features/today/today-screen.tsx';
import { Icon } from '#ui/icons.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import styles from './work-beside.module.css';

/** What is to be done about the member of a row and what was done, and the way to their page. */
export function WorkBeside({ row, onClose }: WorkProps) {
  const { t } = useTranslation('today');
  const name = `${row.user.firstName} ${row.user.lastName}`;
  return (
    <SidePanel
      label={t('workOf', { name })}
      tabs={[{ id: 'work', label: t('work') }]}
      open="work"
      onOpen={() => undefined}
      onClose={onClose}
      takesFocus
    >
      <p className={styles.who}>
        <strong>{name}</strong>
        <Link to="/patient/$memberId/summary" params={{ memberId: row.user_id }}>
          {t('openPage')} <Icon name="chevronRight" size={12} />
        </Link>
      </p>
      <ActionsPanel memberId={row.user_id} zone={row.user.timezone} />
    </SidePanel>
  );
}
