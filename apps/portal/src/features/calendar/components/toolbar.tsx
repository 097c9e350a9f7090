import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import styles from '../calendar.module.css';
import { type View, views } from '../calendar-search.ts';

interface ToolbarProps {
  readonly view: View;
  /** There is room for the days of a week side by side. */
  readonly isWide: boolean;
  /** What is shown, as a person says it. */
  readonly told: string;
  readonly onView: (view: View) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onToday: () => void;
}

/** Which days are shown, and how. */
export function Toolbar({ view, isWide, told, onView, onStep, onToday }: ToolbarProps) {
  const { t } = useTranslation('calendar');
  return (
    <div className={styles.toolbar}>
      <div className={styles.steps}>
        <Button size="small" variant="outlined" color="inherit" onClick={onToday}>
          {t('today')}
        </Button>
        <IconButton aria-label={t('previous')} title={t('previous')} aria-keyshortcuts="[" onClick={() => onStep(-1)}>
          <Icon name="chevronLeft" />
        </IconButton>
        <IconButton aria-label={t('next')} title={t('next')} aria-keyshortcuts="]" onClick={() => onStep(1)}>
          <Icon name="chevronRight" />
        </IconButton>
        <h2 className={styles.told} aria-live="polite">
          {told}
        </h2>
      </div>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        aria-label={t('viewLabel')}
        onChange={(_event, chosen: View | null) => chosen && onView(chosen)}
      >
        {views
          .filter((one) => isWide || one !== 'week')
          .map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`view.${one}`)}
            </ToggleButton>
          ))}
      </ToggleButtonGroup>
    </div>
  );
}
