import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { longestSnoozeSeconds } from '@vigil/domain/alerts/alarm';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { snoozableAlarm } from '../row-alarms.ts';

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
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose} slotProps={{ list: { 'aria-label': t('snoozeFor') } }}>
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
