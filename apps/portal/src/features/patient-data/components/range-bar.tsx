import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { dataRange, dataRanges } from '@vigil/domain/timeframe/ranges';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayStepper } from '#ui/day-stepper.tsx';
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
          <ToggleButton key={days} value={days}>
            {t(`range.days${days as 1 | 7 | 30 | 365}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <DayStepper
        texts={{ back: t('range.back', { step }), forward: t('range.forward', { step }), end: t('range.end'), now: t('range.now') }}
        day={lastDay}
        latest={today}
        atPresent={live}
        onStep={actions.step}
        onDay={actions.goTo}
        onNow={actions.toNow}
      />
      {details.length > 1 && (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('detail.label')}
          value={granularityOf(view)}
          onChange={(_, detail) => detail !== null && actions.detail(detail)}
        >
          {details.map((detail) => (
            <ToggleButton key={detail} value={detail}>
              {t(`detail.${detail}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <div className={styles.rest}>{children}</div>
    </div>
  );
}
