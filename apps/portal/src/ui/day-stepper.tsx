import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import styles from './day-stepper.module.css';
import { Icon } from './icons.tsx';

interface DayStepperProps {
  readonly texts: { readonly back: string; readonly forward: string; readonly end: string; readonly now: string };
  /** The last day on screen and the latest that there is, yyyy-MM-dd. */
  readonly day: string;
  readonly latest: string;
  /** The range ends now: there is nothing after it. */
  readonly atPresent: boolean;
  readonly onStep: (by: 1 | -1) => void;
  readonly onDay: (day: string) => void;
  readonly onNow: () => void;
}

/** Which days a range is of: one step back or forward, up to a day, or up to now. */
export function DayStepper({ texts, day, latest, atPresent, onStep, onDay, onNow }: DayStepperProps) {
  return (
    <div className={styles.steps}>
      <IconButton aria-label={texts.back} title={texts.back} onClick={() => onStep(-1)}>
        <Icon name="chevronLeft" />
      </IconButton>
      <input
        type="date"
        className="v-control"
        aria-label={texts.end}
        value={day}
        max={latest}
        min="2000-01-01"
        onChange={({ currentTarget: { value } }) => value !== '' && onDay(value)}
      />
      <IconButton aria-label={texts.forward} title={texts.forward} disabled={atPresent} onClick={() => onStep(1)}>
        <Icon name="chevronRight" />
      </IconButton>
      <Button variant={atPresent ? 'text' : 'outlined'} disabled={atPresent} onClick={onNow}>
        {texts.now}
      </Button>
    </div>
  );
}
