import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { dataRange, dataRanges } from '@vigil/domain/timeframe/ranges';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import type { RangeActions } from '../use-range-actions.ts';
import { detailsOf, granularityOf, type PatientView } from '../view.ts';
import styles from './range-bar.module.css';

interface RangeBarProps {
  readonly view: PatientView;
  readonly actions: RangeActions;
  /** The last day on screen, yyyy-MM-dd, and the latest day there is. */
  readonly lastDay: string;
  readonly today: string;
  readonly live: boolean;
  readonly children: ReactNode;
}

/** The one control of time: range, step, present, day, and how finely the range is read. */
export function RangeBar({ view, actions, lastDay, today, live, children }: RangeBarProps): ReactNode {
  const { t } = useTranslation('patientData');
  const step = t(view.range.stepDays === 30 ? 'range.step30' : view.range.stepDays === 7 ? 'range.step7' : 'range.step1');
  const details = detailsOf[view.range.days] ?? [];
  return (
    <div className={styles.bar}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('range.label')}
        value={view.range.days}
        onChange={(_, days: number | null) => {
          const range = days === null ? undefined : dataRange(days);
          if (range) actions.choose(range);
        }}
      >
        {dataRanges.map(({ days }) => (
          <ToggleButton key={days} value={days} className={styles.choice ?? ''}>
            {t(`range.days${days as 1 | 7 | 30 | 365}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <div className={styles.steps}>
        <IconButton aria-label={t('range.back', { step })} title={t('range.back', { step })} onClick={() => actions.step(-1)}>
          <Icon name="chevronLeft" />
        </IconButton>
        <input
          type="date"
          className={styles.date}
          aria-label={t('range.end')}
          value={lastDay}
          max={today}
          min="2000-01-01"
          onChange={(event) => event.currentTarget.value !== '' && actions.goTo(event.currentTarget.value)}
        />
        <IconButton
          aria-label={t('range.forward', { step })}
          title={t('range.forward', { step })}
          disabled={live}
          onClick={() => actions.step(1)}
        >
          <Icon name="chevronRight" />
        </IconButton>
        <Button variant={live ? 'text' : 'outlined'} disabled={live} onClick={actions.toNow}>
          {t('range.now')}
        </Button>
      </div>
      {details.length > 1 && (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('detail.label')}
          value={granularityOf(view)}
          onChange={(_, detail) => detail !== null && actions.detail(detail)}
        >
          {details.map((detail) => (
            <ToggleButton key={detail} value={detail} className={styles.choice ?? ''}>
              {t(`detail.${detail}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <div className={styles.rest}>{children}</div>
    </div>
  );
}
