import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { useStore } from '#lib/store.ts';
import { useWindowWidth } from '#lib/window-width.ts';
import { Icon } from '#ui/icons.tsx';
import { closePatientTab, neighbourOf, patientTabs, tabsCollapse } from '../patient-tabs.ts';
import styles from './header.module.css';

/** The open patients, as tabs or, where the window is too narrow for them, in the "Patients Menu". */
export function PatientTabs() {
  const { t } = useTranslation('app');
  const open = useStore(patientTabs);
  const width = useWindowWidth();
  const shown = useParams({ strict: false }).memberId;
  const navigate = useNavigate();

  const close = (id: string) => {
    const next = neighbourOf(open, id);
    closePatientTab(id);
    if (id !== shown) return;
    void (next ? navigate({ to: '/patient/$memberId', params: { memberId: next } }) : navigate({ to: '/dashboard/today' }));
  };

  if (open.length === 0) return <div />;
  if (tabsCollapse(width, open.length)) return <PatientsMenu open={open} shown={shown} onClose={close} />;
  return (
    <nav className={styles.tabs} aria-label={t('patientTabs')}>
      {open.map((id) => (
        <PatientTab key={id} id={id} active={id === shown} onClose={() => close(id)} />
      ))}
    </nav>
  );
}

function usePatientName(id: string): string | undefined {
  const { data } = useQuery(accountQuery(id));
  return data && `${data.personalInfo.firstName} ${data.personalInfo.lastName}`;
}

function PatientTab({ id, active, onClose }: { readonly id: string; readonly active: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('app');
  const name = usePatientName(id) ?? t('loadingPatient');
  return (
    <span className={active ? `${styles.tab} ${styles.tabActive}` : styles.tab}>
      <Link
        to="/patient/$memberId"
        params={{ memberId: id }}
        className={styles.tabLink}
        aria-current={active ? 'page' : undefined}
        title={name}
      >
        {name}
      </Link>
      <button type="button" className={styles.tabClose} onClick={onClose} aria-label={t('closePatient', { name })}>
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}

interface PatientsMenuProps {
  readonly open: readonly string[];
  readonly shown: string | undefined;
  readonly onClose: (id: string) => void;
}

function PatientsMenu({ open, shown, onClose }: PatientsMenuProps) {
  const { t } = useTranslation('app');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <div>
      <Button
        color="inherit"
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        endIcon={<Icon name="chevronDown" />}
      >
        <span className={styles.menuIcon}>
          <Icon name="members" />
        </span>
        <span className={styles.menuWord}>{t('patientsMenu')}</span> ({open.length})
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null && open.length > 0} onClose={() => setAnchor(null)}>
        {open.map((id) => (
          <PatientMenuItem key={id} id={id} active={id === shown} onChoose={() => setAnchor(null)} onClose={() => onClose(id)} />
        ))}
      </Menu>
    </div>
  );
}

interface PatientMenuItemProps {
  readonly id: string;
  readonly active: boolean;
  readonly onChoose: () => void;
  readonly onClose: () => void;
}

function PatientMenuItem({ id, active, onChoose, onClose, ...item }: PatientMenuItemProps) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const name = usePatientName(id) ?? t('loadingPatient');
  const choose = () => {
    onChoose();
    void navigate({ to: '/patient/$memberId', params: { memberId: id } });
  };
  return (
    <MenuItem
      {...item}
      selected={active}
      onClick={choose}
      // A button inside a menu item is out of a keyboard's reach: Delete closes, as it does for tabs in the ARIA patterns.
      onKeyDown={(event) => {
        if (event.key === 'Delete') onClose();
      }}
      aria-keyshortcuts="Delete"
    >
      <span className={styles.menuRow}>{name}</span>
      <button
        type="button"
        tabIndex={-1}
        className={styles.tabClose}
        aria-label={t('closePatient', { name })}
        onClick={(event) => {
          event.stopPropagation();
          onClose();
        }}
      >
        <Icon name="close" size={12} />
      </button>
    </MenuItem>
  );
}
