import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { longestSnoozeSeconds } from '@vigil/domain/alerts/alarm';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { nameOf, snoozableAlarm } from '../row-alarms.ts';
import styles from './today.module.css';

interface SnoozeMenuProps {
  readonly row: TodayRow;
  readonly anchor: HTMLElement | null;
  readonly onChoose: (seconds: number) => void;
  readonly onClose: () => void;
}

const choices = [900, 3_600, 14_400, 86_400];

/** For how long an alarm can be put off: no longer than its severity allows. */
export function SnoozeMenu({ row, anchor, onChoose, onClose }: SnoozeMenuProps) {
  const { t } = useTranslation('today');
  const { userId } = useSession();
  const alarm = snoozableAlarm(row, userId);
  if (!alarm) return null;
  // Above the choices: by key the menu opens beside a row whose button is out of sight.
  const subheader = (
    <li role="presentation" className={styles.menuTitle}>
      {t('snoozeOf', { alert: alarm.title, name: nameOf(row) })}
    </li>
  );
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose} slotProps={{ list: { 'aria-label': t('snoozeFor'), subheader } }}>
      {choices
        .filter((seconds) => seconds <= longestSnoozeSeconds[alarm.severity])
        .map((seconds) => (
          <MenuItem key={seconds} onClick={() => onChoose(seconds)}>
            {seconds < 3_600 ? t('minutes', { count: seconds / 60 }) : t('hours', { count: seconds / 3_600 })}
          </MenuItem>
        ))}
    </Menu>
  );
}
